import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Application, createApplication } from '../../src/application.ts';
import type { Disclosure } from '../../src/model/certificate.ts';
import type { Correction } from '../../src/model/child.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { type ChildId, DAY, type Day } from '../../src/model/values.ts';
import { refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, day, entriesOf, must, name, number } from '../support/values.ts';

const KNOWN = { firstName: name('Carla'), lastName: name('Example') };
const FULL = { ...KNOWN, birthDate: day('2019-05-04'), socSecNum: number('756.1234.5678.97') };

/** A child of which everything is known, and certificates of it. */
const openRecord = async () => {
  const clinic = await openFamily();
  const { app, caseOf, clock, closedTaskIn, doctor, parent, storage } = clinic;
  const childId = must(await app.addChild({ actor: parent, ...FULL, lastName: name('Record') }));
  must(await app.correctChild({ actor: parent, childId, lastName: FULL.lastName }));
  const correct = (given: Correction, actor = parent, of: ChildId = childId) =>
    app.correctChild({ actor, childId: of, ...given });
  const record = (of: ChildId = childId) => storage.read.children.record(of);
  const certificationFor = async (of: ChildId, validUntil?: Day) => {
    const id = await closedTaskIn(await caseOf(of, doctor));
    must(await app.requestCertification({ actor: parent, id }));
    must(await app.issueCertification({ actor: doctor, id, validUntil }));
    const create = (disclosed: Disclosure = 'name') => clinic.created({ id, disclosed });
    return { id, create, revoke: () => app.revokeCertification({ actor: doctor, id, reason: 'Wrong' as never }) };
  };
  const isValid = async ({ id }: { readonly id: Parameters<typeof storage.read.certificates.find>[0] }) =>
    (await storage.read.certificates.find(id)) !== undefined;
  return { ...clinic, certificationFor, childId, clock, correct, isValid, record };
};

describe('correcting what is known of a child (D-30)', () => {
  test('replaces what is given and different, and answers which fields that are', async () => {
    const given = fc.record(
      {
        firstName: fc.constantFrom(FULL.firstName, name('Karla')),
        lastName: fc.constantFrom(FULL.lastName, name('Ejemplo')),
        birthDate: fc.constantFrom(FULL.birthDate, day('2019-04-05')),
        socSecNum: fc.constantFrom(FULL.socSecNum, number('756.1234.5678.97 '), number('756.0000.5678.97')),
      },
      { requiredKeys: [] },
    );
    const { correct, record } = await openRecord();
    await fc.assert(
      fc.asyncProperty(given, async (correction) => {
        const before = await record();
        const changed = Object.entries(correction).filter(([field, value]) => before?.[field as 'lastName'] !== value);
        const { fields } = must(await correct(correction));
        expect([...fields].sort()).toEqual(changed.map(([field]) => field).sort());
        expect(await record()).toEqual({ ...before, ...correction });
      }),
      { numRuns: 50 },
    );
  });

  test('takes back what is cleared: certificates that named it are revoked, and the number is free again', async () => {
    const { app, certificationFor, childId, isValid, parent, record } = await openRecord();
    const certificate = await (await certificationFor(childId)).create();
    const clear = (...names: readonly ('birthDate' | 'socSecNum')[]) =>
      app.correctChild({ actor: parent, childId, clear: names });
    expect(must(await clear('birthDate', 'socSecNum'))).toMatchObject({
      fields: ['birthDate', 'socSecNum'],
      withdrawn: 1,
      toConfirm: 1,
    });
    expect(await isValid(certificate)).toBe(false);
    expect(await record()).toMatchObject({ ...KNOWN, birthDate: undefined, socSecNum: undefined });
    expect(must(await app.showChild({ actor: parent, childId }))).toMatchObject({ maskedNumber: undefined });
    must(await app.addChild({ actor: parent, ...KNOWN, socSecNum: FULL.socSecNum }));
    expect(must(await clear('birthDate'))).toMatchObject({ fields: [], withdrawn: 0 });
  });

  test('is refused for a birth date in the future, where tomorrow has begun somewhere (D-13)', async () => {
    const { correct, record } = await openRecord();
    const before = await record();
    const given = { firstName: name('Karla') };
    expect(await correct({ ...given, birthDate: day('2026-06-17') })).toEqual(refuse('BIRTH_DATE_IN_FUTURE'));
    expect(await record()).toEqual(before);
    expect(codeOf(await correct({ ...given, birthDate: day('2026-06-16') }))).toBe('OK');
  });

  test('is refused for the number of another own child, however it is written (D-14)', async () => {
    const { app, correct, parent, record } = await openRecord();
    must(await app.addChild({ actor: parent, ...KNOWN, socSecNum: number('756.9217.0769.85') }));
    const before = await record();
    const given = { firstName: name('Karla'), socSecNum: number('7569217076985') };
    expect(await correct(given)).toEqual(refuse('CHILD_KNOWN'));
    expect(await record()).toEqual(before);
    expect(codeOf(await correct({ socSecNum: number('756 1234 5678 97') }))).toBe('OK');
  });
});

test('a correction does not tell that a co-parent has another child with the number; the operator finds the two and merges them', async () => {
  const { app, childId, correct, operator, otherParent, parent, record, share } = await openRecord();
  await share(otherParent, childId);
  const socSecNum = number('756.9217.0769.85');
  const other = must(await app.addChild({ actor: otherParent, ...KNOWN, socSecNum }));
  must(await correct({ socSecNum }));
  for (const actor of [parent, otherParent]) {
    expect(codeOf(await app.addChild({ actor, ...KNOWN, socSecNum }))).toBe('CHILD_KNOWN');
  }
  must(await correct({ firstName: name('Karla'), socSecNum: number('7569217076985') }, otherParent));
  const pairs = await entriesOf(must(await operator.listDuplicates({ requestId: 'operator 1' })));
  expect(pairs).toMatchObject([{ same: 'number', children: [{ id: childId }, { id: other }] }]);
  must(await operator.mergeChildren({ keep: childId, other, requestId: 'operator 1' }));
  expect(await record(other)).toBeUndefined();
  expect(codeOf(await correct({ socSecNum: number('756-9217-0769-85') }, otherParent))).toBe('OK');
});

describe('certificates that named what is corrected', () => {
  const CASES: readonly (readonly [what: string, given: Correction, withdrawn: readonly Disclosure[]])[] = [
    ['another name with other initials', { firstName: name('Emil') }, ['name', 'initials']],
    ['another name with the same initials', { lastName: name('Ejemplo') }, ['name']],
    ['another year of birth', { birthDate: day('2018-05-04') }, ['name', 'initials']],
    ['another day of the same year', { birthDate: day('2019-05-05') }, []],
    ['another number', { socSecNum: number('756.0000.0000.00') }, []],
    ['nothing', { firstName: FULL.firstName, birthDate: FULL.birthDate }, []],
  ];
  test.each(CASES)('are revoked with it, and counted: %s', async (_, given, withdrawn) => {
    const { certificationFor, childId, correct, isValid } = await openRecord();
    const { create } = await certificationFor(childId);
    const [named, initials] = [await create('name'), await create('initials')];
    expect(must(await correct(given)).withdrawn).toBe(withdrawn.length);
    expect(await isValid(named)).toBe(!withdrawn.includes('name'));
    expect(await isValid(initials)).toBe(!withdrawn.includes('initials'));
  });

  test('are so for all its parents: the others are told of it, and of nothing that changes no certificate', async () => {
    const { certificationFor, childId, correct, deliver, mailer, otherParent, parent, share } = await openRecord();
    await share(otherParent, childId);
    await (await certificationFor(childId)).create();
    await deliver();
    mailer.sent.splice(0);
    const told = async () => {
      await deliver();
      return mailer.sent.splice(0).flatMap(({ kind, to }) => (kind === 'child corrected' ? [to] : []));
    };
    must(await correct({ socSecNum: number('756.0000.0000.00') }));
    expect(await told()).toEqual([]);
    must(await correct({ lastName: name('Ejemplo') }, otherParent));
    expect(await told()).toEqual([parent.email]);
    must(await correct({ socSecNum: number('756.0000.0000.01') }));
    expect(await told()).toEqual([]);
  });

  test('are void once their child is merged into another, and its parents are told', async () => {
    const { app, certificationFor, childId, deliver, mailer, parent } = await openRecord();
    const twin = must(await app.addChild({ actor: parent, firstName: name('Mia'), lastName: name('Muster') }));
    await (await certificationFor(twin)).create();
    await deliver();
    mailer.sent.splice(0);
    must(await app.mergeChildren({ keep: childId, other: twin }));
    await deliver();
    expect(mailer.sent.filter(({ kind }) => kind === 'child corrected').map(({ to }) => to)).toEqual([parent.email]);
  });

  test('stay valid where they named no year of birth, and only that is added', async () => {
    const { app, certificationFor, correct, isValid, parent } = await openRecord();
    const childId = must(await app.addChild({ actor: parent, ...KNOWN }));
    const { create } = await certificationFor(childId);
    const before = await create();
    expect(must(await correct({ birthDate: FULL.birthDate }, parent, childId)).withdrawn).toBe(0);
    expect(await isValid(before)).toBe(true);
    // Nor does it name the year that is changed, and then taken back, before the doctor has confirmed one.
    must(await correct({ birthDate: day('2018-05-04') }, parent, childId));
    must(await app.correctChild({ actor: parent, childId, clear: ['birthDate'] }));
    expect(await isValid(before)).toBe(true);
  });

  test('are those of this child, in all of its cases, and those that neither expired nor were revoked before', async () => {
    const { app, certificationFor, childId, clock, correct, isValid, list, parent } = await openRecord();
    const sibling = must(await app.addChild({ actor: parent, ...KNOWN }));
    const siblings = await (await certificationFor(sibling)).create();
    const expired = await (await certificationFor(childId, '2026-06-15' as Day)).create();
    const revoked = await certificationFor(childId);
    await revoked.create();
    must(await revoked.revoke());
    clock.advance(DAY);
    const cases = [await certificationFor(childId), await certificationFor(childId)];
    const counted = [await cases[0]?.create(), await cases[0]?.create(), await cases[1]?.create()];
    const before = (await list()).revoked.length;
    expect(must(await correct({ firstName: name('Emil') })).withdrawn).toBe(3);
    expect((await list()).revoked).toHaveLength(before + counted.length);
    expect([await isValid(siblings), await isValid(expired)]).toEqual([true, true]);
  });

  test('are replaced by new ones with what is known now, once that is confirmed; with the key of before, the call is refused', async () => {
    const { app, certificationFor, childId, correct, create, created, doctor, isValid, textOf } = await openRecord();
    const { id } = await certificationFor(childId);
    const idempotencyKey = must(parseIdempotencyKey('first'));
    await created({ id, idempotencyKey });
    const shown = { firstName: name('Emil'), lastName: KNOWN.lastName, birthDate: day('2018-01-01') };
    must(await correct(shown));
    must(await app.confirmCertification({ actor: doctor, id, ...shown }));
    expect(await create({ id, idempotencyKey })).toEqual(refuse('CERTIFICATION_NOT_ISSUED'));
    const now = await created({ id });
    expect(textOf(now)).toMatchObject({ firstName: 'Emil', lastName: 'Example', birthYear: 2018 });
    expect(await isValid(now)).toBe(true);
  });
});

describe('a correction at the same time as', () => {
  test('a certificate that is created just before it: it is revoked', async () => {
    const { certificationFor, childId, correct, created, isValid, textOf } = await openRecord();
    const { id } = await certificationFor(childId);
    const creating = created({ id });
    must(await correct({ firstName: name('Emil') }));
    const certificate = await creating;
    expect([textOf(certificate).firstName, await isValid(certificate)]).toEqual(['Carla', false]);
  });

  test('a certificate that is created just after it: none is made', async () => {
    const { certificationFor, childId, correct, create } = await openRecord();
    const { id } = await certificationFor(childId);
    const [, creating] = await Promise.all([correct({ firstName: name('Emil') }), create({ id })]);
    expect(creating).toEqual(refuse('CERTIFICATION_TO_CONFIRM'));
  });
});

test('a correction is recorded with the names of the fields, never with what they were or are', async () => {
  const clinic = await openRecord();
  const { childId, clock, parent, storage } = clinic;
  const { correctChild }: Application = createApplication(clinic);
  const given = { firstName: name('Emil'), birthDate: day('2018-01-01'), socSecNum: number('756.0000.0000.00') };
  must(await correctChild({ actor: parent, childId, ...given, lastName: FULL.lastName, requestId: 'the request' }));
  const records = await storage.read.audit.records({}, { after: 0, size: 9 });
  const who = { by: parent.id, on: childId, child: childId, outcome: 'OK', at: clock.now(), requestId: 'the request' };
  expect(records).toMatchObject([{ action: 'child corrected: firstName, birthDate, socSecNum', ...who }]);
  const values = [...Object.values(given), ...Object.values(FULL)];
  for (const value of values) expect(JSON.stringify(records)).not.toContain(value);
});
