import { type AuditEntry, type Checkpoint, checkpointText, parseCheckpoint } from '@health-case/domain/model/audit';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import { type ChildId, type Instant, parseChildId } from '@health-case/domain/model/values';
import type { Command } from 'commander';
import { parseCount, parsedBy, parseInstant, withExamples } from './arguments.ts';
import { type Column, print, printPages } from './output.ts';
import { answered, carriedOut, Refused } from './refused.ts';
import type { Surroundings } from './surroundings.ts';

type Json = { readonly json?: boolean };
type Wanted = {
  readonly account?: EmailAddress;
  readonly child?: ChildId;
  readonly from?: Instant;
  readonly until?: Instant;
  readonly limit?: number;
};

const shown = ({ place, id, at, requestId, by, action, on, outcome, child }: AuditEntry) => ({
  place,
  id,
  at: new Date(at).toISOString(),
  by: by ?? null,
  action,
  on: on ?? null,
  child: child ?? null,
  outcome,
  requestId,
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

export const addAuditCommands = (audit: Command, surroundings: Surroundings): void => {
  addList(audit, surroundings);
  addCheckpoint(audit, surroundings);
  addVerify(audit, surroundings);
};

const addList = (audit: Command, { operate }: Surroundings): void => {
  const command = audit
    .command('list')
    .description('Lists the records that meet all conditions, oldest first.')
    .option('--account <email>', 'only what this account did', parsedBy(parseEmail))
    .option(
      '--child <id>',
      'only what was done on this child and its cases, also after it was erased; lists name no child',
      parsedBy(parseChildId),
    )
    .option('--from <moment>', 'only from this moment on', parsedBy(parseInstant))
    .option('--until <moment>', 'only before this moment', parsedBy(parseInstant))
    .option('--limit <n>', 'at most so many', parsedBy(parseCount));
  withExamples(
    command,
    'operator audit list --account jan@example.org --limit 20',
    'operator audit list --from 2026-06-15 --until 2026-06-15T12:00:00+02:00 --json',
  ).action(
    carriedOut(({ json = false, account: email, ...query }: Json & Wanted) =>
      operate('existing', async (operator) => {
        const pages = answered(await operator.readAudit({ email, ...query }));
        await printPages(shownPages(pages), { json, columns: RECORD });
      }),
    ),
  );
};

async function* shownPages(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<readonly Shown[], void> {
  for await (const page of pages) yield page.map(shown);
}

const addCheckpoint = (audit: Command, { operate }: Surroundings): void => {
  const command = audit
    .command('checkpoint')
    .description('Prints where the trail ends, as one line to keep on another machine for audit verify --since.');
  withExamples(command, 'operator audit checkpoint > checkpoint.txt', 'operator audit checkpoint --json').action(
    carriedOut(({ json = false }: Json) =>
      operate('existing', async (operator) => {
        const checkpoint = answered(await operator.takeCheckpoint());
        if (!checkpoint) throw new Refused('The end of the audit trail is not what was written; run audit verify.');
        const text = checkpointText(checkpoint);
        await print(json ? `${JSON.stringify({ place: checkpoint.place, checkpoint: text })}\n` : `${text}\n`);
      }),
    ),
  );
};

const FOREIGN =
  'The checkpoint is not one that this store has made, or it was altered; take it from where it was kept, unchanged.';

const checkedInWords = (checked: number, all: number): string =>
  `Checking the records … ${checked} of ${all}, ${Math.floor((checked / all) * 100)} %`;

const addVerify = (audit: Command, { operate, line }: Surroundings): void => {
  const command = audit
    .command('verify')
    .description('Checks that no record was altered, removed, added or moved; names the first place where one was.')
    .option(
      '--since <checkpoint>',
      'also that the trail extends what audit checkpoint printed',
      parsedBy(parseCheckpoint),
    );
  withExamples(command, 'operator audit verify', 'operator audit verify --since "$(cat checkpoint.txt)"').action(
    carriedOut(({ json = false, since }: Json & { readonly since?: Checkpoint }) =>
      operate('existing', async (operator) => {
        const report = (checked: number, all: number) => line.show(checkedInWords(checked, all));
        const verdict = answered(
          await line.during('Checking the records …', () => operator.verifyAudit({ report, since })),
        );
        if (verdict.sound === undefined) throw new Refused(FOREIGN);
        if (json) await print(`${JSON.stringify(verdict)}\n`);
        if (!verdict.sound) {
          throw new Refused(`The audit trail is not sound: at place ${verdict.place}, ${verdict.problem}.`);
        }
        const extending = since ? ' and extends the checkpoint' : '';
        if (!json) await print(`The audit trail is sound${extending}; it has ${verdict.records} records.\n`);
      }),
    ),
  );
};
