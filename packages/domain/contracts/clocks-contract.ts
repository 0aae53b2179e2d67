import { NotReady, Unavailable } from '@health-case/domain/errors';
import type { IdempotencyKey } from '@health-case/domain/model/idempotency';
import { HOUR, type Instant, MINUTE } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage } from '@health-case/domain/ports/storage';
import { createSetup } from '@health-case/domain/testing/setup';
import { describe, expect, it } from 'vitest';
import { createTestPorts } from '../test/support/ports.ts';
import { attempt, email, listed, must, name, password } from '../test/support/values.ts';
import { nextId } from './storage/samples.ts';

/** The calls of a process whose clock is ahead of the machine's, or behind it if the number is negative. */
const processOver = async (open: (now: () => number) => Promise<Storage>, ahead = 0) => {
  let apart = ahead;
  const storage = await open(() => Date.now() + apart);
  const { clock: _, ...ports } = createTestPorts();
  const ids = { next: nextId };
  const tokens = { ...ports.sessionTokens, issue: () => `token-${Number.parseInt(nextId().slice(-12), 10)}` };
  const clock = { now: () => (Date.now() + apart) as Instant, sleep: async () => undefined };
  const sessionTokens = tokens as Ports['sessionTokens'];
  const setRight = (): void => {
    apart = 0;
  };
  return { storage, setRight, ...createSetup({ ...ports, clock, ids, sessionTokens, storage }) };
};

/** For stores that several machines share. `open` opens the same database as a process with the given clock. */
export const clocksContract = (store: string, open: () => Promise<(now: () => number) => Promise<Storage>>): void => {
  const openTwo = async (ahead: number) => {
    const opening = await open();
    const [right, wrong] = [await processOver(opening), await processOver(opening, ahead)];
    const person = { email: email('mia@example.org'), password: password('correct horse') };
    const names = { firstName: name('Mia'), lastName: name('Jansen') };
    const actor = must(await right.registerAccount({ ...names, ...person, role: 'Par', through: 'A' }));
    const login = { email: person.email, password: attempt('correct horse') };
    return { right, wrong, actor, names, login };
  };

  describe(`over ${store}, a process with a wrong clock`, () => {
    it('that is 40 minutes ahead ends no session, neither in the store nor for who asks it', async () => {
      const { right, wrong, login } = await openTwo(40 * MINUTE);
      const { token } = must(await right.logIn(login));
      await expect(wrong.resumeSession(token)).rejects.toThrow(Unavailable);
      await expect(wrong.logIn(login)).rejects.toThrow(Unavailable);
      expect(await right.resumeSession(token)).toMatchObject({ ok: true });
    });

    it('that is 25 hours ahead removes no outcome: what is sent again is not done twice', async () => {
      const { right, wrong, actor, names } = await openTwo(25 * HOUR);
      const adding = (idempotencyKey: string) => ({
        actor,
        ...names,
        idempotencyKey: idempotencyKey as IdempotencyKey,
      });
      const first = await right.addChild(adding('one'));
      await expect(wrong.addChild(adding('another'))).rejects.toThrow(Unavailable);
      expect(await right.addChild(adding('one'))).toEqual(first);
      expect(await listed(right.listOwnChildren({ actor, paging: {} }))).toHaveLength(1);
    });

    it.each([
      ['40 minutes ahead of', 40 * MINUTE],
      ['25 hours ahead of', 25 * HOUR],
      ['3 minutes behind', -3 * MINUTE],
    ])('is not ready and says so (it is %s the database), until it is set right', async (difference, ahead) => {
      const { right, wrong, login } = await openTwo(ahead);
      await right.storage.ready();
      const problem: unknown = await wrong.storage.ready().catch((error) => error);
      expect(problem).toBeInstanceOf(NotReady);
      expect(problem).toMatchObject({ message: expect.stringContaining(`is ${difference} that of the database`) });
      await expect(wrong.logIn(login)).rejects.toThrow(Unavailable);
      wrong.setRight();
      await wrong.storage.ready();
      expect(await wrong.logIn(login)).toMatchObject({ ok: true });
    });
  });
};
