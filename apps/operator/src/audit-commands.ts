import { OperatorError } from '@health-case/domain/errors';
import { type AuditEntry, type Checkpoint, checkpointText, parseCheckpoint } from '@health-case/domain/model/audit';
import { type EmailAddress, parseEmail } from '@health-case/domain/model/email';
import { type ChildId, type Instant, parseChildId } from '@health-case/domain/model/values';
import { type Command, option, parseCount, parseInstant, unwrap } from './commands.ts';
import { isoOf, withoutControls } from './output.ts';

const rowOf = ({ place, id, at, requestId, by, action, on, outcome, child }: AuditEntry) => ({
  ...{ place, id, at: isoOf(at), by: by ?? null, action, on: on ?? null, child: child ?? null, outcome, requestId },
});

type Row = ReturnType<typeof rowOf>;

const columns = { PLACE: 8, AT: 24, ACTION: 24, OUTCOME: 20, BY: 36, ON: 36, REQUEST: 0 };
const cellsOf = ({ place, at, action, outcome, by, on, requestId }: Row) => [
  ...[place, at, action, outcome, by, on, requestId],
];

type Query = {
  readonly account?: EmailAddress;
  readonly child?: ChildId;
  readonly from?: Instant;
  readonly until?: Instant;
  readonly limit?: number;
};

const FOREIGN =
  'The checkpoint is not one that this store has made, or it was altered; take it from where it was kept, unchanged.';

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
    run: ({ account: email, ...wanted }: Query, output, { operate }) =>
      operate(async (operator) => {
        const pages = unwrap(await operator.readAudit({ email, ...wanted }));
        await output.pages(pages, { rowOf, columns, cellsOf });
      }),
  },
  {
    name: 'checkpoint',
    about: 'Prints the end of the trail as one line. Keep it on another machine for audit verify --since.',
    examples: ['audit checkpoint > checkpoint.txt', 'audit checkpoint --json'],
    run: (_, output, { operate }) =>
      operate(async (operator) => {
        const end = unwrap(await operator.takeCheckpoint());
        if (!end) throw new OperatorError('The end of the audit trail is not what was written; run audit verify.');
        const checkpoint = checkpointText(end);
        await output.say({ place: end.place, checkpoint }, `${checkpoint}\n`);
      }),
  },
  {
    name: 'verify',
    about: 'Checks that no record was altered, removed, added or moved; names the first place where one was.',
    options: [
      option('--since <checkpoint>', 'also that the trail extends what audit checkpoint printed', parseCheckpoint),
    ],
    examples: ['audit verify', 'audit verify --since "$(cat checkpoint.txt)"'],
    run: ({ since }: { readonly since?: Checkpoint }, output, { operate, line }) =>
      operate(async (operator) => {
        const report = (checked: number, all: number) =>
          line.show(`Checking the records … ${checked} of ${all}, ${Math.floor((checked / all) * 100)} %`);
        const checking = () => operator.verifyAudit({ report, since });
        const verdict = unwrap(await line.during('Checking the records …', checking));
        if (verdict.sound === undefined) throw new OperatorError(FOREIGN);
        const extending = since ? ' and extends the checkpoint' : '';
        const sound = `The audit trail is sound${extending}; it has ${verdict.sound && verdict.records} records.\n`;
        await output.say(verdict, verdict.sound ? sound : '');
        if (verdict.sound) return;
        const problem = `The audit trail is not sound: at place ${verdict.place}, ${verdict.problem}.`;
        throw new OperatorError(withoutControls(problem));
      }),
  },
];
