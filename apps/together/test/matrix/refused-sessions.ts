import { describe, expect, it } from 'vitest';
import { type Cell, cellsWithoutSession } from './cells.ts';
import { STATUS } from './expected.ts';
import type { Place } from './place.ts';
import { REFUSED_SESSIONS, type Tokens } from './sessions.ts';
import { expectUnchanged, sharedBy, stage } from './staged.ts';
import { callerIn, hereOf, type Subject } from './subject.ts';

/** Every cell of the subjects with a session that is none (D-09): whatever else holds, it is one and the same reply. */
export const refusedSessions = (subjects: readonly Subject[], place: () => Place, count: () => void): void => {
  describe.each(Object.entries(REFUSED_SESSIONS))('a session %s', (_, { code, tokens: sessions, kept }) => {
    const stageOf = sharedBy((here: Place) => stage(here, { sessions }));
    let first: string | undefined;

    it.each(subjects.map((subject) => [subject.endpoint, subject] as const))(
      'is refused to everyone at %s',
      async (_endpoint, subject) => {
        const { world, tokens } = await stageOf(place());
        const expectRefusal = async (cell: Cell): Promise<void> => {
          const here = hereOf(subject, cell, world);
          const reply = await place().ask(subject.endpoint, subject.request(here), tokens.get(callerIn(here).id));
          expect([reply.status, reply.code], `${cell.role}, ${cell.relation}`).toEqual([STATUS[code], code]);
          first ??= reply.bytes;
          expect(reply.bytes).toBe(first);
          count();
        };
        await Promise.all(cellsWithoutSession(subject).map(expectRefusal));
      },
    );

    it('changed nothing', async () => {
      const staged = await stageOf(place());
      await expectUnchanged(place(), staged);
      expect(await keptOf(place(), staged.tokens)).toEqual(new Set([kept === true]));
    });
  });
};

/** Whether the sessions are in the store, so that it was only their age for which they were refused. */
const keptOf = async ({ ports: { sessionTokens, storage } }: Place, tokens: Tokens): Promise<ReadonlySet<boolean>> => {
  const isKept = async (token = ''): Promise<boolean> => {
    const digest = sessionTokens.digestOf(token);
    return digest !== undefined && (await storage.read.sessions.find(digest)) !== undefined;
  };
  return new Set(await Promise.all([...tokens.values()].map(isKept)));
};
