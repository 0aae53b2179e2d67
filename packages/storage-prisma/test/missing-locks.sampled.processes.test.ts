import { setTimeout as sleep } from 'node:timers/promises';
import { expectSomeOrder, nextWorld } from '@health-case/domain/contracts/interleavings';
import type { Call } from '@health-case/domain/contracts/interleavings/calls';
import type { World } from '@health-case/domain/contracts/interleavings/world';
import { coverOf } from '@health-case/domain/contracts/storage/cover';
import { sessionOf } from '@health-case/domain/contracts/storage/login';
import {
  at,
  caseOf,
  child,
  hash,
  keep,
  keepAccount,
  keepCase,
  mailOf,
  nextId,
} from '@health-case/domain/contracts/storage/samples';
import { ActorErased } from '@health-case/domain/errors';
import type { Account, CodeDigest, Role } from '@health-case/domain/model/account';
import { daysAfter } from '@health-case/domain/model/calendar';
import type { Child, SocSecNum } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { NameSearch } from '@health-case/domain/model/names';
import { type Passkey, type PasskeyId, useAt } from '@health-case/domain/model/passkey';
import { accept, type FactorSecret } from '@health-case/domain/model/second-factor';
import type { StaffInvitation } from '@health-case/domain/model/staff';
import type { PersonName } from '@health-case/domain/model/values';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import { beforeAll, expect, it } from 'vitest';
import { openPostgresStorage } from '../src/postgresql/storage.ts';
import { administer } from '../testing/administer.ts';
import { createTestDatabase } from '../testing/postgres-databases.ts';
import { keyring, onSend, PATIENT } from './support/stores.ts';

/** Milliseconds before each call of a store: sooner or later long enough for both units to read before one writes. */
const PAUSES = [10, 20, 40, 80, 160, 320];

/** Two over one database for the calls, whose worlds have nothing in common, and two over another for the units. */
let storagesOf: Readonly<Record<'calls' | 'units', readonly [Storage, Storage]>>;
beforeAll(async () => {
  const openTwo = async () => {
    const { url, drop } = await createTestDatabase();
    const open = () => openPostgresStorage({ url, keyring: keyring(), bounds: PATIENT });
    const two = [await open(), await open()] as const;
    const remove = async () => {
      await Promise.all(two.map(({ close }) => close()));
      // Without a lock, units may well wait for each other.
      await administer(url, 'SELECT pg_stat_reset()');
      await drop();
    };
    return { two, remove };
  };
  const [calls, units] = [await openTwo(), await openTwo()];
  storagesOf = { calls: calls.two, units: units.two };
  return async () => void (await Promise.all([calls.remove(), units.remove()]));
});

/** Before a release each lock is taken away, otherwise one of six: all others are seen to be sent. */
const { WHOLE } = process.env;
let plants = 0;

/** Something stands while the lock is there that a change takes away, and falls without it. */
const standsWithLockAlone = async (
  change: (text: string) => string,
  stands: (pause: number) => Promise<unknown>,
  fall?: string,
): Promise<void> => {
  let locks = 0;
  let isAway = false;
  onSend((text) => {
    const changed = change(text);
    if (changed !== text) locks += 1;
    return isAway ? changed : text;
  });
  // Some are sent only where both units are early enough.
  for (const pause of PAUSES.slice(1)) if (locks === 0) await stands(pause);
  expect(locks).toBeGreaterThan(0);
  plants += 1;
  if (!WHOLE && plants % 6 > 0) return;
  isAway = true;
  const fallen = async () => {
    for (const pause of PAUSES) await stands(pause);
  };
  await expect(fallen()).rejects.toThrow(fall);
};

/** `pace`: how much longer than others it pauses. */
type Paced = Call & { readonly pace?: number };
type Plant = readonly [lock: string, change: (text: string) => string, calls: (world: World) => readonly Paced[]];

const without =
  (lock: RegExp, of: RegExp = /./) =>
  (text: string) =>
    of.test(text) ? text.replace(lock, '') : text;
const call = (name: string, input: Call['input']): Call => ({ name, input });
const CHANGE = / FOR NO KEY UPDATE$/;

const PLANTS: readonly Plant[] = [
  [
    'of the case that is found',
    without(CHANGE, /FROM "Case" WHERE "id" = \$1/),
    ({ people: [actor], cases: [, other] }) =>
      ['addTask', 'finishCase'].map((name) => call(name, { actor, caseId: other?.id, title: 'Blood count' })),
  ],
  [
    'of the case of a task that is found',
    without(CHANGE, /FROM "Case" WHERE "id" = \(/),
    ({ people: [actor], tasks: [task] }) => Array(2).fill(call('closeTask', { actor, taskId: task?.id })),
  ],
  [
    'of the case whose certification is revoked',
    without(CHANGE, /FROM "Case" WHERE "id"/),
    ({ people: [actor], tasks: [, , , task] }) => [
      call('createCertificate', { actor, id: task?.id, disclosed: 'name' }),
      call('revokeCertification', { actor, id: task?.id, reason: 'Found otherwise' }),
    ],
  ],
  [
    'of the case that is handed over',
    without(CHANGE, /FROM "Case" WHERE "id" = \$1/),
    ({ people: [actor, { id: doctorId }], cases: [found] }) => [
      call('addTask', { actor, caseId: found?.id, title: 'Blood count' }),
      call('handOverCase', { actor, caseId: found?.id, doctorId }),
    ],
  ],
  [
    // Either is enough: both units lock both.
    'of the child whose invitation is withdrawn, and of who has sent it',
    without(/ FOR [A-Z ]+$/, /FROM "(Child|Account)" WHERE "id"/),
    ({ people: [, , , , actor], email, children: [invitedTo] }) => [
      // It calls the store more rarely, and must not be done before the other begins to remove.
      { ...call('sendInvitation', {}), pace: 2 },
      call('withdrawParentInvitation', { actor, childId: invitedTo?.id, email: email('new') }),
    ],
  ],
  [
    'of an account that is found by its id',
    without(CHANGE, /FROM "Account" WHERE "id"/),
    // Two changes wait for each other's attempt already. The operator's is none.
    ({ people: [actor] }) => [
      call('changePassword', { actor, password: 'correct horse', newPassword: 'battery staple' }),
      call('setPassword', { email: actor.email, newPassword: 'a third one' }),
    ],
  ],
  [
    'of an invitation',
    without(CHANGE, /FROM "Invitation"/),
    ({ people: [{ firstName, lastName }], email, code }) =>
      ['new', 'newer'].map((name) => {
        const names = { firstName, lastName, email: email(name), role: 'Doc' };
        return call('registerAccount', { ...names, password: 'correct horse', invitation: code, through: 'A' });
      }),
  ],
  [
    'of the link of an assistant',
    without(CHANGE, /FROM "Assistance" WHERE "doctorId"/),
    ({ people: [actor, , assistant] }) =>
      Array(2).fill(call('unlinkAssistant', { actor, doctorId: actor.id, assistantId: assistant.id })),
  ],
  [
    'of the account whose deputies are compared',
    without(CHANGE, /^SELECT 1 FROM "Account" WHERE "id" = \$1/),
    ({ people: [actor, { id: deputyId }], today }) => {
      const days = { firstDay: daysAfter(today, 1), lastDay: daysAfter(today, 2) };
      return Array(2).fill(call('nameDeputy', { actor, doctorId: actor.id, deputyId, ...days }));
    },
  ],
  [
    'of the account whose children are compared',
    without(CHANGE, /^SELECT 1 FROM "Account" WHERE "id" = \$1/),
    ({ people: [actor] }) => {
      const noor = { firstName: 'Noor', lastName: 'Bakker', birthDate: '2019-02-03', title: 'Croup' };
      return Array(2).fill(call('enterChild', { actor, doctorId: actor.id, ...noor }));
    },
  ],
  [
    'of the cover that is found',
    without(CHANGE, /FROM "Cover" WHERE "id"/),
    ({ people: [actor], cover: coverId }) => Array(2).fill(call('endCover', { actor, coverId })),
  ],
  [
    'of the cases of a child that is erased',
    without(/ FOR UPDATE$/, /FROM "Case" WHERE "childId"/),
    ({ people: [actor], cases: [found], children: [child] }) => [
      call('addTask', { actor, caseId: found?.id, title: 'Blood count' }),
      call('eraseChild', { childId: child?.id }),
    ],
  ],
  [
    'of the cases of a child that is corrected',
    without(/ FOR UPDATE$/, /FROM "Case" WHERE "childId"/),
    ({ people: [doctor, , , , parent], tasks: [, , task], children: [child] }) => [
      call('issueCertification', { actor: doctor, id: task?.id }),
      call('correctChild', { actor: parent, childId: child?.id, firstName: 'Emil' }),
    ],
  ],
  [
    'of the attempts that are counted',
    (text) =>
      without(CHANGE, /FROM "Throttled"/)(text).replace('pg_advisory_xact_lock(hashtextextended("key", 0))', '"key"'),
    ({ people: [, , , , parent] }) => Array(2).fill(call('logIn', { email: parent.email, password: 'battery staple' })),
  ],
  [
    'of the outcome that is kept for a key',
    without(/ WHERE "KeptOutcome"."at" < \$5/),
    ({ people: [, , , , actor] }) => {
      const { firstName, lastName } = actor;
      return Array(2).fill(call('addChild', { actor, firstName, lastName, idempotencyKey: 'a key' }));
    },
  ],
];
it.each(PLANTS)('use cases that run at once show it if a lock is missing: that %s', async (_, change, calls) => {
  const play = (pause: number) => {
    const world = nextWorld();
    const made = calls(world).map(({ pace = 1, ...one }, nth) => ({ ...one, nth, pauses: [pace * pause] }));
    return expectSomeOrder(storagesOf.calls, world, made);
  };
  await standsWithLockAlone(change, play, 'no order comes to this');
});

type Stands = (storage: Storage, pause: number) => Promise<void>;

/** Two units at once, each of which ends so many milliseconds after its work. */
const twice = async <T>(storage: Storage, pause: number, work: (stores: Stores, nth: 0 | 1) => Promise<T>) => {
  const unit = (nth: 0 | 1) =>
    keep(storage, async (stores) => {
      const result = await work(stores, nth);
      await sleep(pause);
      return result;
    });
  return Promise.all([unit(0), unit(1)]);
};

/** A unit that goes on so many milliseconds after its first steps, with what these return, and what is done in between. */
const meanwhile = async <T>(
  storage: Storage,
  pause: number,
  first: (stores: Stores) => Promise<unknown>,
  done: () => Promise<T>,
): Promise<T> => {
  const begun = Promise.withResolvers<void>();
  const unit = keep(storage, async (stores) => {
    const rest = await first(stores);
    begun.resolve();
    await sleep(pause);
    if (typeof rest === 'function') await rest();
  });
  await Promise.race([begun.promise, unit]);
  return (await Promise.all([done(), unit]))[0];
};

/** Of two units that find something and use it, one has. */
const isUsedOnce = async <Found>(
  storage: Storage,
  pause: number,
  find: (stores: Stores) => Promise<Found | undefined>,
  use: (stores: Stores, found: Found) => Promise<unknown>,
) => {
  const used = await twice(storage, 0, async (stores) => {
    const found = await find(stores);
    await sleep(pause);
    return found !== undefined && (await use(stores, found)) !== false;
  });
  expect(used.filter(Boolean)).toHaveLength(1);
};

/** An account is erased, and meanwhile does something, which must fail. */
const actsWhileErased = async (
  storage: Storage,
  pause: number,
  role: Role,
  act: (stores: Stores, by: Account) => Promise<unknown>,
) => {
  const account = await keepAccount(storage, role);
  const erase = async ({ accounts, cases }: Stores) => {
    await cases.ongoingOf(account.id, 1);
    return () => accounts.erase(account.id, at(9));
  };
  await meanwhile(storage, pause, erase, () =>
    expect(keep(storage, (stores) => act(stores, account))).rejects.toEqual(new ActorErased()),
  );
};

const numbered = (one: Child, number: string): Child => ({ ...one, socSecNum: number as SocSecNum });
const renumber =
  (one: Child, number: string, by: Account['id']) =>
  ({ children }: Stores) =>
    children.renumber(numbered(one, number), by);

/** A child of two parents, and another child of the second one alone. */
const keepShared = async (storage: Storage) => {
  const [first, second] = [(await keepAccount(storage, 'Par')).id, (await keepAccount(storage, 'Par')).id];
  const [shared, own] = [child('1111'), child('2222')];
  await keep(storage, async ({ children }) => {
    await children.insert(shared, first);
    await children.insert(own, second);
    await children.addParent(shared.id, second);
  });
  return { first, second, shared, own };
};

/** What units of the stores do at once, and what only the lock makes come true. */
const inviteStaff = async (storage: Storage) => {
  const [invitedBy, digest] = [(await keepAccount(storage, 'Doc')).id, nextId<CodeDigest>()];
  const email = `${nextId()}@example.org` as EmailAddress;
  const invitation = { email, role: 'Ast', invitedBy, invitedAt: at(1), expiresAt: at(9), digest } as const;
  await keep(storage, ({ staffInvitations }) => staffInvitations.save(invitation));
  return invitation;
};

const OF_STORES: readonly (readonly [lock: string, change: (text: string) => string, stands: Stands])[] = [
  [
    'of an account that is disabled',
    (text) => text.replace(/(FROM "Account" WHERE "id" = \$1) FOR UPDATE$/, '$1'),
    async (storage, pause) => {
      const [doctor, parent, one] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Par'), child()];
      await keep(storage, ({ children }) => children.insert(one, parent.id));
      const open = async ({ accounts, cases }: Stores) => {
        const isThere = await accounts.findAvailable(doctor.id);
        return () => isThere && cases.insert(caseOf(one, doctor.id));
      };
      await meanwhile(storage, pause, open, async () => {
        await keep(storage, ({ accounts }) => accounts.setDisabled(doctor.id, at(9)));
        // Whoever has disabled the account is told what waits with it.
        expect(await storage.read.cases.ongoingOf(doctor.id, 9)).toHaveLength(1);
      });
    },
  ],
  [
    'of those who manage the practice',
    without(CHANGE, /FROM "Account" WHERE "isManager"/),
    async (storage, pause) => {
      const pair = await Promise.all(
        ['Doc', 'Ast'].map((role) => keepAccount(storage, role as Role, { isManager: true })),
      );
      const stepDown = ({ id }: Account) =>
        keep(storage, async ({ accounts }) => {
          const left = (await accounts.managers()).filter((one) => pair.some((mine) => mine.id === one.id));
          await sleep(pause);
          if (left.length > 1) await accounts.setManager(id, false);
        });
      await Promise.all(pair.map(stepDown));
      const left = await Promise.all(pair.map(({ id }) => storage.read.accounts.find(id)));
      expect(left.filter((one) => one?.isManager)).toHaveLength(1);
    },
  ],
  [
    'of the code of an invitation of staff',
    without(CHANGE, /FROM "StaffInvitation" WHERE "digest"/),
    async (storage, pause) => {
      const { digest, email } = await inviteStaff(storage);
      const find = ({ staffInvitations }: Stores) => staffInvitations.findByCode(digest);
      await isUsedOnce(storage, pause, find, ({ staffInvitations }) => staffInvitations.remove(email));
    },
  ],
  [
    'of an invitation of staff that is withdrawn while its mail is sent',
    without(CHANGE, /FROM "StaffInvitation" WHERE "email"/),
    async (storage, pause) => {
      const { email } = await inviteStaff(storage);
      const change = (act: (stores: Stores, invitation: StaffInvitation) => Promise<void>, pace: number) =>
        keep(storage, async (stores) => {
          const found = await stores.staffInvitations.find(email);
          await sleep(pause * pace);
          if (found) await act(stores, found);
        });
      const [sending, withdrawing] = [
        change(({ staffInvitations }, found) => staffInvitations.save({ ...found, digest: nextId() }), 2),
        change(({ staffInvitations }) => staffInvitations.remove(email), 1),
      ];
      await Promise.all([sending, withdrawing]);
      expect(await storage.read.staffInvitations.find(email)).toBeUndefined();
    },
  ],
  [
    'of the code to set up the practice',
    without(CHANGE, /FROM "SetupCode"/),
    async (storage, pause) => {
      const code = { digest: nextId<string>().padEnd(43, '0') as CodeDigest, expiresAt: at(9) };
      await keep(storage, ({ setupCodes }) => setupCodes.save(code));
      const find = ({ setupCodes }: Stores) => setupCodes.find(code.digest);
      await isUsedOnce(storage, pause, find, ({ setupCodes }) => setupCodes.remove());
    },
  ],
  [
    'of a code that is found',
    without(CHANGE, /FROM "AccountCode"/),
    async (storage, pause) => {
      const { id: accountId } = await keepAccount(storage, 'Par');
      const code = { digest: nextId<CodeDigest>(), accountId, expiresAt: at(9), purpose: 'reset' } as const;
      await keep(storage, ({ accountCodes }) => accountCodes.save(code));
      const find = ({ accountCodes }: Stores) => accountCodes.find(code.digest);
      await isUsedOnce(storage, pause, find, ({ accountCodes }) => accountCodes.removeAll(accountId));
    },
  ],
  [
    'of a code to become a parent',
    (text) => without(/ FOR (UPDATE|NO KEY UPDATE)$/, /FROM "(Child|JoinCode)" WHERE "(id|digest)" =/)(text),
    async (storage, pause) => {
      const { child, parent } = await keepCase(storage);
      const [email, digest] = ['ben@example.org' as EmailAddress, nextId<CodeDigest>()];
      const code = { digest, childId: child.id, email, invitedBy: parent.id, expiresAt: at(9) };
      await keep(storage, ({ joinCodes }) => joinCodes.save(code));
      const find = ({ joinCodes }: Stores) => joinCodes.find(digest);
      await isUsedOnce(storage, pause, find, ({ joinCodes }) => joinCodes.remove(digest));
    },
  ],
  [
    'of the words by which a doctor finds a child',
    without(/ FOR (UPDATE|KEY SHARE)$/, /FROM "PatientWord"/),
    async (storage, pause) => {
      const [{ child, doctor, case: facts }, { id: other }] = [
        await keepCase(storage),
        await keepAccount(storage, 'Doc'),
      ];
      const open = ({ cases }: Stores) => cases.insert(caseOf(child, doctor.id));
      const handOver = ({ cases }: Stores) => cases.handOver({ ...facts, doctorId: other }, doctor.id);
      await meanwhile(storage, pause, open, () => keep(storage, handOver));
      const found = ['mia'] as readonly string[] as NameSearch;
      expect(await storage.read.children.searchOfDoctor(doctor.id, found, { after: undefined, size: 9 })).toHaveLength(
        1,
      );
    },
  ],
  [
    'of a child whose parents are found',
    without(/ FOR UPDATE$/, /FROM "Child" WHERE "id" = \$1/),
    async (storage, pause) => {
      const { child, parent } = await keepCase(storage);
      const leaving = [parent, await keepAccount(storage, 'Par')] as const;
      await keep(storage, ({ children }) => children.addParent(child.id, leaving[1].id));
      await twice(storage, 0, async ({ children }, nth) => {
        const found = await children.parents(child.id);
        await sleep(pause);
        if (found.length > 1) await children.removeParent(child.id, leaving[nth].id);
      });
      expect(await storage.read.children.parents(child.id)).toHaveLength(1);
    },
  ],
  [
    'of a child that is corrected',
    without(/ FOR UPDATE$/, /FROM "Child" WHERE "id" = \$1/),
    async (storage, pause) => {
      const { child } = await keepCase(storage);
      await twice(storage, 0, async ({ children }) => {
        const found = await children.record(child.id);
        await sleep(pause);
        if (found) await children.correct({ ...found, firstName: `${found.firstName}a` as PersonName });
      });
      expect((await storage.read.children.record(child.id))?.firstName).toBe('Miaaa');
    },
  ],
  [
    'of the account that is expected to have the password that was proven',
    without(/(?<=AND "disabledAt" IS NULL) FOR NO KEY UPDATE/),
    async (storage, pause) => {
      const account = await keepAccount(storage, 'Par');
      const change = async ({ accounts, sessions }: Stores) => {
        await accounts.setPassword(account.id, hash('new'));
        await sessions.endAll(account.id);
      };
      const begin = async ({ accounts, sessions }: Stores) => {
        const isSame = await accounts.stillHas({ account, passwordHash: hash('hash') });
        if (isSame) await sessions.insert(sessionOf(account.id));
      };
      await meanwhile(storage, pause, change, () => keep(storage, begin));
      expect(await storage.read.sessions.ofAccount(account.id, { after: undefined, size: 9 })).toEqual([]);
    },
  ],
  [
    'of a child that a unit relies on',
    without(/ FOR KEY SHARE$/, /FROM "Child" WHERE "id" = \$1/),
    async (storage, pause) => {
      const [gone, kept] = [await keepCase(storage), await keepCase(storage)];
      const open = async ({ cases, children }: Stores) => {
        const isOwn = await children.isOfParent(gone.child.id, gone.parent.id);
        return () => isOwn && cases.insert(caseOf(gone.child, gone.doctor.id));
      };
      const merge = ({ children }: Stores) => children.merge(gone.child.id, kept.child.id);
      expect((await meanwhile(storage, pause, open, () => keep(storage, merge))).cases).toBe(2);
    },
  ],
  [
    'of the second entry of a child, the number of which may just be corrected',
    without(/ FOR UPDATE$/, /FROM "Child" WHERE "id" = \$1/),
    async (storage, pause) => {
      const [parent, joining] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
      const [kept, own] = [child('756.1234'), child('756.1234')];
      await keep(storage, async ({ children }) => {
        await children.insert(kept, parent.id);
        await children.insert(own, joining.id);
      });
      const correct = async ({ children }: Stores) => {
        await children.record(own.id);
        return () => children.correct(numbered(own, '756.1235'));
      };
      const merge = async ({ children }: Stores) => {
        const same = await children.sameOfParent(kept.id, joining.id);
        if (same) await children.merge(same, kept.id);
      };
      await meanwhile(storage, pause, correct, () => keep(storage, merge));
      expect((await storage.read.children.record(own.id))?.socSecNum).toBe('756.1235');
    },
  ],
  [
    'of another child that has the number',
    without(/ FOR KEY SHARE$/, /FROM "Child" WHERE "id" = \$1/),
    async (storage, pause) => {
      const { first, second, shared, own } = await keepShared(storage);
      await meanwhile(storage, pause, renumber(own, '3333', second), () =>
        keep(storage, renumber(shared, '2222', first)),
      );
      const again = await keep(storage, ({ children }) => children.insert(child('2222'), second));
      expect(again).toEqual(refuse('CHILD_KNOWN'));
    },
  ],
  [
    'of a child whose number is compared now, as another one has it no more',
    without(CHANGE, /"parentId" = \$1 AND "socSecFingerprint" IS NULL/),
    async (storage, pause) => {
      const { first, second, shared, own } = await keepShared(storage);
      await keep(storage, async ({ children }) => {
        await children.insert(child('5555'), second);
        await children.renumber(numbered(shared, '2222'), first);
      });
      await meanwhile(storage, pause, renumber(shared, '5555', first), () =>
        keep(storage, renumber(own, '3333', second)),
      );
      const another = await keep(storage, ({ children }) => children.insert(child('2222'), second));
      expect(another).toEqual(ok(undefined));
    },
  ],
  [
    'of a second factor that is found',
    without(CHANGE, /FROM "SecondFactor" WHERE "accountId" =/),
    async (storage, pause) => {
      const { id: accountId } = await keepAccount(storage, 'Par');
      const factor = { accountId, secret: 'S' as FactorSecret, confirmedAt: at(1), lastStep: 0, recoveryCodes: [] };
      await keep(storage, ({ secondFactors }) => secondFactors.save(factor));
      const find = ({ secondFactors }: Stores) => secondFactors.find(accountId);
      await isUsedOnce(storage, pause, find, async ({ secondFactors }, found) => {
        const after = accept(found, { kind: 'one-time password', step: 1 });
        return after !== undefined && secondFactors.save(after);
      });
    },
  ],
  [
    'of a passkey that is found',
    without(CHANGE, /FROM "Passkey" WHERE "id" =/),
    async (storage, pause) => {
      const [{ id: accountId }, id] = [await keepAccount(storage, 'Par'), nextId<PasskeyId>()];
      const facts = { name: 'Phone' as Passkey['name'], publicKey: 'K' as Passkey['publicKey'], createdAt: at(1) };
      const passkey = { id, accountId, ...facts, counter: 0, lastUsedAt: undefined };
      await keep(storage, ({ passkeys }) => passkeys.insert(passkey));
      const find = ({ passkeys }: Stores) => passkeys.find(id);
      await isUsedOnce(storage, pause, find, async ({ passkeys }, found) => {
        const after = useAt(found, 1, at(2));
        return after !== undefined && passkeys.saveUse(after);
      });
    },
  ],
  [
    'of the cover by which a deputy works',
    without(CHANGE, /FROM "Cover" WHERE "deputyId"/),
    async (storage, pause) => {
      const [doctor, deputy] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Doc')];
      const cover = coverOf(doctor, deputy, [1, 2]);
      await keep(storage, ({ covers }) => covers.insert(cover));
      const order: string[] = [];
      const work = async ({ covers }: Stores) => {
        expect(await covers.counts(deputy.id, doctor.id, cover.firstDay)).toBe(true);
        return () => order.push('worked');
      };
      await meanwhile(storage, pause, work, async () => {
        await keep(storage, ({ covers }) => covers.remove(cover.id));
        order.push('ended');
      });
      expect(order).toEqual(['worked', 'ended']);
    },
  ],
  [
    'of a mail that is taken',
    without(/ FOR UPDATE SKIP LOCKED$/, /FROM "Mail"/),
    async (storage) => {
      const mails = [mailOf(), mailOf()];
      await keep(storage, async (stores) => {
        for (const mail of mails) await stores.mails.insert(mail);
      });
      // Neither ends before the other has taken one.
      const { promise: bothHave, resolve } = Promise.withResolvers<void>();
      let units = 0;
      const taken = await twice(storage, 0, async (stores) => {
        const mail = await stores.mails.nextDue(at(9));
        units += 1;
        if (units === 2) resolve();
        await bothHave;
        return mail;
      });
      expect(taken.map((mail) => mail?.id).toSorted()).toEqual(mails.map(({ id }) => id));
      for (const { id } of mails) await keep(storage, (stores) => stores.mails.remove(id));
    },
  ],
  [
    // Who signs in has the account, and then ends the daily mail: whoever takes that mail must not wait for the account.
    'of the account of a mail that is taken',
    without(/ FOR NO KEY UPDATE SKIP LOCKED/, /FROM "Mail"/),
    async (storage) => {
      const { id: accountId } = await keepAccount(storage, 'Par');
      const mail = mailOf({ kind: 'daily', kinds: [], accountId, to: undefined });
      await keep(storage, ({ mails }) => mails.insert(mail));
      const [signsIn, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const signingIn = keep(storage, async ({ accounts, mails }) => {
        await accounts.credentialsOf(accountId);
        signsIn.resolve();
        await looked.promise;
        await mails.removeDailyTo(accountId);
      });
      await signsIn.promise;
      const taken = await keep(storage, ({ mails }) => mails.nextDue(at(9))).finally(looked.resolve);
      await signingIn;
      expect(taken).toBeUndefined();
    },
  ],
  [
    'of the account whose child is added',
    without(/ FOR KEY SHARE/, /INTO "Parenthood"/),
    (storage, pause) => actsWhileErased(storage, pause, 'Par', ({ children }, { id }) => children.insert(child(), id)),
  ],
  [
    'of the account that works on a case',
    without(/ FOR KEY SHARE/, /INTO "CaseEvent"/),
    async (storage, pause) => {
      const { case: facts } = await keepCase(storage);
      const event = { id: nextId<never>(), caseId: facts.id, at: at(9), action: 'case reopened' } as const;
      await actsWhileErased(storage, pause, 'Doc', ({ history }, { id }) =>
        history.append({ ...event, by: id, reason: undefined, to: undefined }),
      );
    },
  ],
  [
    'of an address that nobody has',
    (text) => text.replace(/pg_advisory_xact_lock\(hashtextextended\(\$1, 1\)\)/, '$1::text'),
    async (storage, pause) => {
      const people = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')] as const;
      const email = `${nextId()}@example.org` as EmailAddress;
      const results = await twice(storage, pause, ({ accounts }, nth) =>
        accounts.setEmail(people[nth].id, email, undefined),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    },
  ],
];

it.each(OF_STORES)('units that run at once show it if a lock is missing: that %s', async (_, change, stands) => {
  await standsWithLockAlone(change, (pause) => stands(storagesOf.units[0], pause));
});
