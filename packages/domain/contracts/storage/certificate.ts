import { certificationFor, issue } from '@health-case/domain/model/case';
import { type Certificate, LIST_SIZE, type StatusPlace } from '@health-case/domain/model/certificate';
import type { BirthDate } from '@health-case/domain/model/child';
import type { AccountId } from '@health-case/domain/model/values';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { at, certificateOf, nextId } from './samples.ts';

/** A certification that is issued, and certificates of it at places in lists. */
const keepIssued = async ({ keep, keepCase, keepClosedTask }: Scene, birthDate?: BirthDate) => {
  const { case: facts, child, doctor } = await keepCase();
  const requested = certificationFor(await keepClosedTask(facts), nextId(), doctor.id, at(50));
  await keep(async ({ certifications }) => {
    await certifications.insertOnce(requested);
    await certifications.save(
      must(issue(requested, at(60), { actor: doctor, child: { ...child, birthDate } }, utcCalendar)),
    );
  });
  const certificateAt = (status: StatusPlace) => certificateOf(requested, status);
  const insert = (certificate: Certificate) => keep(({ certificates }) => certificates.insert(certificate));
  const keepAt = async (...places: readonly (readonly [list: number, index: number])[]) => {
    const kept = places.map(([list, index]) => certificateAt({ list, index }));
    for (const one of kept) expect(await insert(one)).toBe(true);
    return kept;
  };
  return { id: requested.id, caseId: facts.id, child, certificateAt, insert, keepAt };
};

const FIRST = { after: -1, size: 9 };

export const certificates: Suite = (it) => {
  it('are given back as they were, by their ids and by their case, and are counted', async (scene) => {
    const { read, keep } = scene;
    const { id, caseId, insert, keepAt } = await keepIssued(scene);
    const [first, last] = (await keepAt([0, 0], [7, LIST_SIZE - 1])) as [Certificate, Certificate];
    const madeBy = nextId<AccountId>();
    const initials: Certificate = {
      ...first,
      id: nextId(),
      disclosed: 'initials',
      madeBy,
      status: { list: 0, index: 1 },
    };
    await insert(initials);
    for (const one of [first, last, initials]) expect(await read.certificates.find(one.id)).toEqual(one);
    expect(await read.certificates.find(nextId())).toBeUndefined();
    expect(await read.certificates.ofCase(caseId, { after: undefined, size: 2 })).toEqual([first, last]);
    expect(await read.certificates.ofCase(caseId, { after: last.id, size: 2 })).toEqual([initials]);
    expect(await read.certificates.ofCase(nextId(), { after: undefined, size: 2 })).toEqual([]);
    const countOf = (one: typeof id, by = madeBy) => keep(({ certificates }) => certificates.countOf(one, by));
    await insert({ ...initials, id: nextId(), status: { list: 0, index: 2 } });
    expect([await countOf(id), await countOf(nextId()), await countOf(id, nextId())]).toEqual([2, 0, 0]);
  });

  it('have a place of their own: whoever comes second is not inserted, and a unit that fails takes none', async (scene) => {
    const { read, storage } = scene;
    const { certificateAt, insert, keepAt } = await keepIssued(scene);
    const [kept] = await keepAt([1, 5]);
    const second = certificateAt({ list: 1, index: 5 });
    expect(await insert(second)).toBe(false);
    expect([await read.certificates.find(second.id), await insert(kept as Certificate)]).toEqual([undefined, false]);
    await storage.write(async ({ certificates }) => {
      await certificates.insert(certificateAt({ list: 2, index: 5 }));
      return refuse('CERTIFICATION_EXPIRED');
    });
    expect(await read.statusLists.newest()).toBe(1);
    const atOnce = Array.from({ length: 8 }, () => insert(certificateAt({ list: 2, index: 5 })));
    expect((await Promise.all(atOnce)).filter(Boolean)).toHaveLength(1);
  });

  it('tell the highest number of a list that has one', async (scene) => {
    const { read } = scene;
    const { keepAt } = await keepIssued(scene);
    expect(await read.statusLists.newest()).toBe(0);
    await keepAt([3, 0], [1, 0]);
    expect(await read.statusLists.newest()).toBe(3);
  });
};

export const revocations: Suite = (it) => {
  it('comes with that of the certification, and only to its certificates', async (scene) => {
    const { read, keep } = scene;
    const [one, other] = [await keepIssued(scene), await keepIssued(scene)];
    await one.keepAt([0, 9], [0, 2], [1, 4], [0, 10]);
    await other.keepAt([0, 3], [1, 3]);
    expect([await read.statusLists.countRevoked(0), await read.statusLists.revoked(0, FIRST)]).toEqual([0, []]);
    for (const _ of ['once', 'again']) {
      await keep(({ certificates }) => certificates.revokeAllOf(one.id));
      expect(await read.statusLists.revoked(0, FIRST)).toEqual([2, 9, 10]);
      expect(await read.statusLists.revoked(1, FIRST)).toEqual([4]);
      expect(await Promise.all([0, 1, 2].map(read.statusLists.countRevoked))).toEqual([3, 1, 0]);
    }
    expect(await read.statusLists.revoked(0, { after: 2, size: 1 })).toEqual([9]);
  });

  it('of one leaves the others of its case valid', async (scene) => {
    const { read, keep } = scene;
    const { caseId, keepAt } = await keepIssued(scene);
    const [first, second] = await keepAt([0, 11], [0, 12]);
    const valid = async () => (await read.certificates.validOf(caseId)).map(({ id }) => id);
    expect(await valid()).toEqual([first?.id, second?.id]);
    await keep(({ certificates }) => certificates.revoke(first?.id ?? nextId()));
    expect(await valid()).toEqual([second?.id]);
  });

  it('hides a certificate, but not in the list of its case', async (scene) => {
    const { read, keep } = scene;
    const { id, caseId, keepAt } = await keepIssued(scene);
    const [kept] = (await keepAt([0, 4])) as [Certificate];
    await keep(({ certificates }) => certificates.revokeAllOf(id));
    expect(await read.certificates.find(kept.id)).toBeUndefined();
    expect(await read.certificates.ofCase(caseId, { after: undefined, size: 2 })).toEqual([kept]);
  });

  it('of those that name a child comes to the valid ones, which are counted once (D-30)', async (scene) => {
    const { read, keep } = scene;
    const [one, other] = [await keepIssued(scene), await keepIssued(scene)];
    const [named, over] = (await one.keepAt([0, 1], [0, 2])) as [Certificate, Certificate];
    const initials = { ...one.certificateAt({ list: 0, index: 3 }), disclosed: 'initials' as const };
    const later = { ...one.certificateAt({ list: 1, index: 4 }), expiresAt: at(90) };
    for (const certificate of [initials, later]) await one.insert(certificate);
    await other.keepAt([0, 5]);
    const revoke = (...[disclosed, now]: [readonly Certificate['disclosed'][], number]) =>
      keep(({ certificates }) => certificates.revokeNaming(one.child.id, { disclosed, isYear: false }, at(now)));
    const revoked = async () => [await read.statusLists.revoked(0, FIRST), await read.statusLists.revoked(1, FIRST)];
    expect([await revoke([], 70), await revoke(['name'], 90), await revoked()]).toEqual([0, 0, [[], []]]);
    expect([named.expiresAt, over.expiresAt]).toEqual([at(80), at(80)]);
    expect([await revoke(['name'], 80), await revoked()]).toEqual([1, [[], [4]]]);
    expect([await revoke(['initials'], 79), await revoked()]).toEqual([1, [[3], [4]]]);
    expect([await revoke(['name', 'initials'], 79), await revoked()]).toEqual([2, [[1, 2, 3], [4]]]);
  });

  it('of those that name a year of birth leaves those that name none', async (scene) => {
    const { read, keep } = scene;
    const [named, other] = [await keepIssued(scene, '2019-02-28' as BirthDate), await keepIssued(scene)];
    for (const one of [named, other]) await one.keepAt([0, one === named ? 1 : 2]);
    for (const { child } of [other, named]) {
      await keep(({ certificates }) => certificates.revokeNaming(child.id, { disclosed: [], isYear: true }, at(70)));
    }
    expect(await read.statusLists.revoked(0, FIRST)).toEqual([1]);
  });

  it('stays at the places of a child that is erased, which stay taken', async (scene) => {
    const { read, keep } = scene;
    const [one, other] = [await keepIssued(scene), await keepIssued(scene)];
    const erased = await one.keepAt([0, 6], [0, 1]);
    const [kept] = await other.keepAt([0, 2]);
    expect(await keep(({ children }) => children.erase(one.child.id))).toBe(true);
    for (const { id } of erased) expect(await read.certificates.find(id)).toBeUndefined();
    expect(await read.statusLists.revoked(0, FIRST)).toEqual([1, 6]);
    expect(await other.insert(other.certificateAt({ list: 0, index: 6 }))).toBe(false);
    expect(await read.certificates.find((kept as Certificate).id)).toEqual(kept);
  });
};
