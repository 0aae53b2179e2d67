import { at, keep, keepCase, keepClosedTask, nextId } from '@health-case/domain/contracts/storage/samples';
import { certify } from '@health-case/domain/model/case';
import type { Certificate, StatusPlace } from '@health-case/domain/model/certificate';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { PLACES } from './support/stores.ts';

/** A certification, and how a process inserts a certificate of it. */
const keepCertification = async (storage: Storage) => {
  const { case: facts, doctor } = await keepCase(storage);
  const requested = certify(await keepClosedTask(storage, facts), nextId(), doctor.id, at(50));
  await keep(storage, ({ certifications }) => certifications.insertOnce(requested));
  const { id: certificationId, caseId } = requested;
  const insertBy = (process: Storage, status: StatusPlace) => {
    const moments = { issuedAt: at(60), expiresAt: at(70) };
    const certificate: Certificate = { id: nextId(), certificationId, caseId, status, disclosed: 'name', ...moments };
    return keep(process, ({ certificates }) => certificates.insert(certificate));
  };
  return { id: certificationId, insertBy };
};

const FIRST = { after: -1, size: 9 };

describe.each(PLACES)('two processes over one store on $provider', ({ openPlace }) => {
  it('share the places of certificates and what is revoked, also after a restart', async () => {
    const { open } = await openPlace();
    const [one, other] = [await open(), await open()];
    const { id, insertBy } = await keepCertification(one);
    expect(await insertBy(one, { list: 1, index: 4 })).toBe(true);
    expect(await insertBy(other, { list: 1, index: 4 })).toBe(false);
    expect(await insertBy(other, { list: 1, index: 3 })).toBe(true);
    await keep(other, ({ certificates }) => certificates.revokeAllOf(id));
    await one.close();
    for (const { read } of [other, await open()]) {
      expect([await read.statusLists.newest(), await read.statusLists.countRevoked(1)]).toEqual([1, 2]);
      expect(await read.statusLists.revoked(1, FIRST)).toEqual([3, 4]);
    }
  });

  it('insert one certificate at a place, however many try at once', async () => {
    const { open } = await openPlace();
    const processes = [await open(), await open()] as const;
    const { insertBy } = await keepCertification(processes[0]);
    const tries = Array.from({ length: 40 }, (_, nth) => {
      return insertBy(processes[nth % 2 === 0 ? 0 : 1], { list: 0, index: nth >> 2 });
    });
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(10);
  });

  it('sign with the same keys, in the order in which they were added, also after a restart', async () => {
    const { open } = await openPlace();
    const processes = [await open(), await open()] as const;
    const add = (nth: number) => keep(processes[nth % 2 === 0 ? 0 : 1], ({ signingKeys }) => signingKeys.add());
    const [first, second] = [await add(0), await add(1)];
    const atOnce = await Promise.all(Array.from({ length: 10 }, (_, nth) => add(nth)));
    const [all] = await Promise.all(processes.map(({ read }) => read.signingKeys.all()));
    expect(all?.slice(0, 2)).toEqual([first, second]);
    expect(new Set(all?.slice(2))).toEqual(new Set(atOnce));
    await keep(processes[1], ({ signingKeys }) => signingKeys.remove(first.id));
    for (const { read } of [processes[0], await open()]) expect(await read.signingKeys.all()).toEqual(all?.slice(1));
  });
});
