import { describe, expect, test, vi } from 'vitest';
import { createApplication, createOperatorApplication } from '../../src/application.ts';
import { type IdempotencyKey, parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { type ChildId, HOUR } from '../../src/model/values.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { ok } from '../../src/result.ts';
import { newcomer, openClinic, openClinicWithClosedTask, PASSWORD } from '../support/clinic.ts';
import { codeMailed, deliveryOf } from '../support/mails.ts';
import { attempt, codeOf, day, email, listed, must, name, password, title } from '../support/values.ts';

const key = (text: string): IdempotencyKey => must(parseIdempotencyKey(text));
const CALL = { requestId: 'request', address: '192.0.2.1', idempotencyKey: key('first') };
const NINA = newcomer('Nina');
const CARLA = { firstName: name('Carla'), lastName: name('Example') };

const openDesk = async () => {
  const clinic = await openClinic();
  const { app: setup, parent, storage } = clinic;
  /** Another process over the same store. */
  const join = (ports: Ports) => {
    const app = createApplication(ports);
    const add = (facts: object = {}) => app.addChild({ ...CALL, actor: parent, ...CARLA, ...facts });
    const register = (facts: object = {}) => app.registerAccount({ ...CALL, ...NINA, ...facts });
    return { app, add, register };
  };
  const children = async () => (await listed(setup.listOwnChildren({ actor: parent, paging: {} }))).length;
  const recorded = async () => (await storage.read.audit.records({}, { after: 0, size: 99 })).length;
  return { ...clinic, ...join(clinic), join, children, recorded };
};

describe('a call that is sent again with its key (D-24)', () => {
  test.each([
    ['as it was', {}, 'the same'],
    ['from elsewhere', { requestId: 'another', address: '192.0.2.9', session: '2', socSecNum: undefined }, 'the same'],
    ['with another key', { idempotencyKey: key('second') }, 'another'],
    ['without a key', { idempotencyKey: undefined }, 'another'],
    ['with another name', { firstName: name('Emil') }, 'IDEMPOTENCY_KEY_REUSED'],
    ['with one more field', { birthDate: day('2019-02-28') }, 'IDEMPOTENCY_KEY_REUSED'],
  ])('%s is %s, and is made only if it is another', async (_, facts, expected) => {
    const { add, auditTrail, children, recorded, storage } = await openDesk();
    const first = await add();
    const write = vi.spyOn(storage, 'write');
    const outcome = await add(facts);
    const answer = must(first) === (outcome.ok && outcome.value) ? 'the same' : 'another';
    expect(outcome.ok ? answer : outcome.refusal.code).toBe(expected);
    const made = expected === 'another' ? 1 : 0;
    expect(write).toHaveBeenCalledTimes(made);
    expect([await children(), await recorded(), auditTrail.noted]).toEqual([1 + made, 1 + made, []]);
  });

  test('is another call from another account, and refused for another call', async () => {
    const { add, app, doctor, otherParent, parent } = await openDesk();
    const childId = must(await add());
    expect(must(await add({ actor: otherParent }))).not.toBe(childId);
    const open = { ...CALL, actor: parent, childId, doctorId: doctor.id, title: title('Asthma') };
    expect(codeOf(await app.openCase(open))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('is made anew after 24 hours', async () => {
    const { add, children, clock } = await openDesk();
    must(await add());
    clock.advance(24 * HOUR);
    must(await add());
    expect(await children()).toBe(1);
    clock.advance(1);
    must(await add());
    expect(await children()).toBe(2);
  });

  test('is made anew where the first was refused or the store failed, as that changed nothing', async () => {
    const { add, children, doctor, storage } = await openDesk();
    expect(codeOf(await add({ actor: doctor }))).toBe('ROLE_NOT_ALLOWED');
    expect(codeOf(await add({ actor: doctor, firstName: name('Emil') }))).toBe('ROLE_NOT_ALLOWED');
    vi.spyOn(storage, 'write').mockRejectedValueOnce(new Error('the store failed'));
    await expect(add()).rejects.toThrow('the store failed');
    must(await add());
    expect(await children()).toBe(1);
  });
});

describe('calls with one key at the same time', () => {
  test('in one process: one is done, the others are told that it is under way', async () => {
    const { add, children } = await openDesk();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => add()));
    expect(outcomes.map(codeOf).sort()).toEqual(['OK', ...Array(9).fill('REQUEST_IN_FLIGHT')]);
    expect(outcomes[1]).toMatchObject({ refusal: { retryAfterSeconds: 1 } });
    expect(await children()).toBe(1);
  });

  test.each(['add', 'register'] as const)(
    'in several processes, %s: all answer the outcome of the one that was done, and no refusal is recorded',
    async (call) => {
      const { auditTrail, join, recorded, ...ports } = await openDesk();
      const processes = Array.from({ length: 5 }, () => join({ ...ports, auditTrail }));
      const outcomes = await Promise.all(processes.map((process) => process[call]()));
      expect(outcomes.map(codeOf)).toEqual(Array(5).fill('OK'));
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
      expect([await recorded(), auditTrail.noted]).toEqual([1, []]);
    },
  );

  test('in two processes with other fields: the second is refused, and no refusal is recorded', async () => {
    const { auditTrail, join, recorded, ...ports } = await openDesk();
    const [one, other] = [join({ ...ports, auditTrail }), join({ ...ports, auditTrail })];
    const outcomes = await Promise.all([one.add(), other.add({ firstName: name('Emil') })]);
    expect(outcomes.map(codeOf)).toEqual(['OK', 'IDEMPOTENCY_KEY_REUSED']);
    expect([await recorded(), auditTrail.noted]).toEqual([1, []]);
  });
});

describe('a registration that is sent again with its key', () => {
  test('is refused as it would be without a key, also where another one came first in the last moment', async () => {
    const { auditTrail, passwords, register } = await openDesk();
    passwords.meanwhile(async () => must(await register({ idempotencyKey: undefined })));
    expect(codeOf(await register())).toBe('EMAIL_TAKEN');
    expect(auditTrail.noted).toMatchObject([{ outcome: 'EMAIL_TAKEN' }]);
  });

  test('answers the account, with any password, of which it keeps the first; for another address it is another one', async () => {
    const { app, passwords, register } = await openDesk();
    const account = must(await register());
    const verify = vi.spyOn(passwords, 'verify');
    expect(must(await register({ password: password('quite another') }))).toEqual(account);
    expect(verify).not.toHaveBeenCalled();
    expect(codeOf(await app.logIn({ ...CALL, email: NINA.email, password: attempt(PASSWORD) }))).toBe('OK');
    expect(must(await register({ email: email('nils@example.org') })).id).not.toBe(account.id);
  });
});

test.each([
  ...(['addChild', 'addTask', 'linkAssistant', 'openCase', 'requestCertification', 'registerAccount'] as const),
])('%s answers what a program of another version stored for it, and can be sent again', async (call) => {
  const { assistant, caseId, childId, doctor, parent, taskId, ...clinic } = await openClinicWithClosedTask();
  const app = createApplication(clinic);
  const recorded = async () => (await clinic.storage.read.audit.records({}, { after: 0, size: 99 })).length;
  const asthma = { title: title('Asthma') };
  const { through, password: secret, ...ofNina } = NINA;
  // The fields are stored in the order of their names.
  const requests = {
    addChild: [parent.id, CARLA],
    addTask: [doctor.id, { caseId, ...asthma }],
    linkAssistant: [doctor.id, { doctorId: doctor.id, email: assistant.email }],
    openCase: [doctor.id, { childId, doctorId: doctor.id, ...asthma }],
    requestCertification: [doctor.id, { id: caseId }],
    registerAccount: [NINA.email, ofNina],
  } as const;
  const certificationId = await clinic.certification.requested();
  const outcomes = {
    addChild: childId,
    addTask: taskId,
    linkAssistant: assistant.id,
    openCase: caseId,
    requestCertification: certificationId,
    registerAccount: parent.id,
  };
  const [owner, fields] = requests[call];
  const actor = call === 'addChild' ? parent : doctor;
  const send = (facts: object = {}) =>
    app[call]({ ...CALL, actor, ...fields, through, password: secret, ...facts } as never);
  const stored = {
    key: JSON.stringify([owner, 'first']),
    request: JSON.stringify([call, Object.entries(fields).toSorted()]),
  };
  const kept = { ...stored, outcome: outcomes[call], at: clinic.clock.now() };
  await clinic.storage.write(async ({ keptOutcomes }) => ok(await keptOutcomes.save(kept)));
  expect(await send()).toEqual(ok(call === 'registerAccount' ? parent : outcomes[call]));
  expect(await recorded()).toBe(0);
  const second = await send({ idempotencyKey: key('second') });
  expect([codeOf(second), await recorded()]).toEqual(['OK', 1]);
  expect(await send({ idempotencyKey: key('second') })).toEqual(second);
});

test.each([
  ['addChild', 'CHILD_NOT_FOUND'],
  ['openCase', 'CHILD_NOT_FOUND'],
  ['addTask', 'CASE_NOT_FOUND'],
  ['requestCertification', 'CASE_NOT_FOUND'],
  ['createCertificate', 'CERTIFICATION_NOT_ISSUED'],
] as const)('%s is refused with %s where the child was erased since, and is not made again', async (call, code) => {
  const { app, caseId, certification, childId, doctor, parent, storage, ...ports } = await openClinicWithClosedTask();
  await certification.issued();
  const [ofCase, asthma] = [{ actor: doctor, id: caseId }, { title: title('Asthma') }];
  const { [call]: send } = {
    addChild: () => app.addChild({ ...CALL, actor: parent, ...CARLA }),
    openCase: () => app.openCase({ ...CALL, actor: parent, childId, doctorId: doctor.id, ...asthma }),
    addTask: () => app.addTask({ ...CALL, actor: doctor, caseId, ...asthma }),
    requestCertification: () => app.requestCertification({ ...CALL, ...ofCase }),
    createCertificate: () => app.createCertificate({ ...CALL, ...ofCase, disclosed: 'name' }),
  };
  const made = must<unknown>(await send());
  const operator = createOperatorApplication({ ...ports, storage });
  must(await operator.eraseChild({ childId: call === 'addChild' ? (made as ChildId) : childId, requestId: 'erase' }));
  const write = vi.spyOn(storage, 'write');
  expect([codeOf(await send()), write.mock.calls]).toEqual([code, []]);
});

test.each(['closed', 'disowned'])(
  'a registration whose account was %s since is refused, and is not made again',
  async (how) => {
    const { app, logIn, register, ...clinic } = await openDesk();
    const account = must(await register());
    await deliveryOf(clinic)();
    if (how === 'disowned') must(await app.disownAccount({ ...CALL, code: codeMailed(clinic, 'account made') }));
    else must(await app.closeAccount({ ...CALL, ...(await logIn(account)), password: attempt(PASSWORD) }));
    expect(codeOf(await register())).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(must(await register({ idempotencyKey: key('second') })).id).not.toBe(account.id);
  },
);

test('an assistant who was removed since is not said to be one', async () => {
  const { app, assistant, doctor } = await openDesk();
  const own = { ...CALL, actor: doctor, doctorId: doctor.id };
  const link = () => app.linkAssistant({ ...own, email: assistant.email });
  expect([await link(), await link()]).toEqual([ok(assistant.id), ok(assistant.id)]);
  must(await app.unlinkAssistant({ ...own, idempotencyKey: key('second'), assistantId: assistant.id }));
  expect(codeOf(await link())).toBe('IDEMPOTENCY_KEY_REUSED');
});
