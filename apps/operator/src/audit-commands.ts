import { type AuditEntry, type Checkpoint, checkpointText, parseCheckpoint } from '@health-case/domain/model/audit';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import { type ChildId, type Instant, parseChildId } from '@health-case/domain/model/values';
import {
  type Command,
  type CommandContext,
  type Json,
  option,
  parseCount,
  parseInstant,
  Refused,
  unwrap,
} from './commands.ts';
import { type Column, isoOf, print, printPages } from './output.ts';

const shown = ({ place, id, at, requestId, by, action, on, outcome, child }: AuditEntry) => ({
  ...{ place, id, at: isoOf(at), by: by ?? null, action, on: on ?? null, child: child ?? null, outcome, requestId },
});
type Shown = ReturnType<typeof shown>;

const RECORD: readonly Column<Shown>[] = [
  { heading: 'PLACE', width: 8, of: ({ place }) => `${place}` },
  { heading: 'AT', width: 24, of: ({ at }) => at },
  { heading: 'ACTION', width: 24, of: ({ action }) => action },
  { heading: 'OUTCOME', width: 20, of: ({ outcome }) => outcome },
  { heading: 'BY', width: 36, of: ({ by }) => by ?? '-' },
  { heading: 'ON', width: 36, of: ({ on }) => on ?? '-' },
  { heading: 'REQUEST', of: ({ requestId }) => requestId },
];

type Query = {
  readonly account?: EmailAddress;
  readonly child?: ChildId;
  readonly from?: Instant;
  readonly until?: Instant;
  readonly limit?: number;
};
type Since = { readonly since?: Checkpoint };

const FOREIGN =
  'The checkpoint is not one that this store has made, or it was altered; take it from where it was kept, unchanged.';

const verify = ({ json, since }: Json & Since, { operate, line }: CommandContext): Promise<void> =>
  operate('existing', async (operator) => {
    const report = (checked: number, all: number) =>
      line.show(`Checking the records … ${checked} of ${all}, ${Math.floor((checked / all) * 100)} %`);
    const checking = () => operator.verifyAudit({ report, since });
    const verdict = unwrap(await line.during('Checking the records …', checking));
    if (verdict.sound === undefined) throw new Refused(FOREIGN);
    if (json) await print(`${JSON.stringify(verdict)}\n`);
    if (!verdict.sound) {
      throw new Refused(`The audit trail is not sound: at place ${verdict.place}, ${verdict.problem}.`);
    }
    const extending = since ? ' and extends the checkpoint' : '';
    if (!json) await print(`The audit trail is sound${extending}; it has ${verdict.records} records.\n`);
  });

export const auditCommands: readonly Command[] = [
  {
    name: 'list',
    about: 'Lists the records that meet all conditions, oldest first.',
    options: [
      option('--account <email>', 'only the actions of this account', parseEmail),
      option(
        '--child <id>',
        'only actions on this child and its cases, also after it was erased; records of lists name no child',
        parseChildId,
      ),
      option('--from <moment>', 'only from this moment on', parseInstant),
      option('--until <moment>', 'only before this moment', parseInstant),
      option('--limit <n>', 'at most so many', parseCount),
    ],
    examples: [
      'audit list --account jan@example.org --limit 20',
      'audit list --from 2026-06-15 --until 2026-06-15T12:00:00+02:00 --json',
    ],
    run: ({ json, account: email, ...query }: Json & Query, { operate }: CommandContext) =>
      operate('existing', async (operator) => {
        const pages = unwrap(await operator.readAudit({ email, ...query }));
        await printPages(pages, { json, columns: RECORD, shown });
      }),
  },
  {
    name: 'checkpoint',
    about: 'Prints the end of the trail as one line. Keep it on another machine for audit verify --since.',
    examples: ['audit checkpoint > checkpoint.txt', 'audit checkpoint --json'],
    run: ({ json }: Json, { operate }: CommandContext) =>
      operate('existing', async (operator) => {
        const end = unwrap(await operator.takeCheckpoint());
        if (!end) throw new Refused('The end of the audit trail is not what was written; run audit verify.');
        const checkpoint = checkpointText(end);
        await print(`${json ? JSON.stringify({ place: end.place, checkpoint }) : checkpoint}\n`);
      }),
  },
  {
    name: 'verify',
    about: 'Checks that no record was altered, removed, added or moved; names the first place where one was.',
    options: [
      option('--since <checkpoint>', 'also that the trail extends what audit checkpoint printed', parseCheckpoint),
    ],
    examples: ['audit verify', 'audit verify --since "$(cat checkpoint.txt)"'],
    run: verify,
  },
];
