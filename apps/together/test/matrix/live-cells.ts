import { describe, expect, it } from 'vitest';
import { type Cell, cellsOf } from './cells.ts';
import { STATUS } from './expected.ts';
import { makePeople } from './people.ts';
import type { Answered, Place } from './place.ts';
import { idsIn, shapeOf } from './shape.ts';
import { presentState, type Staged, sharedBy, stage } from './staged.ts';
import { callerIn, type Here, hereOf, type Subject } from './subject.ts';
import { inWords } from './words.ts';

/** Every cell of every subject, with a live session. `count` is told of each that was asserted. */
export const liveCells = (subjects: readonly Subject[], place: () => Place, count: () => void): void => {
  // Most cells leave their world as it was, as is seen of each subject; a cell that does not has one of its own.
  const shared = sharedBy((begin: Subject['begin']) => stage(place(), { begin }));
  const peopleOf = sharedBy(({ ports }: Place) => makePeople(ports));
  const fresh = ({ begin, changes }: Subject): Promise<Staged> =>
    stage(place(), { begin, part: changes, ...(changes === 'children' && { people: peopleOf(place()) }) });

  describe.each(subjects)('$endpoint $about', (subject) => {
    const refusals = new Map<string, string>();

    it.each(cellsOf(subject).map((cell) => ({ ...cell, who: inWords(cell.role, cell.relation) })))(
      'answers $code to $who',
      async (cell) => {
        const changing = cell.code === 'OK' && subject.changes !== 'nothing';
        const staged = await (changing ? fresh(subject) : shared(subject.begin));
        const here = hereOf(subject, cell, staged.world);
        const answered = await place().ask(
          subject.endpoint,
          subject.request(here),
          staged.tokens.get(callerIn(here).id),
        );
        expectCode(cell, answered);
        if (cell.code === 'OK') expectAnswer(subject, here, answered);
        else expectNoLeak(refusals, cell, answered);
        if (changing) expect(await presentState(place(), staged)).not.toEqual(staged.before);
        count();
      },
    );

    it('changes nothing for all those whom it refuses or only shows something', async () => {
      const staged = await shared(subject.begin);
      expect(await presentState(place(), staged)).toEqual(staged.before);
    });
  });
};

const expectCode = ({ code }: Cell, answered: Answered): void => {
  expect(answered.code, answered.bytes).toBe(code);
  if (answered.status !== undefined) expect(answered.status).toBe(STATUS[code]);
};

const expectAnswer = ({ answer, shows }: Subject, here: Here, { content }: Answered): void => {
  const shown = shows?.(here);
  if (shown !== undefined) expect(idsIn(content)).toEqual(shown);
  expect(shapeOf(content)).toEqual(Array.isArray(shown) && shown.length === 0 ? [] : answer);
};

/** Whatever is refused with one code is refused in the same bytes: to a stranger a thing looks as one that is not there. */
const expectNoLeak = (refusals: Map<string, string>, { code }: Cell, { bytes }: Answered): void => {
  const first = refusals.get(code) ?? bytes;
  refusals.set(code, first);
  expect(bytes).toBe(first);
};
