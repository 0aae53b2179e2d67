import { expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { HOUR, MINUTE, type NoteText } from '../../src/model/values.ts';
import { openClinicWithCase } from '../support/clinic.ts';
import { repeat } from '../support/limited.ts';
import { underRules } from '../support/ports.ts';
import { codeOf, must, name, number, title, unknownId } from '../support/values.ts';

const done = (times: number) => Array(times).fill('OK');
const names = { firstName: name('Carla'), lastName: name('Example') };

/** A clinic with the limits of D-43. Two processes serve it. */
const openBusy = async (calls = 1200) => {
  const clinic = await openClinicWithCase();
  const { caseId, childId, doctor, otherDoctor, parent } = clinic;
  const ports = underRules(clinic, { ratesPerMinute: { ...clinic.rules.ratesPerMinute, calls } });
  const [one, other] = [createApplication(ports), createApplication(ports)];
  const facts = { requestId: 'request', address: '192.0.2.1', session: 'session' as never };
  const opening = { ...facts, actor: parent, childId, doctorId: doctor.id, title: title('Cough') };
  const open = (more: object = {}) => one.openCase({ ...opening, ...more });
  let [made, owners] = [0, [doctor, otherDoctor]];
  const handOver = () => {
    owners = owners.toReversed();
    return other.handOverCase({ ...facts, actor: parent, caseId, doctorId: owners[0]?.id ?? doctor.id });
  };
  const correct = () => {
    made += 1;
    return one.correctChild({ ...facts, actor: parent, childId, firstName: name(made % 2 ? 'Karla' : 'Carla') });
  };
  const write = (actor: Account = parent) => other.writeNote({ ...facts, actor, caseId, text: 'Cough' as NoteText });
  const add = (more: object = {}) => {
    made += 1;
    return (made % 2 ? one : other).addChild({ ...facts, actor: parent, ...names, ...more });
  };
  return { ...clinic, open, handOver, add, correct, write };
};

test('a parent opens and hands over 30 cases in an hour, through whichever process, and then waits for its end', async () => {
  const { clock, handOver, open } = await openBusy();
  expect(await repeat(15, open)).toEqual(done(15));
  clock.advance(20 * MINUTE);
  expect(await repeat(15, handOver)).toEqual(done(15));
  for (const call of [open, handOver]) {
    expect(await call()).toMatchObject({ refusal: { code: 'THROTTLED', retryAfterSeconds: 40 * 60 } });
  }
  clock.advance(40 * MINUTE - 1);
  expect(codeOf(await open())).toBe('THROTTLED');
  clock.advance(1);
  expect(await repeat(31, open)).toEqual([...done(30), 'THROTTLED']);
});

test('a parent adds 60 children in an hour, and opens cases all the same', async () => {
  const { add, clock, open } = await openBusy();
  expect(await repeat(61, add)).toEqual([...done(60), 'THROTTLED']);
  expect(codeOf(await open())).toBe('OK');
  clock.advance(HOUR);
  expect(codeOf(await add())).toBe('OK');
});

test('a parent corrects children 60 times in an hour, and writes 60 notes: who decides, and who reads, has to look at each', async () => {
  const { childId, clock, correct, doctor, storage, write } = await openBusy();
  expect(await repeat(61, () => correct())).toEqual([...done(60), 'THROTTLED']);
  expect(await repeat(61, () => write())).toEqual([...done(60), 'THROTTLED']);
  expect(await repeat(61, () => write(doctor))).toEqual(done(61));
  expect((await storage.read.children.record(childId))?.firstName).toBe('Carla');
  clock.advance(HOUR);
  expect([codeOf(await correct()), codeOf(await write())]).toEqual(['OK', 'OK']);
});

test('what is refused or sent again does not count, and is answered as ever once the hour is full', async () => {
  const { add, open, parent, storage } = await openBusy();
  const idempotencyKey = must(parseIdempotencyKey('the-first'));
  const first = await open({ idempotencyKey });
  expect(codeOf(await add({ socSecNum: number('756.9217.0769.85') }))).toBe('OK');
  const known = () => add({ socSecNum: number('756.9217.0769.85') });
  expect(new Set(await repeat(70, known))).toEqual(new Set(['CHILD_KNOWN']));
  expect(new Set(await repeat(40, () => open({ childId: unknownId() })))).toEqual(new Set(['CHILD_NOT_FOUND']));
  expect(await open({ idempotencyKey })).toEqual(first);
  expect(await repeat(30, open)).toEqual([...done(29), 'THROTTLED']);
  expect(await open({ idempotencyKey })).toEqual(first);
  const cases = await storage.read.cases.ofParent(parent.id, { after: undefined, size: 99 });
  expect(cases).toHaveLength(1 + 30);
});

test('others open cases meanwhile: staff without a limit, and another parent', async () => {
  const { add, assistant, childId, doctor, open, otherParent, register, storage } = await openBusy();
  expect(await repeat(31, open)).toContain('THROTTLED');
  for (const actor of [doctor, assistant]) expect(await repeat(31, () => open({ actor }))).toEqual(done(31));
  await storage.write(async ({ children }) => ({ ok: true, value: await children.addParent(childId, otherParent.id) }));
  expect(codeOf(await open({ actor: otherParent }))).toBe('OK');
  expect(codeOf(await add({ actor: await register('Par', 'Nina') }))).toBe('OK');
});

test('nothing is counted where calls have no limit', async () => {
  const { add, open, parent, storage } = await openBusy(0);
  expect(await repeat(31, open)).toEqual(done(31));
  expect(await repeat(61, add)).toEqual(done(61));
  expect(await storage.read.throttles.find([`cases of ${parent.id}`])).toEqual([undefined]);
});
