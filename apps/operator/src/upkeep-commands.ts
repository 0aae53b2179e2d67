import type { OperatorApplication } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import type { BacklogTask } from '@health-case/domain/model/backlog';
import type { FinishedCase } from '@health-case/domain/model/case';
import { flag, type Group, type Input, unwrap } from './commands.ts';
import { isoOf, type Output } from './output.ts';

type Left = { readonly task: BacklogTask; readonly rows: number };

const leftRow = ({ task, rows }: Left) => ({ task, rows });
const leftColumns = { task: 19, rows: 0 };

const showBacklog = async (output: Output, operator: OperatorApplication): Promise<void> => {
  const left: readonly Left[] = unwrap(await operator.listBacklog());
  await output.pages([left], leftRow, leftColumns, (tasks) => (tasks === 0 ? 'Nothing is left.\n' : ''));
};

type Encrypt = { readonly status: boolean };

const encrypt = async ({ status }: Encrypt, output: Output, operator: OperatorApplication): Promise<void> => {
  if (status) return showBacklog(output, operator);
  unwrap(await operator.finishBacklog());
  const left = unwrap(await operator.listBacklog());
  if (left.length > 0) {
    throw new OperatorError('Another process is at it; look with --status how far it is, and run this again then.');
  }
  await output.say(
    { left },
    'Nothing is left: the texts are encrypted, and the files are cleared of what they were.\n',
  );
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
  about: 'what is left to encrypt; finished cases whose time is over',
  commands: {
    encrypt: {
      about:
        'Does now what an upgrade leaves to do, while the service runs: encrypts titles, reasons and statements, makes names searchable, clears the files of texts that were in the clear. On PostgreSQL run it as the owner of the database, when few are at work: the clearing writes tables anew. It may be interrupted and run again.',
      options: [flag('--status', 'only shows how many rows are left')],
      examples: ['', '--status', '--status --json'],
      run: encrypt,
    },
    retention: {
      about:
        'Erases now the finished cases that are older than RETAIN_FINISHED_CASES_YEARS, which must be set as for the service. With 0, none.',
      options: [flag('--dry-run', 'only shows which cases would be erased')],
      examples: ['--dry-run', '--dry-run --json', ''],
      run: retain,
    },
  },
};

export const upkeepGroups = { data };
