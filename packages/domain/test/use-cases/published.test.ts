import { describe, expect, test, vi } from 'vitest';
import { LIST_SIZE } from '../../src/model/certificate.ts';
import { DAY } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { drawing, openCertificates } from '../support/certificates.ts';
import { codeOf, must } from '../support/values.ts';

describe('a status list', () => {
  test('is there once a key signs, up to the newest list', async () => {
    const { certification, created, random, readStatusList } = await openCertificates();
    const unknown = refuse('STATUS_LIST_NOT_FOUND');
    expect(await readStatusList({ number: 0 })).toEqual(unknown);
    await certification.issued();
    drawing(random, 5);
    for (const number of [0, 1]) {
      await created();
      expect(codeOf(await readStatusList({ number }))).toBe('OK');
      expect(await readStatusList({ number: number + 1 })).toEqual(unknown);
    }
  });

  test('tells of each revocation at once, of all certificates of the certification, and of an erased child', async () => {
    const { app, caseOf, certification, childOf, clock, closedTaskIn, created, doctor, list, parent, random, revoke } =
      await openCertificates();
    await certification.issued();
    drawing(random, 6, LIST_SIZE - 1, 0, 9);
    for (const disclosed of ['name', 'initials']) await created({ disclosed });
    expect(await list()).toMatchObject({ number: 0, revoked: [], at: clock.now() });
    await revoke();
    expect(await list()).toMatchObject({ revoked: [6, LIST_SIZE - 1] });
    const childId = await childOf(parent, 'Emil');
    const id = await closedTaskIn(await caseOf(childId, doctor));
    must(await app.requestCertification({ actor: parent, id }));
    must(await app.issueCertification({ actor: doctor, id }));
    await created({ id });
    await certification.issued();
    await created();
    expect(await list()).toMatchObject({ revoked: [6, LIST_SIZE - 1] });
    must(await app.eraseChild({ childId }));
    expect(await list()).toMatchObject({ revoked: [0, 6, LIST_SIZE - 1] });
  });

  test('tells of any number that are revoked', async () => {
    const { caseId, certification, created, ids, list, revoke, storage } = await openCertificates();
    const certificationId = await certification.issued();
    const { id } = await created();
    const first = await storage.read.certificates.find(id);
    await storage.write(async ({ certificates }) => {
      for (let index = 2; index <= 25_000; index += 1) {
        await certificates.insert({ ...first, id: ids.certificate(), status: { list: 0, index } } as never);
      }
      return ok(undefined);
    });
    await revoke();
    expect((await list()).revoked).toEqual(Array.from({ length: 25_000 }, (_, nth) => nth + 1));
    expect(await storage.read.certificates.find(id)).toMatchObject({ caseId, certificationId });
  });

  test('is signed once as long as nothing changes: no revocation, no other key, no day', async () => {
    const { call, certification, certificateSigner, clock, created, list, operator, revoke } = await openCertificates();
    const sign = vi.spyOn(certificateSigner, 'signStatusList');
    await certification.issued();
    await created();
    const signed = async () => {
      await Promise.all([list(), list()]);
      return sign.mock.calls.length;
    };
    const seen = [await signed()];
    for (const change of [
      () => clock.advance(DAY - 1),
      () => clock.advance(1),
      () => operator.rotateSigningKey(call),
      () => revoke(),
    ]) {
      await change();
      seen.push(await signed());
    }
    expect(seen.map((count, nth) => count > (seen[nth - 1] ?? 0))).toEqual([true, false, true, true, true]);
  });

  test('is signed anew after that has failed', async () => {
    const { certification, certificateSigner, created, list } = await openCertificates();
    await certification.issued();
    await created();
    vi.spyOn(certificateSigner, 'signStatusList').mockRejectedValueOnce(new Error('no signature'));
    await expect(list()).rejects.toThrow('no signature');
    expect(await list()).toMatchObject({ revoked: [] });
  });
});

describe('the keys that sign', () => {
  const openKeys = async () => {
    const desk = await openCertificates();
    const { call, clock, operator } = desk;
    const added: string[] = [];
    const rotate = async () => {
      added.push(must(await operator.rotateSigningKey(call)));
      return clock.now();
    };
    await rotate();
    clock.advance(DAY);
    const second = await rotate();
    clock.advance(DAY);
    const third = await rotate();
    const [one, two, three] = added as [string, string, string];
    return { ...desk, one, two, three, second, third };
  };

  test('are published until 366 days after the next was added, the longest that a certificate is valid', async () => {
    const { clock, one, published, second, third, three, two } = await openKeys();
    expect(await published()).toEqual([one, two, three]);
    clock.advance(second + 366 * DAY - 1 - clock.now());
    expect(await published()).toEqual([one, two, three]);
    clock.advance(1);
    expect(await published()).toEqual([two, three]);
    clock.advance(third + 366 * DAY - clock.now());
    expect(await published()).toEqual([three]);
  });

  test('are listed for the operator, with the one in use, and with how long the others are published', async () => {
    const { keys, one, second, third, three, two } = await openKeys();
    const validFor = 366 * DAY;
    expect(await keys()).toEqual([
      { id: one, createdAt: second - DAY, isCurrent: false, publishedUntil: second + validFor },
      { id: two, createdAt: second, isCurrent: false, publishedUntil: third + validFor },
      { id: three, createdAt: third, isCurrent: true, publishedUntil: undefined },
    ]);
  });

  test('are withdrawn one by one; for the one in use another is made first, which signs from then on', async () => {
    const { call, certification, created, list, one, operator, published, textOf, three, two } = await openKeys();
    await certification.issued();
    await created();
    expect((await list()).key).toBe(three);
    const withdraw = (id: string) => operator.withdrawSigningKey({ ...call, id });
    expect(await withdraw(one)).toEqual(ok(undefined));
    expect(await published()).toEqual([two, three]);
    expect(await withdraw(one)).toEqual(refuse('SIGNING_KEY_NOT_FOUND'));
    must(await withdraw(three));
    const [former, current, ...more] = await published();
    expect([former, more, [one, two, three].includes(String(current))]).toEqual([two, [], false]);
    expect([(await list()).key, textOf(await created()).key]).toEqual([current, current]);
  });

  test('leave records of what the operator does with them', async () => {
    const { call, one, operator, storage, three, two } = await openKeys();
    must(await operator.withdrawSigningKey({ ...call, id: two }));
    const records = await storage.read.audit.records({}, { after: 0, size: 9 });
    expect(records.map(({ action, on, by }) => [action, on, by])).toEqual([
      ...[one, two, three].map((id) => ['signing key rotated', id, undefined]),
      ['signing key withdrawn', two, undefined],
    ]);
  });
});
