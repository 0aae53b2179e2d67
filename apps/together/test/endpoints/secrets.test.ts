import { type Clinic, openClinic, registration } from '@health-case/composition/testing/clinic';
import type { Reply } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, it } from 'vitest';

const CLINICS = [variantA, variantB].map(openClinic);

const PASSWORD = 'Sesam-öffne-dich-9f3';
const NEW_PASSWORD = 'Kolibri-tanzt-um-7';
const TOO_LONG_PASSWORD = 'Kolibri-tanzt-um-8'.repeat(10);
const NUMBER = '756.9217.0769.85';
const BAD_NUMBER = '756#9217#0769#85';
const SECRETS = [PASSWORD, NEW_PASSWORD, 'Kolibri-tanzt-um-8', NUMBER, BAD_NUMBER, '7569217076985'];

const expectNone = (texts: readonly string[], secrets: readonly string[]): void => {
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
};

/** The calls of a clinic, with what their replies contain. */
const recording = (clinic: Clinic) => {
  const replies: Reply[] = [];
  const call: Clinic['call'] = async (...request) => {
    const reply = await clinic.call(...request);
    replies.push(reply);
    return reply;
  };
  const texts = () => replies.map(({ headers, text }) => `${JSON.stringify(headers)} ${text}`);
  return { call, texts, statuses: () => replies.map(({ status }) => status) };
};

/** A parent with the password of above and two sessions, and a child with a number. */
const parentOf = ({ arrive, logIn, words }: Clinic) => ({
  child: () => ({ ...words.child(), socSecNum: NUMBER }),
  arrive: async () => {
    const { email } = await arrive('Par', { password: PASSWORD });
    const [id, other] = [await logIn(email, PASSWORD), await logIn(email, PASSWORD)];
    return { email, id, other, secrets: [...SECRETS, id, other] };
  },
});

describe.each(CLINICS)('variant $name: secrets (D-02, D-08, D-09, D-14)', (clinic) => {
  const { words, name } = clinic;
  const { arrive, child } = parentOf(clinic);

  it('are in no answer: neither password nor number nor, but for login, session', async () => {
    const { call, texts, statuses } = recording(clinic);
    const { id, secrets, email } = await arrive();
    const [doctor, assistant] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Ast')]);
    await call(`POST /api/Doc/${doctor.id}/assistants`, { id: doctor.session, email: assistant.email });
    await call(words.register, { ...registration('Par'), password: PASSWORD });
    const ChildID = member(await call(words.addChild, { id, ...child() }), 'ChildID');
    const opened = await call('POST /api/Case', { id, ChildID, DocID: doctor.id, title: 'Asthma' });
    const caseId = member(opened, 'CaseID');
    await clinic.closedTask(doctor, caseId);
    for (const session of [id, doctor.session, assistant.session]) {
      await call(`GET /api/Doc/${doctor.id}/children`, { id: session });
      await call(`GET /api/Case/${caseId}`, { id: session });
      if (name === 'B') continue;
      await call(`POST /api/Case/${caseId}/certreq`, { id: session });
      await call(`GET /api/Case/${caseId}/certreq`, { id: session });
    }
    await call(`GET /api/Doc/${doctor.id}/assistants`, { id });
    for (const path of ['Doc', 'Case', 'Parent/children', 'Auth/me']) await call(`GET /api/${path}`, { id });
    await call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: NEW_PASSWORD });
    await call('POST /api/Auth/logout', { id });
    expect(new Set(statuses())).toEqual(new Set([200]));
    expectNone(texts(), secrets);
    expectNone(clinic.service().logged, secrets);
    expect(await clinic.logIn(email, NEW_PASSWORD)).toMatch(/./);
  });

  it('are in no refusal, even if they are what is wrong', async () => {
    const { call, texts, statuses } = recording(clinic);
    const { email, id, other, secrets } = await arrive();
    await clinic.call(words.addChild, { id, ...child() });
    const facts = { ...registration(), email, password: PASSWORD };
    await call(words.register, facts);
    await call(words.register, { ...registration(), password: TOO_LONG_PASSWORD });
    await call(words.register, { ...registration(), password: [PASSWORD], role: PASSWORD });
    await call(words.register, { ...registration(), firstName: NUMBER.repeat(9), email: PASSWORD });
    await call(words.logIn, { email, password: NEW_PASSWORD });
    await call(words.logIn, `{"email":"${email}","password":"${PASSWORD}"`);
    await call(words.addChild, { id, ...child(), firstName: NUMBER.repeat(9) });
    if (name === 'A') {
      await call(words.addChild, { id, ...child(), socSecNum: NUMBER.replaceAll('.', ' ') });
      await call(words.addChild, { id, ...child(), socSecNum: BAD_NUMBER });
      await call(words.addChild, { id, ...child(), birthDate: NUMBER, socSecNum: 7_569_217_076_985 });
    }
    await call('POST /api/Auth/password', { id, password: NEW_PASSWORD, newPassword: PASSWORD });
    await call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: TOO_LONG_PASSWORD });
    await call('GET /api/Doc', { id }, { Authorization: `Bearer ${other}` });
    await call('GET /api/Doc', { id: [id] });
    await call('GET /api/Doc', { id: `${id}${other}` });
    await call('GET /api/Doc', { id, after: id, limit: other });
    await call(`GET /api/Doc/${id}/children`, { id });
    await call(`GET /${id}`, { id });
    expect(statuses()).toHaveLength(name === 'A' ? 18 : 15);
    expect(statuses()).not.toContain(200);
    expectNone(texts(), secrets);
  });
});

describe.each(CLINICS)('variant $name: secrets, when the store fails', (clinic) => {
  const { words } = clinic;
  const { arrive, child } = parentOf(clinic);

  it('are in no reply and no line of the log', async () => {
    const { logged, execute } = clinic.service();
    const without = async (table: string, calls: () => Promise<unknown>): Promise<void> => {
      await execute(`ALTER TABLE "${table}" RENAME TO "Gone"`);
      await calls().finally(() => execute(`ALTER TABLE "Gone" RENAME TO "${table}"`));
    };
    const { call, texts, statuses } = recording(clinic);
    const { email, id, secrets } = await arrive();
    const before = logged.length;
    await without('Child', () => call(words.addChild, { id, ...child() }));
    await without('Account', async () => {
      await call(words.register, { ...registration(), email, password: PASSWORD });
      await call(words.logIn, { email, password: PASSWORD });
      await call('POST /api/Auth/password', { id, password: PASSWORD, newPassword: NEW_PASSWORD });
    });
    expect(statuses()).toEqual(Array(4).fill(503));
    const lines = logged.slice(before);
    expect(lines).toHaveLength(4);
    expectNone([...texts(), ...lines], secrets);
    expect((await clinic.call(words.addChild, { id, ...child() })).status).toBe(200);
  });
});
