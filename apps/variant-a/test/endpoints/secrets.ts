import type { Reply } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { member } from '../support/replies.ts';
import { must, registration } from '../support/service.ts';

const PASSWORD = 'Sesam-öffne-dich-9f3';
const NEW_PASSWORD = 'Kolibri-tanzt-um-7';
const TOO_LONG_PASSWORD = 'Kolibri-tanzt-um-8'.repeat(10);
const NUMBER = '756.9217.0769.85';
const BAD_NUMBER = '756#9217#0769#85';
const SECRETS = [PASSWORD, NEW_PASSWORD, 'Kolibri-tanzt-um-8', NUMBER, BAD_NUMBER, '7569217076985'];

const child = { firstName: 'Carla', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: NUMBER };

const expectNone = (texts: readonly string[], secrets: readonly string[]): void => {
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
};

/** Calls that are remembered, so that what came back can be searched: headers and content. */
const remembering = (clinic: Clinic) => {
  const replies: Reply[] = [];
  const call: Clinic['call'] = async (...request) => {
    const reply = await clinic.call(...request);
    replies.push(reply);
    return reply;
  };
  const texts = () => replies.map(({ headers, text }) => `${JSON.stringify(headers)} ${text}`);
  const statuses = () => replies.map(({ status }) => status);
  return { call, texts, statuses };
};

/** A parent who has the password of above, and two sessions. */
const parentWithSecrets = async ({ call }: Clinic) => {
  const facts = { ...registration('Par'), password: PASSWORD };
  await call('POST /api/Auth/register', facts);
  const session = member(await call('POST /api/Auth/login', facts), 'id');
  const other = member(await call('POST /api/Auth/login', facts), 'id');
  return { facts, session, other, all: [...SECRETS, session, other] };
};

/** Every call of A’s behind a session, as it is meant to be made. */
const callAll = async (clinic: Clinic, call: Clinic['call'], id: string): Promise<void> => {
  const { doctor, assistant } = await clinic.newCase();
  const parent = must(await clinic.service().application.resumeSession(id));
  const childId = member(await call('POST /api/Auth/child', { id, ...child }), 'ChildID');
  const caseId = await clinic.openCase(parent, childId, doctor);
  await clinic.closedTask(doctor, caseId);
  for (const session of [id, doctor.session, assistant.session]) {
    await call(`GET /api/Doc/${doctor.id}/children`, { id: session });
    await call(`POST /api/Case/${caseId}/certreq`, { id: session });
    await call(`GET /api/Case/${caseId}/certreq`, { id: session });
  }
  await call(`GET /api/Doc/${doctor.id}/assistants`, { id });
  await call('GET /api/Doc', { id });
  await call('GET /api/Auth/me', { id });
  await call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: NEW_PASSWORD });
  await call('POST /api/Auth/logout', { id });
};

const answerTests = (clinic: Clinic): void => {
  it('are in no answer: neither password, nor number, nor, but for login, session', async () => {
    const { call, texts, statuses } = remembering(clinic);
    await call('POST /api/Auth/register', { ...registration('Par'), password: PASSWORD });
    const { session, all } = await parentWithSecrets(clinic);
    await callAll(clinic, call, session);
    expect(statuses()).toEqual(Array(16).fill(200));
    expectNone(texts(), all);
  });
};

const refusalTests = (clinic: Clinic): void => {
  it('are in no refusal, even if it is they that are wrong', async () => {
    const { call, texts, statuses } = remembering(clinic);
    const { facts, session: id, other, all } = await parentWithSecrets(clinic);
    await clinic.call('POST /api/Auth/child', { id, ...child });
    await call('POST /api/Auth/register', facts);
    await call('POST /api/Auth/register', { ...registration(), password: TOO_LONG_PASSWORD });
    await call('POST /api/Auth/register', { ...registration(), password: [PASSWORD], role: PASSWORD });
    await call('POST /api/Auth/register', { ...registration(), firstName: NUMBER.repeat(9), email: PASSWORD });
    await call('POST /api/Auth/login', { email: facts.email, password: NEW_PASSWORD });
    await call('POST /api/Auth/login', `{"email":"${facts.email}","password":"${PASSWORD}"`);
    await call('POST /api/Auth/child', { id, ...child, socSecNum: NUMBER.replaceAll('.', ' ') });
    await call('POST /api/Auth/child', { id, ...child, socSecNum: BAD_NUMBER });
    await call('POST /api/Auth/child', { id, ...child, birthDate: NUMBER, socSecNum: 7_569_217_076_985 });
    await call('POST /api/Auth/password', { id, password: NEW_PASSWORD, newPassword: PASSWORD });
    await call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: TOO_LONG_PASSWORD });
    await call('GET /api/Doc', { id }, { Authorization: `Bearer ${other}` });
    await call('GET /api/Doc', { id: [id] });
    await call('GET /api/Doc', { id: `${id}${other}` });
    await call('GET /api/Doc', { id, after: id, limit: other });
    await call(`GET /api/Doc/${id}/children`, { id });
    await call(`GET /${id}`, { id });
    expect(statuses().filter((status) => status !== 200)).toHaveLength(17);
    expectNone(texts(), all);
  });
};

const logTests = (clinic: Clinic): void => {
  const rename = (from: string, to: string): Promise<void> =>
    clinic.service().execute(`ALTER TABLE "${from}" RENAME TO "${to}"`);
  const without = async (table: string, calls: () => Promise<unknown>): Promise<void> => {
    await rename(table, 'Gone');
    await calls().finally(() => rename('Gone', table));
  };

  it('are in no reply and no line of the log when the store fails', async () => {
    const { call, texts, statuses } = remembering(clinic);
    const { facts, session: id, all } = await parentWithSecrets(clinic);
    const { logged } = clinic.service();
    const before = logged.length;
    await without('Child', () => call('POST /api/Auth/child', { id, ...child }));
    await without('Account', async () => {
      await call('POST /api/Auth/register', facts);
      await call('POST /api/Auth/login', facts);
      await call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: NEW_PASSWORD });
    });
    expect(statuses()).toEqual(Array(4).fill(503));
    const lines = logged.slice(before);
    expect(lines).toHaveLength(4);
    expectNone([...texts(), ...lines], all);
    expect((await clinic.call('POST /api/Auth/child', { id, ...child })).status).toBe(200);
  });
};

export const secretsTests = (clinic: Clinic): void => {
  describe('secrets (D-02, D-08, D-09, D-14)', () => {
    answerTests(clinic);
    refusalTests(clinic);
    logTests(clinic);
  });
};
