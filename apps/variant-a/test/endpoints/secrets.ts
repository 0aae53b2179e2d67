import { DatabaseSync } from 'node:sqlite';
import type { Reply } from '@health-case/http/testing/client';
import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectRefusal, member } from '../support/replies.ts';
import { registration } from '../support/service.ts';

const PASSWORD = 'Sesam-öffne-dich-9f3';
const NEW_PASSWORD = 'Kolibri-tanzt-um-7';
const TOO_LONG_PASSWORD = 'Kolibri-tanzt-um-8'.repeat(10);
const NUMBER = '756.9217.0769.85';
const BAD_NUMBER = '756#9217#0769#85';
const SECRETS = [PASSWORD, NEW_PASSWORD, 'Kolibri-tanzt-um-8', NUMBER, BAD_NUMBER, '7569217076985'];

const child = { firstName: 'Carla', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: NUMBER };

export const secretsTests = (clinic: Clinic): void => {
  const { assist, openCase, closedTask } = clinic;

  /** Calls that are remembered, so that what came back can be searched. */
  const remembering = () => {
    const replies: Reply[] = [];
    const call: Clinic['call'] = async (...request) => {
      const reply = await clinic.call(...request);
      replies.push(reply);
      return reply;
    };
    const texts = () => replies.map(({ headers, text }) => `${JSON.stringify(headers)} ${text}`);
    return { call, texts };
  };

  const expectNone = (texts: readonly string[], secrets: readonly string[]): void => {
    for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
  };

  /** A parent who has the passwords and the number of above, and whose sessions are known to nobody else. */
  const parentWithSecrets = async (call: Clinic['call']) => {
    const facts = { ...registration('Par'), password: PASSWORD };
    await call('POST /api/Auth/register', facts);
    const login = () => clinic.call('POST /api/Auth/login', facts);
    const [session, other] = [member(await login(), 'id'), member(await login(), 'id')];
    return { facts, session, other };
  };

  /** Everything that A offers, as it is meant to be called. */
  const serve = async (call: Clinic['call'], id: string): Promise<void> => {
    const [doctor, assistant] = [await clinic.arrive('Doc'), await clinic.arrive('Ast')];
    await assist(doctor, assistant);
    const ChildID = member(await call('POST /api/Auth/child', { id, ...child }), 'ChildID');
    const { application } = clinic.service();
    const caller = await application.resumeSession(id);
    if (!caller.ok) throw new Error('The session has ended.');
    const caseId = await openCase({ id: '', email: '', session: id, ...caller.value }, ChildID, doctor);
    await closedTask(doctor, caseId);
    for (const session of [id, doctor.session, assistant.session]) {
      await call(`GET /api/Doc/${doctor.id}/children`, { id: session });
      await call(`POST /api/Case/${caseId}/certreq`, { id: session });
      await call(`GET /api/Case/${caseId}/certreq`, { id: session });
    }
    await call(`GET /api/Doc/${doctor.id}/assistants`, { id });
    await call('GET /api/Doc', { id });
    await call('GET /api/Auth/me', { id });
  };

  describe('secrets (D-02, D-08, D-09, D-14)', () => {
    it('are in no answer: neither password, nor number, nor, but for login, session', async () => {
      const { call, texts } = remembering();
      const { session, other } = await parentWithSecrets(call);
      await serve(call, session);
      await call('POST /api/Auth/password', { id: session, password: PASSWORD, newPassword: NEW_PASSWORD });
      await call('POST /api/Auth/logout', { id: session });
      expect(texts().filter((text) => text.includes('"status":"OK"'))).toHaveLength(16);
      expectNone(texts(), [...SECRETS, session, other]);
    });

    it('are in no refusal, even if it is they that are wrong', async () => {
      const { call, texts } = remembering();
      const { facts, session, other } = await parentWithSecrets(clinic.call);
      const { email } = facts;
      await clinic.call('POST /api/Auth/child', { id: session, ...child });
      await call('POST /api/Auth/register', facts);
      await call('POST /api/Auth/register', { ...registration(), password: TOO_LONG_PASSWORD });
      await call('POST /api/Auth/register', { ...registration(), password: [PASSWORD], role: PASSWORD });
      await call('POST /api/Auth/register', { ...registration(), firstName: NUMBER.repeat(9), email: PASSWORD });
      await call('POST /api/Auth/login', { email, password: NEW_PASSWORD });
      await call('POST /api/Auth/login', `{"email":"${email}","password":"${PASSWORD}"`);
      await call('POST /api/Auth/child', { id: session, ...child, socSecNum: NUMBER.replaceAll('.', ' ') });
      await call('POST /api/Auth/child', { id: session, ...child, socSecNum: BAD_NUMBER });
      await call('POST /api/Auth/child', {
        id: session,
        ...child,
        birthDate: NUMBER,
        socSecNum: Number(7569217076985),
      });
      await call('POST /api/Auth/password', { id: session, password: NEW_PASSWORD, newPassword: PASSWORD });
      await call('POST /api/Auth/password', { id: session, password: PASSWORD, newPassword: TOO_LONG_PASSWORD });
      await call('GET /api/Doc', { id: session }, { Authorization: `Bearer ${other}` });
      await call('GET /api/Doc', { id: [session] });
      await call('GET /api/Doc', { id: `${session}${other}` });
      await call('GET /api/Doc', { id: session, after: session, limit: other });
      await call(`GET /api/Doc/${session}/children`, { id: session });
      await call(`GET /${session}`, { id: session });
      expect(texts().filter((text) => text.includes('"status":"ERR"'))).toHaveLength(18);
      expectNone(texts(), [...SECRETS, session, other]);
    });

    it('are in no reply and no line of the log when the store fails', async () => {
      const { call, texts } = remembering();
      const { facts, session, other } = await parentWithSecrets(clinic.call);
      const { logged, settings } = clinic.service();
      const store = new DatabaseSync(settings.databaseFile);
      const before = logged.length;
      store.exec('ALTER TABLE "Child" RENAME TO "Gone"');
      expectRefusal(await call('POST /api/Auth/child', { id: session, ...child }), 503, 'STORE_UNAVAILABLE');
      store.exec('ALTER TABLE "Gone" RENAME TO "Child"');
      store.exec('ALTER TABLE "Session" RENAME TO "Gone"');
      expectRefusal(await call('POST /api/Auth/login', facts), 503, 'STORE_UNAVAILABLE');
      expectRefusal(await call('GET /api/Auth/me', { id: session }), 503, 'STORE_UNAVAILABLE');
      store.exec('ALTER TABLE "Gone" RENAME TO "Session"');
      store.close();
      expect((await clinic.call('POST /api/Auth/child', { id: session, ...child })).status).toBe(200);
      const lines = logged.slice(before);
      expect(lines).toHaveLength(3);
      expectNone([...texts(), ...lines], [...SECRETS, session, other]);
    });

    it('are in no line of the log at all', () => {
      expectNone(clinic.service().logged, SECRETS);
    });
  });
};
