import type { OperatorApplication } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import {
  type AuditEntry,
  type AuditVerdict,
  type Checkpoint,
  checkpointText,
  parseCheckpoint,
} from '@health-case/domain/model/audit';
import type { FinishedCase } from '@health-case/domain/model/case';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import { type ChildId, parseId } from '@health-case/domain/model/values';
import {
  anyName,
  argument,
  count,
  flag,
  type Group,
  type Input,
  moment,
  option,
  type TakenUp,
  unwrap,
} from './commands.ts';
import { isoOf, type Output } from './output.ts';

const reencryptAll = async (_: unknown, { say }: Output, operator: OperatorApplication): Promise<void> => {
  const reencrypted = await operator.reencrypt();
  const { children, secondFactors, texts } = reencrypted;
  const parts = [`Numbers reencrypted: ${children}.`, `Second factors reencrypted: ${secondFactors}.`];
  await say({ reencrypted }, `${parts.join(' ')} Rows with texts reencrypted: ${texts}.\n`);
};

const key: Group = {
  about: 'the key that encrypts numbers, second factors and texts',
  commands: {
    rotate: {
      about:
        'Makes a new data key and reencrypts with it all that an older one encrypted, while the service runs. If it is interrupted, `key reencrypt` finishes it.',
      run: async (given: Input<'rotateDataKey'>, output, operator) => {
        unwrap(await operator.rotateDataKey(given));
        await reencryptAll(given, output, operator);
      },
    },
    reencrypt: {
      about:
        'Reencrypts with the current data key what an older one encrypted, for example after a restore or an interruption.',
      examples: ['', '--json'],
      run: reencryptAll,
    },
  },
};

const rowOf = ({ place, id, at, requestId, by, action, on, outcome, child, children }: AuditEntry) => ({
  place,
  id,
  at: isoOf(at),
  by: by ?? null,
  action,
  on: on ?? null,
  child: child ?? null,
  ...(children !== undefined && { children }),
  outcome,
  requestId,
});

const columns = { place: 8, at: 24, action: 24, outcome: 20, by: 36, on: 36, requestId: 0 };

type Query = Omit<Input<'readAudit'>, 'email'> & { readonly account?: EmailAddress };

const FOREIGN =
  'The checkpoint is not one that this store has made, or it was altered; take it from where it was kept, unchanged.';

const unsound = ({ place, problem }: Extract<AuditVerdict, { readonly sound: false }>): OperatorError =>
  new OperatorError(`The audit trail is not sound: at place ${place}, ${problem}.`);

const audit: Group = {
  about: 'the record of who did what',
  commands: {
    list: {
      about: 'Lists the records that meet all conditions, oldest first.',
      options: [
        option('--account <email>', 'only the actions of this account', parseEmail),
        option(
          '--child <id>',
          'only actions on this child and its cases, also after it was erased; a page of a list is an action on its children',
          parseId<ChildId>,
        ),
        option('--from <moment>', 'only from this moment on', moment),
        option('--until <moment>', 'only before this moment', moment),
        option('--limit <n>', 'at most so many', count()),
      ],
      examples: ['--account jan@example.org --limit 20', '--from 2026-06-15 --until 2026-06-15T12:00:00+02:00 --json'],
      run: async ({ account: email, ...wanted }: Query, output, operator) =>
        output.pages(unwrap(await operator.readAudit({ email, ...wanted })), rowOf, columns),
    },
    checkpoint: {
      about: 'Prints the end of the trail as one line. Keep it on another machine for audit verify --since.',
      examples: ['> checkpoint.txt', '--json'],
      run: async (_, output, operator) => {
        const end = unwrap(await operator.takeCheckpoint());
        if (!end) throw new OperatorError('The end of the audit trail is not what was written; run audit verify.');
        const checkpoint = checkpointText(end);
        await output.say({ place: end.place, checkpoint }, `${checkpoint}\n`);
      },
    },
    verify: {
      about: 'Checks that no record was altered, removed, added or moved; names the first place where one was.',
      options: [
        option(
          '--since <checkpoint>',
          'also checks that the trail still contains this checkpoint, which audit checkpoint printed',
          parseCheckpoint,
        ),
      ],
      examples: ['', '--since "$(cat checkpoint.txt)"'],
      run: async ({ since }: { readonly since?: Checkpoint }, output, operator) => {
        const verdict = unwrap(await operator.verifyAudit(since));
        if (verdict.sound === undefined) throw new OperatorError(FOREIGN);
        if (verdict.sound) {
          const extending = since ? ' and extends the checkpoint' : '';
          return output.say(verdict, `The audit trail is sound${extending}; it has ${verdict.records} records.\n`);
        }
        // First, as the reader of the output may be gone.
        process.exitCode = 1;
        await output.say(verdict, '');
        throw unsound(verdict);
      },
    },
  },
};

const takenUp = ({ auditPlace, sessionsEnded, codesEnded }: TakenUp): string => {
  const trail =
    auditPlace === undefined
      ? 'The end of its audit trail is not what was written: run audit verify.'
      : `The last record in its audit trail was at place ${auditPlace}.`;
  const ended = `Sessions ended: ${sessionsEnded}. Codes and invitations ended: ${codesEnded}.`;
  const rights =
    'What was revoked, removed, disabled or erased after the backup is back: docs/certificates.md and docs/production.md say what to do.';
  return `${trail}\n${ended}\n${rights}\n`;
};

const store: Group = {
  about: 'the file that holds all data: backups, copies',
  commands: {
    'back-up': {
      about: 'Copies the store into one new file, also while the service serves it. The secret key is not in it.',
      arguments: [argument('file', 'the file to make, which must not be there yet')],
      examples: ['/backups/2026-06-15.db', '/backups/x.db --json'],
      runInContext: async (given: { readonly file: string }, { say }, { backUp }) => {
        const done = await backUp(given.file);
        const made = `The store ${done.store} is backed up in ${done.backup}, ${done.bytes} bytes.\n`;
        const key = `It opens only with the secret key of this store, which is not in it: keep what ${done.secretKey} holds in another place.\n`;
        await say(done, made + key);
      },
    },
    copy: {
      about:
        'Copies the store into an empty database, also of the other kind: from SQLite to PostgreSQL and back. The service must be stopped. The copy is there whole and verified, or not at all; the store stays as it is.',
      options: [
        option(
          '--to <url>',
          'the empty database, named as in DATABASE_URL; give a password in PGPASSWORD or PGPASSFILE',
          anyName,
        ),
      ].map((each) => each.makeOptionMandatory()),
      examples: [
        '--to postgresql://health_case@db.example.org/health_case',
        '--to file:/var/lib/health-case/new.db --json',
      ],
      runInContext: async ({ to }: { readonly to: string }, { say }, { copy }) => {
        const done = await copy(to);
        const { tables, trail } = done;
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        const made = `The store ${done.store} is copied to ${done.copy}: ${rows} rows in ${tables.length} tables, each as it was.\n`;
        const sound = trail.sound ? `The audit trail is sound; it has ${trail.records} records.\n` : '';
        const key = `It opens only with the same secret key: give the service what ${done.secretKey} holds.\n`;
        if (!trail.sound) process.exitCode = 1;
        await say(done, made + sound + key);
        if (trail.sound === false) throw unsound(trail);
      },
    },
    restore: {
      about: 'Restores a backup as the store. The service must be stopped, and the secret key be the same.',
      arguments: [argument('file', 'a backup')],
      options: [flag('--force', 'replace an existing store, which is kept under another name')],
      examples: ['/backups/2026-06-15.db', '/backups/x.db --force'],
      runInContext: async (given: { readonly file: string; readonly force: boolean }, { say }, { restore }) => {
        const done = await restore(given);
        const { store, backup, setAside = null, auditPlace = null } = done;
        const replaced = setAside === null ? '' : `The store that was there is kept as ${setAside}.\n`;
        const text = `The store ${store} is restored from ${backup}.\n${replaced}${takenUp(done)}`;
        await say({ ...done, setAside, auditPlace }, text);
      },
    },
    'take-up': {
      about:
        'Ends sessions and codes in a database that was restored, as restore does. For PostgreSQL, before the service starts.',
      arguments: [argument('backup', 'its name, for the audit trail')],
      examples: ['health-case.dump'],
      run: async (given: Input<'takeUpRestored'>, { say }, operator) => {
        const done = unwrap(await operator.takeUpRestored(given));
        await say({ ...done, auditPlace: done.auditPlace ?? null }, takenUp(done));
      },
    },
  },
};

const overdueRow = ({ id, childId, finishedAt }: FinishedCase) => ({ id, childId, finishedAt: isoOf(finishedAt) });
const overdueColumns = { id: 36, childId: 36, finishedAt: 0 };

type Retain = Input<'eraseFinishedCases'> & { readonly dryRun: boolean };

const retain = async ({ dryRun, ...given }: Retain, output: Output, operator: OperatorApplication): Promise<void> => {
  if (dryRun) {
    const overdue = unwrap(await operator.listOverdueCases());
    return output.pages(overdue, overdueRow, overdueColumns, (cases) => `Cases that would be erased: ${cases}.\n`);
  }
  const erased = unwrap(await operator.eraseFinishedCases(given));
  await output.say({ erased }, `Finished cases erased: ${erased}.\n`);
};

const data: Group = {
  about: 'finished cases whose time is over',
  commands: {
    retention: {
      about:
        'Erases now the finished cases that are older than RETAIN_FINISHED_CASES_YEARS, which must be set as for the service. With 0, none.',
      options: [flag('--dry-run', 'only shows which cases would be erased')],
      examples: ['--dry-run', '--dry-run --json', ''],
      run: retain,
    },
  },
};

export const dataGroups = { key, audit, store, data };
