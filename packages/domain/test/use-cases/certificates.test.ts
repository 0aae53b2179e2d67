import { describe, expect, test } from 'vitest';
import { LIST_SIZE } from '../../src/model/certificate.ts';
import { type IdempotencyKey, parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { type Day, HOUR, type Statement } from '../../src/model/values.ts';
import { refuse } from '../../src/result.ts';
import { drawing, openCertificates } from '../support/certificates.ts';
import { openFamily } from '../support/family.ts';
import { watchStore } from '../support/ports.ts';
import { at, codeOf, day, must, name, reason } from '../support/values.ts';

const key = (text: string): IdempotencyKey => must(parseIdempotencyKey(text));

describe('creating a certificate (D-26)', () => {
  test.each(['requested', 'rejected', 'revoked'] as const)(
    'needs a certification that is issued, not %s',
    async (state) => {
      const { certification, create, storage } = await openCertificates();
      expect(await create()).toEqual(refuse('CERTIFICATION_NOT_FOUND'));
      await certification[state]();
      expect(await create()).toEqual(refuse('CERTIFICATION_NOT_ISSUED'));
      expect(await storage.read.signingKeys.all()).toEqual([]);
    },
  );

  test('signs the names, the statement, the doctor and how long it is valid, and keeps all but the text', async () => {
    const { caseId, certification, clock, created, issue, keys, parent, storage, textOf } = await openCertificates();
    const certificationId = await certification.requested();
    must(await issue({ statement: 'Fit to attend school' as Statement, validUntil: '2026-06-20' as Day }));
    clock.advance(1000);
    const { id, token, url, expiresAt } = await created();
    expect(expiresAt).toBe(at('2026-06-21T00:00:00.000Z'));
    const kept = { id, status: { list: 0, index: 1 }, issuedAt: clock.now(), expiresAt };
    const [{ id: signedBy } = { id: 'none' }] = await keys();
    const names = { firstName: 'Carla', lastName: 'Example', doctor: 'Dora Example' };
    const said = { statement: 'Fit to attend school', validUntil: '2026-06-20', zone: 'UTC' };
    expect(textOf({ token })).toEqual({ ...kept, ...names, ...said, key: signedBy });
    expect(url).toBe(`https://clinic.example.org/verify#${token}`);
    const stored = { ...kept, certificationId, caseId, disclosed: 'name', madeBy: parent.id };
    expect(await storage.read.certificates.find(id)).toStrictEqual(stored);
  });

  test('shows initials where these are to be disclosed, and the year of a birth date that is known', async () => {
    const { app, caseOf, closedTaskIn, created, doctor, parent, textOf } = await openCertificates();
    const names = { firstName: name('\u{1d49c}da'), lastName: name('van Örn'), birthDate: day('2020-02-29') };
    const childId = must(await app.addChild({ actor: parent, ...names }));
    const id = await closedTaskIn(await caseOf(childId, doctor));
    must(await app.requestCertification({ actor: parent, id }));
    must(await app.issueCertification({ actor: doctor, id }));
    const shown = { firstName: '\u{1d49c}.', lastName: 'v.', birthYear: 2020 };
    expect(textOf(await created({ id, disclosed: 'initials' }))).toMatchObject(shown);
  });

  test.each([
    [0, 'UTC', '2026-06-15', '2026-06-16T00:00:00.000Z'],
    [-12, 'Etc/GMT+12', '2026-06-15', '2026-06-16T12:00:00.000Z'],
    [-5, 'Etc/GMT+5', '2026-06-15', '2026-06-16T05:00:00.000Z'],
    [13, 'Etc/GMT-13', '2026-06-16', '2026-06-16T11:00:00.000Z'],
    [14, 'Etc/GMT-14', '2026-06-16', '2026-06-16T10:00:00.000Z'],
  ])(
    'is refused once the last day is over where the service is, %d hours ahead of UTC',
    async (ahead, zone, today, end) => {
      const { calendar, certification, clock, create, created, issue, textOf } = await openCertificates();
      calendar.moveTo(ahead);
      await certification.requested();
      must(await issue({ validUntil: today as Day }));
      expect(textOf(await created())).toMatchObject({ expiresAt: at(end), validUntil: today, zone });
      clock.advance(at(end) - 1 - clock.now());
      expect(codeOf(await create())).toBe('OK');
      clock.advance(1);
      expect(await create()).toEqual(refuse('CERTIFICATION_EXPIRED'));
    },
  );
});

describe('a certificate', () => {
  test('is another one each time, and one key is made on first use', async () => {
    const { certification, created, keys, placeOf } = await openCertificates();
    await certification.issued();
    const [one, other] = [await created(), await created()];
    expect(other.id).not.toBe(one.id);
    expect([await placeOf(one.id), await placeOf(other.id)]).toEqual([1, 2].map((index) => ({ list: 0, index })));
    expect(await keys()).toHaveLength(1);
  });

  test('has a place that is drawn again if it is taken, and in a new list if 32 in a row are', async () => {
    const { certification, created, placeOf, random } = await openCertificates();
    await certification.issued();
    const places: unknown[] = [];
    for (const drawn of [[7], [7, 7, 8], Array(31).fill(8).concat(9), Array(32).fill(9).concat(10), [10]]) {
      const below = drawing(random, ...drawn);
      places.push(Object.values((await placeOf((await created()).id)) ?? {}));
      expect(below.mock.calls.every(([limit]) => limit === LIST_SIZE)).toBe(true);
      below.mockRestore();
    }
    expect(places).toEqual([
      [0, 7],
      [0, 8],
      [0, 9],
      [1, 10],
      [2, 10],
    ]);
  });

  test('is one of at most 100 that one account makes of its certification', async () => {
    const { certification, create, created, doctor, revoke } = await openCertificates();
    await certification.issued();
    for (let count = 0; count < 100; count += 1) await created();
    expect(await create()).toEqual(refuse('CERTIFICATES_EXHAUSTED'));
    await created({ actor: doctor });
    await revoke();
    await certification.issued();
    await created();
  });

  test('is created with a record, on it, and about the child; a refused one leaves a record on the task', async () => {
    const { auditTrail, certification, childId, create, created, parent, storage, taskId } = await openCertificates();
    await create();
    const refused = { on: taskId, child: childId, outcome: 'CERTIFICATION_NOT_FOUND' };
    expect(auditTrail.noted).toMatchObject([refused]);
    await certification.issued();
    const { id } = await created();
    const [record] = await storage.read.audit.records({ child: childId }, { after: 0, size: 9 });
    expect(record).toMatchObject({ action: 'certificate created', by: parent.id, on: id, outcome: 'OK' });
  });

  test('is created without decrypting the social security number', async () => {
    const { certification, created, storage } = await openCertificates();
    await certification.issued();
    const records = watchStore(storage, 'children', 'record');
    await created();
    expect(records).toEqual([]);
  });
});

describe('a certificate that is asked for again with its key (D-24)', () => {
  const again = { idempotencyKey: key('first') };

  test('is the same one, signed with the key that is in use then', async () => {
    const { call, certification, clock, create, created, operator, storage, taskId, textOf } = await openCertificates();
    await certification.issued();
    const first = await created(again);
    expect(await created(again)).toEqual(first);
    const { id: next } = must(await operator.rotateSigningKey(call));
    clock.advance(HOUR);
    const signed = await created(again);
    expect(textOf(signed)).toEqual({ ...textOf(first), key: next });
    expect(await created(again)).toEqual(signed);
    expect(await storage.read.statusLists.newest()).toBe(0);
    expect(await create({ ...again, disclosed: 'initials' })).toEqual(refuse('IDEMPOTENCY_KEY_REUSED'));
    expect(await create({ ...again, id: taskId, taskId })).toEqual(refuse('IDEMPOTENCY_KEY_REUSED'));
  });

  test('names the zone in which it was made, or none, if the service has moved since', async () => {
    const { calendar, certification, created, textOf } = await openCertificates();
    calendar.moveTo(-5);
    await certification.issued();
    const first = textOf(await created(again));
    expect(first).toMatchObject({ zone: 'Etc/GMT+5' });
    calendar.moveTo(13);
    expect(textOf(await created(again))).toEqual({ ...first, zone: 'UTC' });
    expect(textOf(await created())).toMatchObject({ zone: 'Etc/GMT-13', validUntil: first.validUntil });
  });

  test('is refused once it was revoked, also while another certification is issued, and once the child is erased', async () => {
    const { app, certification, childId, create, created, revoke } = await openCertificates();
    await certification.issued();
    await created(again);
    await revoke();
    expect(await create(again)).toEqual(refuse('CERTIFICATION_NOT_ISSUED'));
    await certification.issued();
    expect(await create(again)).toEqual(refuse('CERTIFICATION_NOT_ISSUED'));
    const second = { idempotencyKey: key('second') };
    await created(second);
    must(await app.eraseChild({ childId }));
    expect(await create(second)).toEqual(refuse('CERTIFICATION_NOT_ISSUED'));
  });

  test('is refused once the account that issued it is erased, until it is revoked and another one issued', async () => {
    const { app, caseId, certification, create, created, doctor, otherDoctor, parent, taskId, textOf } =
      await openFamily();
    await certification.issued();
    await created(again);
    must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
    must(await app.eraseAccount({ email: doctor.email }));
    for (const more of [again, {}]) expect(await create(more)).toEqual(refuse('CERTIFICATION_EXPIRED'));
    const byOther = { actor: otherDoctor, id: taskId };
    must(await app.revokeCertification({ ...byOther, reason: reason('Issued by somebody who has left') }));
    must(await app.requestCertification(byOther));
    must(await app.issueCertification(byOther));
    expect(textOf(await created()).doctor).toBe('Dieter Example');
  });

  test('is refused to a doctor who has handed the case over, and to a parent who was removed', async () => {
    const { app, caseId, certification, childId, created, create, doctor, otherDoctor, otherParent, parent, share } =
      await openFamily();
    await certification.issued();
    await share(otherParent);
    for (const actor of [doctor, otherParent]) await created({ ...again, actor });
    must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    for (const actor of [doctor, otherParent]) {
      expect(await create({ ...again, actor })).toEqual(refuse('CASE_NOT_FOUND'));
    }
  });
});
