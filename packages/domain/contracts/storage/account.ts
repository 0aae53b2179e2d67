import { ActorErased } from '@health-case/domain/errors';
import { type Account, CONFIRMED, type Profile } from '@health-case/domain/model/account';
import type { CaseEvent, OngoingCase } from '@health-case/domain/model/case';
import type { EmailAddress } from '@health-case/domain/model/email';
import { parseNameSearch } from '@health-case/domain/model/names';
import type { AccountId, PersonName } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { expectPages, idsOf } from './pages.ts';
import { account, at, caseOf, child, hash, insert, nextId } from './samples.ts';

const WHOLE = { after: undefined, size: 9 } as const;

export const accounts: Suite = (it) => {
  it('are given back as they were, by id and by address', async ({ read, keepAccount }) => {
    expect(await read.accounts.any()).toBe(false);
    const kept = await keepAccount('Doc', { firstName: '𝒜́𠮷 "quoted" \\ %_' as PersonName });
    expect(await read.accounts.any()).toBe(true);
    expect(await read.accounts.find(kept.id)).toEqual(kept);
    expect(await read.accounts.credentialsOf(kept.id)).toEqual({ account: kept, passwordHash: 'hash' });
    expect(await read.accounts.credentialsByEmail(kept.email)).toEqual({ account: kept, passwordHash: 'hash' });
  });

  it('are changed one at a time, and nothing is made where there is none', async ({ read, keep, keepAccount }) => {
    const [one, other] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const unknown = nextId<AccountId>();
    const names = { firstName: 'Zoë' as PersonName, lastName: '𠮷' as PersonName };
    const profile: Profile = { ...names, language: 'nl', notices: 'security' };
    const disable = (disabledAt: ReturnType<typeof at> | undefined) =>
      keep(async ({ accounts }) => {
        for (const id of [one.id, unknown]) {
          await accounts.setPassword(id, hash('new'));
          await accounts.setProfile(id, profile);
          await accounts.setSecondFactor(id, disabledAt !== undefined);
          await accounts.setDisabled(id, disabledAt);
        }
      });
    const { credentialsOf, credentialsByEmail, find } = read.accounts;
    await disable(at(5));
    const changed = { ...one, ...profile, secondFactor: true };
    expect(await credentialsOf(one.id)).toEqual({ account: changed, passwordHash: 'new', disabledAt: at(5) });
    await disable(undefined);
    const changedAgain = { ...changed, secondFactor: false };
    expect(await credentialsOf(one.id)).toEqual({ account: changedAgain, passwordHash: 'new' });
    expect(await credentialsOf(other.id)).toEqual({ account: other, passwordHash: 'hash' });
    const nobody = [find(unknown), credentialsOf(unknown), credentialsByEmail('nobody@example.org' as EmailAddress)];
    expect(await Promise.all(nobody)).toEqual([undefined, undefined, undefined]);
  });

  it('that still have what is known of them are not said to if they have not', async (scene) => {
    const changes: Readonly<Record<string, (id: AccountId, stores: Stores) => Promise<unknown>>> = {
      'another password': (id, { accounts }) => accounts.setPassword(id, hash('new')),
      'another address': (id, { accounts }) => accounts.setEmail(id, `${id}@example.com` as EmailAddress, undefined),
      'a second factor': (id, { accounts }) => accounts.setSecondFactor(id, true),
      disabled: (id, { accounts }) => accounts.setDisabled(id, at(5)),
      erased: (id, { accounts }) => accounts.erase(id, at(5)),
    };
    for (const [what, change] of Object.entries(changes)) {
      const kept = await scene.keepAccount('Par');
      const known = { account: kept, passwordHash: hash('hash') };
      await scene.keep((stores) => change(kept.id, stores));
      expect(await scene.keep(({ accounts }) => accounts.stillHas(known)), what).toBe(false);
      const now = await scene.read.accounts.credentialsOf(kept.id);
      const isTold = now?.account.secondFactor || now?.disabledAt !== undefined;
      if (now && isTold) expect(await scene.keep(({ accounts }) => accounts.stillHas(now)), what).toBe(false);
    }
  });

  it('are seen by address in a unit that does not await it', async ({ read, keep, keepAccount }) => {
    const { id, email } = await keepAccount('Par');
    const attempts = { count: 0, notBefore: at(0), forgottenAt: at(1), underWay: [at(2)] };
    const unknown = 'nobody@example.org' as EmailAddress;
    for (const keys of [[], ['one', 'another'], ['one']]) {
      let seen: Promise<unknown>[] = [];
      await keep(async ({ accounts, notices, throttles }) => {
        seen = [accounts.seenByEmail(unknown)];
        await notices.removeAll(id);
        seen.push(accounts.seenByEmail(email));
        // PostgreSQL runs the unit again if the attempts are there.
        for (const one of seen) one.catch(() => undefined);
        if (keys.length > 0) await throttles.begin(keys.map((key) => ({ key, attempts })));
      });
      expect(await Promise.all(seen)).toEqual([undefined, await read.accounts.credentialsByEmail(email)]);
    }
  });

  it('may have addresses that differ in an accent or a wildcard alone (D-07)', async ({ storage }) => {
    for (const name of ['ann', 'a_n', 'a%n', 'émile', 'emile']) {
      const email = `${name}@example.org` as EmailAddress;
      expect(await insert(storage, account('Par', { email }))).toEqual(ok(undefined));
    }
  });

  it('have an address each, whatever their roles, also if many register it at once (D-07)', async (scene) => {
    const { storage, read } = scene;
    const email = `${nextId()}@example.org` as EmailAddress;
    const people = Array.from({ length: 20 }, (_, nth) => account(nth % 2 === 0 ? 'Par' : 'Doc', { email }));
    const results = await Promise.all(people.map((person) => insert(storage, person)));
    const [first, ...more] = people.filter((_, nth) => results[nth]?.ok);
    expect(more).toEqual([]);
    expect(await insert(storage, account('Ast', { email }))).toEqual(refuse('EMAIL_TAKEN'));
    expect((await read.accounts.credentialsByEmail(email))?.account).toEqual(first);
    const found = await Promise.all(people.map(({ id }) => read.accounts.find(id)));
    expect(found.filter(Boolean)).toEqual([first]);
  });
};

export const addresses: Suite = (it) => {
  it('are changed to one that no other account has', async ({ keep, read, keepAccount }) => {
    const [one, other] = [await keepAccount('Par'), await keepAccount('Doc')];
    const email = `${nextId()}@example.org` as EmailAddress;
    const setEmail = (id: AccountId, wanted: EmailAddress) =>
      keep(({ accounts }) => accounts.setEmail(id, wanted, at(20)));
    expect(await setEmail(one.id, other.email)).toEqual(refuse('EMAIL_TAKEN'));
    expect(await setEmail(one.id, one.email)).toEqual(ok(undefined));
    expect(await setEmail(nextId(), email)).toEqual(ok(undefined));
    expect(await read.accounts.find(one.id)).toEqual({ ...one, provenAt: at(20) });
    expect(await setEmail(one.id, email)).toEqual(ok(undefined));
    expect(await setEmail(other.id, one.email)).toEqual(ok(undefined));
    const addresses = [email, one.email, other.email];
    const found = await Promise.all(addresses.map((address) => read.accounts.credentialsByEmail(address)));
    expect(found.map((known) => known?.account)).toEqual([
      { ...one, email, provenAt: at(20) },
      { ...other, email: one.email, provenAt: at(20) },
      undefined,
    ]);
  });

  it('are proven until they are freed, for another account to have (D-28)', async ({ keep, read, keepAccount }) => {
    const [one, other] = [await keepAccount('Par'), await keepAccount('Doc')];
    await keep(({ accounts }) => accounts.setProven(one.id, at(20)));
    expect(await read.accounts.find(one.id)).toEqual({ ...one, provenAt: at(20) });
    await keep(({ accounts }) => accounts.freeEmail(one.id));
    expect(await read.accounts.find(one.id)).toEqual({ ...one, email: one.id });
    expect(await read.accounts.credentialsByEmail(one.email)).toBeUndefined();
    expect(await keep(({ accounts }) => accounts.setEmail(other.id, one.email, undefined))).toEqual(ok(undefined));
    expect(await read.accounts.find(other.id)).toEqual({ ...other, email: one.email });
  });

  it('go to one account, also if many change to one or register with it at once', async (scene) => {
    const { storage, read, keepAccount } = scene;
    for (let round = 0; round < 5; round += 1) {
      const email = `${nextId()}@example.org` as EmailAddress;
      const known = await Promise.all(Array.from({ length: 6 }, () => keepAccount('Par')));
      const fresh = known.map(() => account('Doc', { email }));
      const results = await Promise.all(
        known.flatMap(({ id }, nth) => [
          storage.write(({ accounts }) => accounts.setEmail(id, email, undefined)),
          insert(storage, fresh[nth]),
        ]),
      );
      const winners = known.flatMap(({ id }, nth) => [id, fresh[nth]?.id]).filter((_, nth) => results[nth]?.ok);
      expect(winners).toEqual([(await read.accounts.credentialsByEmail(email))?.account.id]);
      expect(results.filter((result) => !result.ok)).toEqual(Array(11).fill(refuse('EMAIL_TAKEN')));
    }
  });
};

export const operatorsAccounts: Suite = (it) => {
  it('are all listed in the order of their ids, without their passwords', async ({ read, keep, keepAccount }) => {
    const kept = [await keepAccount('Doc'), await keepAccount('Ast'), await keepAccount('Par')];
    const [, disabled] = kept.map(({ id }) => id);
    if (disabled) await keep(({ accounts }) => accounts.setDisabled(disabled, at(5)));
    const known = kept.map((one) => ({ account: one, disabledAt: one.id === disabled ? at(5) : undefined }));
    await expectPages(read.accounts.all, known, idsOf(kept));
  });

  it('lose their data when they are erased, and are found no more; what they did stays', async (scene) => {
    const { read, keep, keepAccount, keepCase } = scene;
    const { case: facts, doctor } = await keepCase();
    const [assistant, other] = [await keepAccount('Ast'), await keepAccount('Doc')];
    await keep(async ({ assistants }) => {
      for (const { id } of [doctor, other]) await assistants.link(id, assistant.id);
    });
    const erase = (id: AccountId) => keep(({ accounts }) => accounts.erase(id, at(9)));
    await erase(doctor.id);
    await erase(nextId());
    const whole = { after: undefined, size: 9 };
    const { accounts, assistants } = read;
    expect(await accounts.find(doctor.id)).toBeUndefined();
    expect(await accounts.credentialsOf(doctor.id)).toBeUndefined();
    expect(await accounts.credentialsByEmail(doctor.email)).toBeUndefined();
    expect((await accounts.doctors(whole)).map(({ id }) => id)).toEqual([other.id]);
    expect((await accounts.all(whole)).map(({ account: { id } }) => id)).not.toContain(doctor.id);
    expect(await assistants.ofDoctor(doctor.id, whole)).toEqual([]);
    expect(await assistants.assists(assistant.id, other.id)).toBe(true);
    expect(await read.cases.find(facts.id)).toEqual(facts);
    await erase(assistant.id);
    expect(await assistants.assists(assistant.id, other.id)).toBe(false);
    expect(await insert(scene.storage, account('Par', { email: doctor.email }))).toEqual(ok(undefined));
  });

  it('keep names that are to stay, beside what they did, and are found no more otherwise', async (scene) => {
    const { read, keep, keepCase } = scene;
    const { doctor } = await keepCase();
    const wanted = must(parseNameSearch(doctor.firstName));
    await keep(({ accounts }) => accounts.erase(doctor.id, at(9), 'names'));
    const { id, firstName, lastName, role } = doctor;
    expect(await read.accounts.namesOf([id])).toEqual([{ id, firstName, lastName, role, isAvailable: false }]);
    const whole = { after: undefined, size: 9 };
    expect([await read.accounts.find(id), await read.accounts.credentialsByEmail(doctor.email)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await read.accounts.search('Doc', wanted, whole)).toEqual([]);
    await keep(({ accounts }) => accounts.erase(id, at(9)));
    expect(await read.accounts.namesOf([id])).toEqual([]);
  });

  it('say whom an assistant assists, a page at a time, also who cannot log in', async ({ read, keep, keepAccount }) => {
    const [first, second, other] = [await keepAccount('Doc'), await keepAccount('Doc'), await keepAccount('Doc')];
    const [assistant, colleague] = [await keepAccount('Ast'), await keepAccount('Ast')];
    await keep(async ({ accounts, assistants }) => {
      for (const { id } of [second, first]) await assistants.link(id, assistant.id);
      await assistants.link(other.id, colleague.id);
      await accounts.setDisabled(second.id, at(1));
    });
    const page = (after: AccountId | undefined) => read.assistants.doctorsOf(assistant.id, { after, size: 1 });
    expect(await page(undefined)).toEqual([{ id: first.id }]);
    expect(await page(first.id)).toEqual([{ id: second.id }]);
    expect(await page(second.id)).toEqual([]);
  });

  it('can be chosen while they can log in, and then only', async ({ read, keep, keepAccount }) => {
    const [doctor, other] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const [assistant, whole] = [await keepAccount('Ast'), { after: undefined, size: 9 }];
    const name = must(parseNameSearch(doctor.firstName));
    await keep(({ assistants }) => assistants.link(other.id, assistant.id));
    const setDisabled = (moment: ReturnType<typeof at> | undefined) =>
      keep(async ({ accounts }) => {
        for (const { id } of [doctor, assistant]) await accounts.setDisabled(id, moment);
      });
    const chosen = async () => {
      const { accounts, assistants } = read;
      return {
        by: [await accounts.findAvailable(doctor.id), await accounts.findAvailable(assistant.id)],
        listed: (await accounts.doctors(whole)).map(({ id }) => id),
        found: (await accounts.search('Doc', name, whole, 'available')).map(({ account: { id } }) => id),
        assists: (await assistants.ofDoctor(other.id, whole)).map(({ isAvailable }) => isAvailable),
      };
    };
    const both = [doctor.id, other.id];
    const all = { by: [doctor, assistant], listed: both, found: both, assists: [true] };
    expect(await chosen()).toEqual(all);
    await setDisabled(at(5));
    const left = { by: [undefined, undefined], listed: [other.id], found: [other.id], assists: [false] };
    expect(await chosen()).toEqual(left);
    expect(await read.accounts.search('Doc', name, whole)).toHaveLength(2);
    await setDisabled(undefined);
    expect(await chosen()).toEqual(all);
    await keep(({ accounts }) => accounts.erase(doctor.id, at(9)));
    expect(await read.accounts.findAvailable(doctor.id)).toBeUndefined();
  });

  it('say how doctors and assistants were confirmed, and who runs the practice (D-40)', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [doctor, assistant] = [await keepAccount('Doc', { confirmed: undefined }), await keepAccount('Ast')];
    expect(await read.accounts.find(doctor.id)).toEqual(doctor);
    const [whole, name] = [{ after: undefined, size: 1000 }, must(parseNameSearch('åsa'))];
    const seen = async () => ({
      waits: (await read.accounts.unconfirmed(whole)).some(({ id }) => id === doctor.id),
      listed: (await read.accounts.doctors(whole)).some(({ id }) => id === doctor.id),
      found: (await read.accounts.search('Doc', name, whole, 'available')).some((one) => one.account.id === doctor.id),
    });
    expect(await seen()).toEqual({ waits: true, listed: false, found: false });
    expect(await read.accounts.unconfirmed({ after: doctor.id, size: 9 })).toEqual([]);
    await keep(({ accounts }) => accounts.setDisabled(doctor.id, at(5)));
    expect(await seen()).toEqual({ waits: false, listed: false, found: false });
    await keep(({ accounts }) => accounts.setDisabled(doctor.id, undefined));
    for (const confirmed of CONFIRMED) {
      await keep(({ accounts }) => accounts.setConfirmed(doctor.id, confirmed));
      expect(await read.accounts.find(doctor.id)).toEqual({ ...doctor, confirmed });
    }
    expect(await seen()).toEqual({ waits: false, listed: true, found: true });
    const managers = async () => (await read.accounts.managers()).map(({ id }) => id);
    const make = (isManager: boolean) => keep(({ accounts }) => accounts.setManager(assistant.id, isManager));
    const others = await managers();
    await make(true);
    expect(await managers()).toEqual([...others, assistant.id].toSorted());
    await keep(({ accounts }) => accounts.setDisabled(assistant.id, at(5)));
    expect(await managers()).toEqual(others);
    await keep(({ accounts }) => accounts.setDisabled(assistant.id, undefined));
    await make(false);
    expect(await managers()).toEqual(others);
    await make(true);
    await keep(({ accounts }) => accounts.erase(assistant.id, at(9)));
    expect(await managers()).toEqual(others);
  });

  it('leave the last manager, of two who step down at once (D-40)', async ({ read, keep, keepAccount }) => {
    for (let round = 0; round < 8; round += 1) {
      const pair = [await keepAccount('Doc', { isManager: true }), await keepAccount('Ast', { isManager: true })];
      const stepDown = ({ id }: Account) =>
        keep(async ({ accounts }) => {
          const left = (await accounts.managers()).filter((one) => pair.some((mine) => mine.id === one.id));
          if (left.length > 1) await accounts.setManager(id, false);
        });
      await Promise.all(pair.map(stepDown));
      const left = await Promise.all(pair.map(({ id }) => read.accounts.find(id)));
      expect(left.filter((one) => one?.isManager)).toHaveLength(1);
    }
  });

  it('say whether they take children who are new to them', async ({ read, keep, keepAccount }) => {
    const doctor = await keepAccount('Doc');
    for (const takesNoChildren of [true, false]) {
      await keep(({ accounts }) => accounts.setTakesNoChildren(doctor.id, takesNoChildren));
      expect(await read.accounts.findAvailable(doctor.id)).toEqual({ ...doctor, takesNoChildren });
    }
  });

  it('are not disabled while a unit opens a case with them, and then none is opened', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const parent = await keepAccount('Par');
    const concerned = child();
    await keep(({ children }) => children.insert(concerned, parent.id));
    for (let round = 0; round < 8; round += 1) {
      const doctor = await keepAccount('Doc');
      const openCase = () =>
        keep(async ({ accounts, cases }) => {
          if (await accounts.findAvailable(doctor.id)) await cases.insert(caseOf(concerned, doctor.id));
        });
      const ongoing = async () => (await read.cases.ongoingOf(doctor.id, 9)).length;
      const disable = async () => {
        await keep(({ accounts }) => accounts.setDisabled(doctor.id, at(9)));
        return ongoing();
      };
      const first = round % 2 === 0 ? openCase() : undefined;
      const [before] = await Promise.all([disable(), first ?? openCase()]);
      expect(await ongoing()).toBe(before);
    }
  });

  it('are not erased while a unit opens a case with them, and then none is opened', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const parent = await keepAccount('Par');
    const concerned = child();
    await keep(({ children }) => children.insert(concerned, parent.id));
    for (let round = 0; round < 8; round += 1) {
      const doctor = await keepAccount('Doc');
      const openCase = () =>
        keep(async ({ accounts, cases }) => {
          if (await accounts.find(doctor.id)) await cases.insert(caseOf(concerned, doctor.id));
        });
      const erase = () =>
        keep(async ({ accounts, cases }) => {
          const known = await accounts.credentialsByEmail(doctor.email);
          const left = await cases.ongoingOf(doctor.id, 1);
          if (known && left.length === 0) await accounts.erase(doctor.id, at(9));
        });
      await Promise.all(round % 2 === 0 ? [openCase(), erase()] : [erase(), openCase()]);
      const isThere = (await read.accounts.find(doctor.id)) !== undefined;
      expect(await read.cases.ongoingOf(doctor.id, 9)).toHaveLength(isThere ? 1 : 0);
    }
  });
};

const reopening = (facts: OngoingCase, by: AccountId): CaseEvent => {
  return { id: nextId(), caseId: facts.id, at: at(80), by, action: 'case reopened', reason: undefined, to: undefined };
};

/** As the operator does, unless it has children or ongoing cases. */
const eraseUnlessNeeded = ({ keep }: Scene, { id, email }: Account) =>
  keep(async ({ accounts, cases, children }) => {
    const known = await accounts.credentialsByEmail(email);
    const left = [...(await cases.ongoingOf(id, 1)), ...(await children.ofParent(id, WHOLE))];
    if (known && left.length === 0) await accounts.erase(id, at(9));
  });

export const erasedAccounts: Suite = (it) => {
  it('do nothing more, whatever a call of theirs has begun', async (scene) => {
    const { storage, read, keep, keepAccount, keepCase } = scene;
    const [parent, { case: facts, doctor }] = [await keepAccount('Par'), await keepCase()];
    await keep(async ({ accounts }) => {
      for (const { id } of [parent, doctor]) await accounts.erase(id, at(9));
    });
    const adding = ['756.1', undefined].map((number) =>
      storage.write(({ children }) => children.insert(child(number), parent.id)),
    );
    const working = storage.write(async ({ cases, history }) => {
      await cases.save({ ...facts, status: 'finished', finishedAt: at(80) });
      await history.append(reopening(facts, doctor.id));
      return ok(undefined);
    });
    const outcomes = await Promise.allSettled([...adding, working]);
    expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: new ActorErased() }));
    expect(await read.children.ofParent(parent.id, WHOLE)).toEqual([]);
    expect([await read.cases.find(facts.id), await read.history.ofCase(facts.id, WHOLE)]).toEqual([facts, []]);
  });

  it('have no child and no ongoing case that a unit adds or reopens at the same moment', async (scene) => {
    const { storage, read, keepAccount, keepCase } = scene;
    for (let round = 0; round < 8; round += 1) {
      const [parent, { case: facts, doctor }] = [await keepAccount('Par'), await keepCase()];
      await scene.keep(({ cases }) => cases.save({ ...facts, status: 'finished', finishedAt: at(80) }));
      const addChild = () =>
        storage.write(({ children }) => children.insert(child(round % 4 < 2 ? undefined : '756.1'), parent.id));
      const reopen = () =>
        storage.write(async ({ cases, history }) => {
          await cases.find(facts.id);
          await cases.save(facts);
          await history.append(reopening(facts, doctor.id));
          return ok(undefined);
        });
      const calls = [addChild, reopen, ...[parent, doctor].map((one) => () => eraseUnlessNeeded(scene, one))];
      const units = (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call());
      const outcomes = await Promise.allSettled<unknown>(units);
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
      expect(failures).toEqual(failures.map(() => new ActorErased()));
      const isThere = async ({ id }: Account) => (await read.accounts.find(id)) !== undefined;
      expect(await read.children.ofParent(parent.id, WHOLE)).toHaveLength((await isThere(parent)) ? 1 : 0);
      expect(await read.cases.ongoingOf(doctor.id, 9)).toHaveLength((await isThere(doctor)) ? 1 : 0);
    }
  });
};
