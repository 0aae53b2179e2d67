import type { OperatorApplication } from '@health-case/domain/application';
import type { FinishedCase } from '@health-case/domain/model/case';
import { flag, type Group, type Input, unwrap } from './commands.ts';
import { isoOf, type Output } from './output.ts';

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

export const upkeepGroups = { data };
