import { describe, expect, test, vi } from 'vitest';
import { LIST_SIZE } from '../../src/model/certificate.ts';
import { HOUR } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { drawing, openCertificates } from '../support/certificates.ts';
import { must } from '../support/values.ts';

describe('a status list', () => {
  test('is there once a key signs, up to the newest list', async () => {
    const { certification, created, random, readStatusList } = await openCertificates();
    const unknown = refuse('STATUS_LIST_NOT_FOUND');
    expect(await readStatusList({ number: 0 })).toEqual(unknown);
    await certification.issued();
    drawing(random, 5);
    for (const number of [0, 1]) {
      await created();
      expect(must(await readStatusList({ number })).isNewest).toBe(true);
      expect(await readStatusList({ number: number + 1 })).toEqual(unknown);
    }
    expect(must(await readStatusList({ number: 0 })).isNewest).toBe(false);
  });

  test('tells of each revocation at once, of all certificates of the certification and no others', async () => {
    const { certification, clock, created, list, random, revoke } = await openCertificates();
    await certification.issued();
    drawing(random, 6, LIST_SIZE - 1, 9);
    for (const disclosed of ['name', 'initials']) await created({ disclosed });
    expect(await list()).toMatchObject({ number: 0, revoked: [], at: clock.now() });
    await revoke();
    await certification.issued();
    await created();
    expect(await list()).toMatchObject({ revoked: [6, LIST_SIZE - 1] });
  });

  test('tells of any number that are revoked', async () => {
    const { certification, created, ids, list, revoke, storage } = await openCertificates();
    await certification.issued();
    const { id } = await created();
    const first = await storage.read.certificates.find(id);
    await storage.write(async ({ certificates }) => {
      for (let index = 2; index <= 25_000; index += 1) {
        await certificates.insert({ ...first, id: ids.next(), status: { list: 0, index } } as never);
      }
      return ok(undefined);
    });
    await revoke();
    expect((await list()).revoked).toEqual(Array.from({ length: 25_000 }, (_, nth) => nth + 1));
    expect(await storage.read.certificates.find(id)).toBeUndefined();
  });
});

describe('the signature of a status list', () => {
  test('is made once as long as nothing changes: no revocation, no other key, no hour, no clock that is set back', async () => {
    const { call, certification, certificateSigner, clock, created, keys, list, operator, revoke } =
      await openCertificates();
    const sign = vi.spyOn(certificateSigner, 'signStatusList');
    await certification.issued();
    await created();
    const withdraw = async () => operator.withdrawSigningKey({ ...call, id: (await keys())[0]?.id ?? '' });
    const signed: number[] = [];
    for (const change of [
      () => undefined,
      () => clock.advance(HOUR - 1),
      () => clock.advance(1),
      () => revoke(),
      () => withdraw(),
      () => clock.advance(-1),
      () => undefined,
    ]) {
      await change();
      await list();
      signed.push(sign.mock.calls.length);
    }
    expect(signed).toEqual([1, 1, 2, 3, 4, 5, 5]);
  });

  test('is checked once for all calls that come meanwhile, as are the public keys', async () => {
    const { certification, created, list, published, storage } = await openCertificates();
    await certification.issued();
    await created();
    const [keys, count] = [
      vi.spyOn(storage.read.signingKeys, 'all'),
      vi.spyOn(storage.read.statusLists, 'countRevoked'),
    ];
    for (const times of [1, 2]) {
      await Promise.all([list(), list(), list()]);
      expect([keys.mock.calls.length, count.mock.calls.length]).toEqual([times, times]);
    }
    await Promise.all([published(), published(), published()]);
    expect(keys).toHaveBeenCalledTimes(3);
  });

  test('is made anew after that has failed', async () => {
    const { certification, certificateSigner, created, list } = await openCertificates();
    await certification.issued();
    await created();
    vi.spyOn(certificateSigner, 'signStatusList').mockRejectedValueOnce(new Error('no signature'));
    await expect(list()).rejects.toThrow('no signature');
    expect(await list()).toMatchObject({ revoked: [] });
  });
});
