import type { Account } from '@health-case/domain/model/account';
import { type ChildId, type Instant, parseChildId } from '@health-case/domain/model/values';
import type { CaseFile, ChildFile } from '@health-case/domain/use-cases/children';
import type { Command } from 'commander';
import { newCall, parsedBy, withExamples } from './arguments.ts';
import { print } from './output.ts';
import { answered, carriedOut, Refused } from './refused.ts';
import type { Surroundings } from './surroundings.ts';

type Json = { readonly json?: boolean };

const EXAMPLE = '01993f2e-6d1c-7a40-8c55-0b1f6f3f9a21';

export const addChildCommands = (child: Command, surroundings: Surroundings): void => {
  addExport(child, surroundings);
  addErase(child, surroundings);
};

/** A command on the child that has an identifier. */
const onChild = (parent: Command, name: string): Command =>
  parent.command(name).argument('<id>', 'the identifier of the child', parsedBy(parseChildId));

const addExport = (child: Command, { operate, line }: Surroundings): void => {
  const command = onChild(child, 'export').description(
    'Prints all that is kept about a child, with its number in the clear, as JSON: for whoever has a right to it.',
  );
  withExamples(command, `operator child export ${EXAMPLE} > child.json`).action(
    carriedOut((childId: ChildId) =>
      operate('existing', async (operator) => {
        const collecting = () => operator.exportChild({ childId, ...newCall() });
        const file = answered(await line.during('Collecting what is kept of the child …', collecting));
        await print(`${JSON.stringify(written(file), null, 2)}\n`);
      }),
    ),
  );
};

const moment = (instant: Instant): string => new Date(instant).toISOString();

const written = ({ child, cases, people }: ChildFile) => ({
  ...child,
  cases: cases.map(writtenCase),
  people: people.map(({ registeredAt, ...person }: Account) => ({ ...person, registeredAt: moment(registeredAt) })),
});

const writtenCase = ({ case: facts, tasks, certifications, history }: CaseFile) => ({
  ...facts,
  openedAt: moment(facts.openedAt),
  ...('finishedAt' in facts && { finishedAt: moment(facts.finishedAt) }),
  tasks: tasks.map((task) => ({ ...task, ...('closedAt' in task && { closedAt: moment(task.closedAt) }) })),
  certifications: certifications.map((certification) => ({
    ...certification,
    requestedAt: moment(certification.requestedAt),
    ...('decidedAt' in certification && { decidedAt: moment(certification.decidedAt) }),
  })),
  history: history.map((event) => ({ ...event, at: moment(event.at) })),
});

const addErase = (child: Command, { operate, line }: Surroundings): void => {
  const command = onChild(child, 'erase')
    .description(
      'Removes a child, its cases, tasks, certifications and their history, for good. The audit trail stays, without any data of it. Backups made before still hold the child.',
    )
    .option('--yes', 'that this is meant');
  withExamples(command, `operator child erase ${EXAMPLE} --yes`).action(
    carriedOut((childId: ChildId, { json = false, yes = false }: Json & { readonly yes?: boolean }) => {
      if (!yes) throw new Refused('Nothing was erased: this cannot be undone, so say --yes if it is meant.');
      return operate('existing', async (operator) => {
        const erasing = () => operator.eraseChild({ childId, ...newCall() });
        answered(await line.during('Erasing …', erasing));
        await print(json ? `${JSON.stringify({ erased: childId })}\n` : `The child ${childId} is erased.\n`);
      });
    }),
  );
};
