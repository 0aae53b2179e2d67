import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createApplication } from '../src/application.ts';
import { type IdempotencyKey, parseIdempotencyKey } from '../src/model/request-options.ts';
import { HOUR } from '../src/model/values.ts';
import type { Ports } from '../src/ports/ports.ts';
import { openClinic, openClinicWithClosedTask, PASSWORD } from './support/clinic.ts';
import { codeOf, listed, must } from './support/outcomes.ts';
import { attempt, day, email, name, password, reason } from './support/values.ts';

const key = (text: string): IdempotencyKey => must(parseIdempotencyKey(text));
const CALL = { requestId: 'request', address: '192.0.2.1' };
const NEW = { firstName: name('Nina'), lastName: name('New'), email: email('nina@example.org'), role: 'Par' } as const;

const openDesk = async () => {
  const clinic = await openClinic();
  const { parent } = clinic;
  const join = (ports: Ports) => {
    const app = createApplication(ports);
    const add = (facts: object = {}) =>
      app.addChild({
        ...CALL,
        actor: parent,
        firstName: name('Carla'),
        lastName: name('Example'),
        idempotencyKey: key('first'),
        ...facts,
      });
    const register = (facts: object = {}) =>
      app.registerAccount({ ...CALL, ...NEW, password: password(PASSWORD), idempotencyKey: key('first'), ...facts });
    return { app, add, register };
  };
  const children = () => listed(clinic.app.listOwnChildren({ actor: parent, paging: {} }));
  return { ...clinic, ...join(clinic), join, children };
};

describe('a call that is sent again with its key', () => {
  test('answers the first outcome and does nothing', async () => {
    const { add, children, storage } = await openDesk();
    const id = must(await add());
    expect(must(await add())).toBe(id);
    expect(await children()).toHaveLength(1);
    const records = await storage.read.audit.records({}, { after: 0, size: 9 });
    expect(records.map(({ action }) => action)).toEqual(['child added']);
  });

  test('is another call with another key, without one, and from another account', async () => {
    const { add, children, otherParent } = await openDesk();
    const ids = [
      must(await add()),
      must(await add({ idempotencyKey: key('second') })),
      must(await add({ idempotencyKey: undefined })),
      must(await add({ actor: otherParent })),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(await children()).toHaveLength(3);
  });

  test('is the same call from another session, from elsewhere, and with its fields in any order', async () => {
    const { app, children, parent } = await openDesk();
    const facts = {
      actor: parent,
      firstName: name('Carla'),
      lastName: name('Example'),
      birthDate: day('2019-02-28'),
      idempotencyKey: key('first'),
    };
    const id = must(await app.addChild({ ...CALL, ...facts }));
    const elsewhere = { requestId: 'another', address: '192.0.2.9', session: 'another', socSecNum: undefined };
    for (const names of fc.sample(fc.shuffledSubarray(Object.keys(facts), { minLength: 5 }), 20)) {
      const shuffled = Object.fromEntries(names.map((name) => [name, facts[name as keyof typeof facts]]));
      expect(must(await app.addChild({ ...elsewhere, ...(shuffled as typeof facts) }))).toBe(id);
    }
    expect(await children()).toHaveLength(1);
  });

  test('is refused with other fields, and with another call', async () => {
    const { add, app, children, doctor, parent } = await openDesk();
    const childId = must(await add());
    expect(codeOf(await add({ firstName: name('Emil') }))).toBe('IDEMPOTENCY_KEY_REUSED');
    const open = { ...CALL, actor: parent, childId, doctorId: doctor.id, title: reason('Asthma') as never };
    expect(codeOf(await app.openCase({ ...open, idempotencyKey: key('first') }))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await children()).toHaveLength(1);
  });

  test('is made anew after 24 hours', async () => {
    const { add, children, clock } = await openDesk();
    must(await add());
    clock.advance(24 * HOUR);
    must(await add());
    expect(await children()).toHaveLength(1);
    clock.advance(1);
    must(await add());
    expect(await children()).toHaveLength(2);
  });

  test('is made anew where the first was refused, as that changed nothing', async () => {
    const { add, children, doctor } = await openDesk();
    expect(codeOf(await add({ actor: doctor }))).toBe('ROLE_NOT_ALLOWED');
    expect(codeOf(await add({ actor: doctor, firstName: name('Emil') }))).toBe('ROLE_NOT_ALLOWED');
    must(await add());
    expect(await children()).toHaveLength(1);
  });

  test('is made anew where the store failed before it was kept', async () => {
    const { add, children, storage } = await openDesk();
    vi.spyOn(storage, 'write').mockRejectedValueOnce(new Error('the store failed'));
    await expect(add()).rejects.toThrow('the store failed');
    must(await add());
    expect(await children()).toHaveLength(1);
  });
});

describe('calls with one key at the same time', () => {
  test('in one process: one is done, the others are told that it is under way', async () => {
    const { add, children } = await openDesk();
    const codes = (await Promise.all(Array.from({ length: 10 }, () => add()))).map(codeOf);
    expect(codes.sort()).toEqual(['OK', ...Array(9).fill('REQUEST_IN_FLIGHT')]);
    expect(await children()).toHaveLength(1);
  });

  test('in several processes: all answer the outcome of the one that was done, and no refusal is recorded', async () => {
    const { auditTrail, children, join, ...ports } = await openDesk();
    const processes = Array.from({ length: 5 }, () => join({ ...ports, auditTrail }));
    const ids = (await Promise.all(processes.map(({ add }) => add()))).map(must);
    expect(new Set(ids).size).toBe(1);
    expect(auditTrail.noted).toEqual([]);
    expect(await children()).toHaveLength(1);
  });

  test('in several processes, of a registration: all answer the account, and no refusal is recorded', async () => {
    const { auditTrail, join, ...ports } = await openDesk();
    const accounts = await Promise.all(Array.from({ length: 5 }, () => join({ ...ports, auditTrail }).register()));
    expect(new Set(accounts.map((outcome) => must(outcome).id)).size).toBe(1);
    expect(auditTrail.noted).toEqual([]);
  });
});

describe('a registration that is sent again with its key', () => {
  test('answers the account, without the address being taken', async () => {
    const { register } = await openDesk();
    const account = must(await register());
    expect(must(await register())).toEqual(account);
    expect(codeOf(await register({ idempotencyKey: key('second') }))).toBe('EMAIL_TAKEN');
  });

  test('is another one for another address, whoever chose the same key', async () => {
    const { register } = await openDesk();
    const account = must(await register());
    const other = must(await register({ email: email('nils@example.org') }));
    expect(other.id).not.toBe(account.id);
  });

  test('is refused as it would be without a key, also where another one came first in the last moment', async () => {
    const { passwords, register } = await openDesk();
    passwords.meanwhile(async () => must(await register({ idempotencyKey: undefined })));
    expect(codeOf(await register())).toBe('EMAIL_TAKEN');
  });

  test('tells nothing of passwords: with another one it is answered alike, and the account keeps the first', async () => {
    const { app, passwords, register } = await openDesk();
    const account = must(await register());
    const verify = vi.spyOn(passwords, 'verify');
    expect(must(await register({ password: password('quite another') }))).toEqual(account);
    expect(verify).not.toHaveBeenCalled();
    expect(codeOf(await app.logIn({ ...CALL, email: NEW.email, password: attempt(PASSWORD) }))).toBe('OK');
  });

  test('keeps nothing of the password', async () => {
    const { register, storage } = await openDesk();
    const kept: unknown[] = [];
    const write = storage.write.bind(storage);
    vi.spyOn(storage, 'write').mockImplementation((work) =>
      write((stores) => {
        const save = stores.retries.save.bind(stores.retries);
        return work({
          ...stores,
          retries: { ...stores.retries, save: (one) => save(one).then(() => void kept.push(one)) },
        });
      }),
    );
    must(await register());
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(PASSWORD);
  });
});

test('every call that creates something can be sent again', async () => {
  const clinic = await openClinicWithClosedTask();
  const { assistant, caseId, childId, doctor, parent, taskId } = clinic;
  const app = createApplication(clinic);
  const call = (actor: typeof doctor, text: string) => ({ ...CALL, actor, idempotencyKey: key(text) });
  const title = reason('Something') as never;
  const calls = [
    () => app.openCase({ ...call(parent, '1'), childId, doctorId: doctor.id, title }),
    () => app.addTask({ ...call(doctor, '2'), caseId, title }),
    () => app.requestCertification({ ...call(doctor, '3'), id: taskId, taskId: undefined }),
    () => app.linkAssistant({ ...call(doctor, '4'), doctorId: doctor.id, email: assistant.email }),
  ];
  for (const send of calls) {
    const first = must<string>(await send());
    const before = clinic.storage.read.audit.records({}, { after: 0, size: 99 });
    expect(must<string>(await send())).toBe(first);
    expect(await clinic.storage.read.audit.records({}, { after: 0, size: 99 })).toEqual(await before);
  }
});
