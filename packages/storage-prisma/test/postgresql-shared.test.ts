import { setTimeout as sleep } from 'node:timers/promises';
import { at, caseOf, child, keep, keepAccount, keepCase, nextId } from '@health-case/domain/contracts/storage/samples';
import type { SessionDigest } from '@health-case/domain/model/account';
import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { postgresPlace } from './support/stores.ts';

const openTwo = async () => {
  const { open } = await postgresPlace();
  return [await open(), await open()] as const;
};

it('two stores over one database see what the other has acknowledged at once, also the end of a session', async () => {
  const [one, other] = await openTwo();
  for (let round = 0; round < 20; round += 1) {
    const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
    const person = await keepAccount(writer, 'Par');
    expect(await reader.read.accounts.find(person.id)).toEqual(person);
    const digest = nextId<SessionDigest>();
    await keep(writer, ({ sessions }) =>
      sessions.insert({ digest, accountId: person.id, startedAt: at(0), lastUsedAt: at(0) }),
    );
    expect((await reader.read.sessions.find(digest))?.account).toEqual(person);
    await keep(writer, ({ sessions }) => sessions.end(digest));
    expect(await reader.read.sessions.find(digest)).toBeUndefined();
  }
});

it('the cases of a child are those that the unit of work has locked, although another is opened meanwhile', async () => {
  const { open } = await postgresPlace();
  const storage = await open();
  const { case: known, child: concerned, doctor } = await keepCase(storage);
  let opened = 0;
  afterAnswer(/"Case" WHERE "childId" = \$1.*FOR NO KEY UPDATE$/s, async () => {
    await keep(storage, ({ cases }) => cases.insert(caseOf(concerned, doctor.id)));
    opened += 1;
  });
  const found = await keep(storage, ({ cases }) => cases.ofChild(concerned.id, { after: undefined, size: 9 }));
  expect([found, opened]).toEqual([[known], 1]);
});

it('a new key is in use only when no unit of work of another process still encrypts with the former one', async () => {
  const [one, other] = await openTwo();
  const parent = await keepAccount(one, 'Par');
  const [inserted, ended] = [Promise.withResolvers<void>(), [] as string[]];
  const encrypting = keep(one, async ({ children }) => {
    await children.insert(child(parent.id, '756.1'));
    inserted.resolve();
    await sleep(300);
    ended.push('the unit of work');
  });
  await inserted.promise;
  await keep(other, ({ dataKeys }) => dataKeys.rotate());
  ended.push('the new key');
  await encrypting;
  expect(ended).toEqual(['the unit of work', 'the new key']);
});

/** Does something between the answer to a statement and the next one. */
const afterAnswer = (statement: RegExp, work: () => Promise<void>): void => {
  type Sent = { readonly text: string; callback: (...answer: unknown[]) => void };
  const query = Client.prototype.query as (this: Client, sent: Sent, ...more: unknown[]) => unknown;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    sent: Sent,
    ...more: unknown[]
  ) {
    const { callback } = sent;
    if (statement.test(sent.text)) sent.callback = (...answer) => void work().then(() => callback(...answer));
    return query.call(this, sent, ...more) as never;
  } as never);
  onTestFinished(() => spy.mockRestore());
};
