import { setTimeout as sleep } from 'node:timers/promises';
import { expectSomeOrder, nextWorld } from '@health-case/domain/contracts/interleavings';
import {
  at,
  auditRecord,
  caseOf,
  child,
  keep,
  keepAccount,
  keepCase,
  keepRecords,
  nextId,
} from '@health-case/domain/contracts/storage/samples';
import type { SessionDigest } from '@health-case/domain/model/account';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import { expect, it } from 'vitest';
import { connectBeside, PATIENT, postgresPlace } from './support/stores.ts';

const openTwo = async () => {
  const { open } = await postgresPlace();
  return [await open({ bounds: PATIENT }), await open({ bounds: PATIENT })] as const;
};

it('two stores over one database see what the other has acknowledged at once, also the end of a session', async () => {
  const [one, other] = await openTwo();
  for (let round = 0; round < 4; round += 1) {
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

/** Expects that what comes then ends after a unit that has done its work, and is not committed yet. */
const expectToWait = async (of: Storage, work: (stores: Stores) => Promise<unknown>, then: () => Promise<unknown>) => {
  const [worked, ended] = [Promise.withResolvers<void>(), [] as string[]];
  const unit = keep(of, async (stores) => {
    await work(stores);
    worked.resolve();
    await sleep(300);
    ended.push('the unit');
  });
  await worked.promise;
  await then();
  ended.push('what came then');
  await unit;
  expect(ended).toEqual(['the unit', 'what came then']);
};

it('nobody opens a case of a child while a unit of work has looked for them all', async () => {
  const [one, other] = await openTwo();
  const { child: concerned, doctor } = await keepCase(one);
  const look = ({ cases }: Stores) => cases.ofChild(concerned.id, { after: undefined, size: 9 });
  await expectToWait(one, look, () => keep(other, ({ cases }) => cases.insert(caseOf(concerned, doctor.id))));
});

it.each(['closeAccount', 'eraseAccount'])(
  '%s and whoever joins a child of the account lock the child first',
  async (name) => {
    const storages = await openTwo();
    for (const pause of [10, 40]) {
      const world = nextWorld();
      const { joinCode, people } = world;
      const [, , , , parent, joining] = people;
      const calls = [
        { name, input: { actor: parent, password: 'correct horse', email: parent.email } },
        { name: 'joinChild', input: { actor: joining, code: joinCode } },
      ];
      await expectSomeOrder(
        storages,
        world,
        calls.map((call, nth) => ({ ...call, nth, pauses: [pause] })),
      );
    }
  },
);

it('of two use cases that change one child at once, neither has relied on it before the other locks it', async () => {
  const storages = await openTwo();
  const reason = 'It was somebody else';
  for (const [name, input] of [
    ['correctChild', { firstName: 'Emil' }],
    ['withdrawParentInvitation', {}],
    ['correctPatient', { firstName: 'Emil' }],
    ['makePaperCode', {}],
    ['removePatientsParent', { reason }],
  ] as const) {
    const world = nextWorld();
    const [doctor, , , , parent, { email }] = world.people;
    const actor = /Pa(tient|per)/.test(name) ? doctor : parent;
    const of = { email, ...input, actor, childId: world.children[0]?.id, parentId: parent.id };
    const calls = [0, 1].map((nth) => ({ name, input: of, nth, pauses: [20] }));
    await expectSomeOrder(storages, world, calls);
  }
});

it('of two managers who add a phrase of the practice at once, the second finds that of the first', async () => {
  const storages = await openTwo();
  const world = nextWorld();
  const managers = world.people.slice(0, 2).map((account) => ({ ...account, isManager: true }));
  const calls = managers.map((actor, nth) => {
    const input = { actor, kind: 'reason', text: 'Seen again', isOfPractice: true };
    return { name: 'addPhrase', input, nth, pauses: [20] };
  });
  await expectSomeOrder(storages, world, calls, (storage) =>
    keep(storage, async ({ accounts }) => {
      for (const { id } of managers) await accounts.setManager(id, true);
    }),
  );
});

it('of two units that insert one number of a parent at once, the second is refused', async () => {
  const [one, other] = await openTwo();
  const parent = await keepAccount(one, 'Par');
  const [inserted, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = keep(one, async ({ children }) => {
    await children.insert(child('756.1'), parent.id);
    // Behind this answer, the insert was sent and made.
    await children.ofParent(parent.id, { after: undefined, size: 9 });
    inserted.resolve();
    await ending.promise;
  });
  await inserted.promise;
  const looked = Promise.withResolvers<void>();
  const second = other.write(async ({ children }) => {
    const outcome = await children.insert(child('756.1'), parent.id);
    looked.resolve();
    return outcome;
  });
  // It has found no such number, and waits for the first one's commit.
  await looked.promise;
  ending.resolve();
  await first;
  expect(await second).toEqual(refuse('CHILD_KNOWN'));
});

it('what a process encrypts that has not heard of a new key is encrypted again with it, and loses nothing', async () => {
  const [one, other] = await openTwo();
  const parent = await keepAccount(one, 'Par');
  await keep(other, ({ dataKeys }) => dataKeys.rotate());
  let runs = 0;
  const insert = (number: string) =>
    keep(one, ({ children }) => {
      runs += 1;
      return children.insert(child(number), parent.id);
    });
  await insert('756.1');
  await insert('756.2');
  // The first one twice: nobody waits for the count of keys.
  expect(runs).toBeGreaterThan(2);
  const numbers = await keep(other, ({ texts }) => texts.reencrypt('Child', { after: undefined, size: 9 }));
  expect(numbers).toMatchObject({ encrypted: 0 });
});

it('a new key is in use only when no unit of work of another process still encrypts with the former one', async () => {
  const [one, other] = await openTwo();
  const parent = await keepAccount(one, 'Par');
  const encrypt = ({ children }: Stores) => children.insert(child('756.1'), parent.id);
  await expectToWait(one, encrypt, () => keep(other, ({ dataKeys }) => dataKeys.rotate()));
});

it('a store leaves records to another that gives places at this moment; who reads the trail waits', async () => {
  const { database, open, query } = await postgresPlace();
  const [storage, other] = [await open(), await connectBeside(database)];
  await keepRecords(storage, auditRecord());
  await other.query('BEGIN; SELECT 1 FROM "AuditEnd" FOR UPDATE');
  await storage.sequence([]);
  const pending = 'SELECT count(*)::int AS count FROM "AuditPending"';
  expect(await query(pending)).toEqual([{ count: 1 }]);
  const found = storage.read.audit.records({}, { after: 0, size: 9 });
  await other.query('ROLLBACK');
  expect(await found).toHaveLength(1);
  // An end that somebody has removed is no lock.
  await keepRecords(storage, auditRecord());
  await query('DELETE FROM "AuditEnd"');
  await storage.sequence([]);
  expect(await query(pending)).toEqual([{ count: 0 }]);
});

it('a unit of many steps has no time for more after a while, so that others get what it locks', async () => {
  const [store] = await openTwo();
  const steps = store.write(async ({ accounts }, hasTime) => {
    do await accounts.any().then(() => sleep(20));
    while (await hasTime());
    return ok('ended');
  });
  expect(await steps).toEqual(ok('ended'));
});

it('no record is missing of a unit of work that expected in vain to be the first of its key', async () => {
  const { open } = await postgresPlace();
  const storage = await open({ bounds: { ...PATIENT, writers: 1 } });
  const attempts = { count: 1, notBefore: at(0), forgottenAt: at(100), underWay: [] };
  const begin = () =>
    keep(storage, async ({ audit, throttles }) => {
      await audit.append(auditRecord());
      return throttles.begin([{ key: 'one', attempts }]);
    });
  expect([await begin(), await begin()]).toEqual([true, false]);
  await keepRecords(storage, auditRecord());
  expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 3 });
});
