import { describe, expect, it } from 'vitest';
import { type Cell, cellsOf } from './cells.ts';
import { STATUS } from './expected.ts';
import { makePeople } from './people.ts';
import type { Answered, Place } from './place.ts';
import { idsIn, shapeOf } from './shape.ts';
import type { Part } from './snapshot.ts';
import { expectChanged, expectUnchanged, type Staged, sharedBy, stage } from './staged.ts';
import { callerIn, type Here, hereOf, type Subject } from './subject.ts';
import { inWords } from './words.ts';

/** Every cell of every subject, with a live session. `count` is told of each that was asserted. */
export const liveCells = (subjects: readonly Subject[], place: () => Place, count: () => void): void => {
  // Most cells leave their world as it was, as is seen of each subject; a cell that does not has one of its own.
  const shared = sharedBy((begin: Subject['begin']) => stage(place(), { begin }));
  const peopleOf = sharedBy(({ ports }: Place) => makePeople(ports));
  const fresh = ({ begin, changes }: Subject): Promise<Staged> => {
    if (changes === 'people') return stage(place(), { begin, parts: ['people'] });
    return stage(place(), { begin, parts: ['children'], people: peopleOf(place()) });
  };

  describe.each(subjects.map((subject) => [`${subject.endpoint} ${subject.about}`, subject] as const))(
    '%s',
    (_, subject) => {
      const refusals = new Map<string, string>();

      it.each(cellsOf(subject).map((cell) => [cell.code, inWords(cell.role, cell.relation), cell] as const))(
        'answers %s to %s',
        async (_code, _who, cell) => {
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
          if (changing) await expectChanged(place(), staged, [partOf(subject)]);
          count();
        },
      );

      if (subject.changes === 'nothing') return;
      it('changes nothing for those whom it refuses', async () => {
        await expectUnchanged(place(), await shared(subject.begin), [partOf(subject)]);
      });
    },
  );

  it('changed nothing anywhere, where it was to change nothing', async () => {
    for (const begin of new Set(subjects.map((subject) => subject.begin))) {
      await expectUnchanged(place(), await shared(begin));
    }
  });
};

/** What a call could most easily change by mistake; the rest is looked at in the end. */
const partOf = ({ changes }: Subject): Part => (changes === 'people' ? 'people' : 'children');

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
