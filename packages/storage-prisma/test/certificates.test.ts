import { at, keep, keepCase, keepClosedTask, nextId } from '@health-case/domain/contracts/storage/samples';
import { certificationFor } from '@health-case/domain/model/case';
import type { Certificate, StatusPlace } from '@health-case/domain/model/certificate';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { PLACES } from './support/stores.ts';

/** A certification, and how a process inserts a certificate of it. */
const keepCertification = async (storage: Storage) => {
  const { case: facts, doctor } = await keepCase(storage);
  const requested = certificationFor(await keepClosedTask(storage, facts), nextId(), doctor.id, at(50));
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
  it('share the places of certificates, however many try at once, and what is revoked, also after a restart', async () => {
    const { open } = await openPlace();
    const [one, other] = [await open(), await open()];
    const { id, insertBy } = await keepCertification(one);
    const tries = Array.from({ length: 8 }, (_, nth) => insertBy(nth % 2 ? one : other, { list: 1, index: nth >> 2 }));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(2);
    await keep(other, ({ certificates }) => certificates.revokeAllOf(id));
    await one.close();
    for (const { read } of [other, await open()]) {
      expect([await read.statusLists.newest(), await read.statusLists.countRevoked(1)]).toEqual([1, 2]);
      expect(await read.statusLists.revoked(1, FIRST)).toEqual([0, 1]);
    }
  });

  it('sign with the same keys, in the order in which they were added, also after a restart', async () => {
    const { open, query } = await openPlace();
    const processes = [await open(), await open()] as const;
    const add = (nth: number) => keep(processes[nth % 2 === 0 ? 0 : 1], ({ signingKeys }) => signingKeys.add());
    const [first, second] = [await add(0), await add(1)];
    const atOnce = await Promise.all(Array.from({ length: 10 }, (_, nth) => add(nth)));
    const [all] = await Promise.all(processes.map(({ read }) => read.signingKeys.all()));
    expect(all?.slice(0, 2)).toEqual([first, second]);
    expect(new Set(all?.slice(2))).toEqual(new Set(atOnce));
    for (const { id } of await query(`SELECT "id" FROM "WrappedKey" WHERE "purpose" <> 'sign'`)) {
      await keep(processes[1], ({ signingKeys }) => signingKeys.remove(String(id)));
    }
    await keep(processes[1], ({ signingKeys }) => signingKeys.remove(first.id));
    for (const { read } of [processes[0], await open()]) expect(await read.signingKeys.all()).toEqual(all?.slice(1));
  });
});
