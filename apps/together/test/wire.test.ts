import { type Clinic, openClinic, PASSWORD, registration, WORDS } from '@health-case/composition/testing/clinic';
import { startTestService } from '@health-case/composition/testing/test-service';
import { createOperatorApplication } from '@health-case/domain/application';
import { callAt, exchange } from '@health-case/http/testing/client';
import { expectRefusal, member } from '@health-case/http/testing/replies';
import { oneTimePassword } from '@health-case/model/one-time-password';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, it, onTestFinished } from 'vitest';

// What each call answers to each role, and to wrong fields, keys and sessions, is proven in model.test.ts.
const CLINICS = [variantA, variantB].map(openClinic);

/** An id that was never given out. */
const NOBODY = '01890000-0000-7000-8000-000000000000';

/** All bytes of the reply to a login, without what names this reply alone. */
const bytesOf = async ({ port, words }: Clinic, request: object): Promise<string> => {
  const body = JSON.stringify(request);
  const head = `${words.logIn} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}`;
  const bytes = await exchange(port(), `${head}\r\n\r\n${body}`);
  return bytes.replace(/^(Request-Id|Date): .*$/gim, '$1: …');
};

describe.each(CLINICS)('variant $name', (clinic) => {
  const { call, words } = clinic;

  it('refuses a wrong password and an unknown address with the same bytes (D-16)', async () => {
    const { email } = await clinic.arrive('Par');
    const wrongPassword = await bytesOf(clinic, { email, password: 'another-lantern-7' });
    expect(wrongPassword).toMatch(/^HTTP\/1\.1 401 .*^Error-Code: CREDENTIALS_WRONG\r$/ims);
    expect(await bytesOf(clinic, { email: registration().email, password: PASSWORD })).toBe(wrongPassword);
    // Nor does it tell how long a password can be.
    expect(await bytesOf(clinic, { email, password: PASSWORD.repeat(3000) })).toBe(wrongPassword);
  });

  it('looks at no key of a login, whose outcome is a secret (D-24)', async () => {
    const { email } = await clinic.arrive('Par');
    const logInAgain = () => call(words.logIn, { email, password: PASSWORD }, { 'Idempotency-Key': 'k-1' });
    expect(member(await logInAgain(), 'id')).not.toBe(member(await logInAgain(), 'id'));
  });

  it('takes no session from the URL of a change, which it then does not make (D-05, D-25)', async () => {
    const { session } = await clinic.arrive('Par');
    for (const id of [session, undefined]) {
      expectRefusal(await call(`POST /api/Auth/logout?id=${session}`, { id }), 400, 'FIELDS_INVALID');
    }
    expect((await call('GET /api/Auth/me', { id: session })).status).toBe(200);
  });

  it('takes what is looked for in the query string, too, but no name (D-25, D-31)', async () => {
    const greta = registration('Doc');
    await call(words.register, greta);
    const session = member(await call(words.logIn, greta), 'id');
    const DocID = member(await call('GET /api/Auth/me', { id: session }), 'ID');
    const parent = await clinic.arrive('Par');
    const ChildID = await clinic.addChild(parent, { firstName: 'Mia', lastName: 'Jansen' });
    const id = member(await call('POST /api/Case', { id: parent.session, ChildID, DocID, title: 'Asthma' }), 'CaseID');
    const read = (query: string, fields = {}) =>
      call(`GET /api/Case?${query}`, fields, { Authorization: `Bearer ${session}` });
    const query = `status=ongoing&ChildID=${ChildID}&DocID=${DocID}&detail=full`;
    expect((await read(query)).content).toMatchObject([{ id, child: { id: ChildID }, certification: null }]);
    for (const other of ['status=finished', 'certification=issued']) expect((await read(other)).content).toEqual([]);
    expectRefusal(await read('status=open'), 400, 'FIELDS_INVALID');
    expectRefusal(await read('status=ongoing', { status: 'finished' }), 400, 'FIELDS_INVALID');
    expectRefusal(await call('GET /api/Doc?name=holm', { id: session }), 400, 'FIELDS_INVALID');
  });
});

const serve = async (variant: typeof variantA, settings?: Parameters<typeof startTestService>[1]) => {
  const { inside, ports, stop } = await startTestService([variant], settings);
  onTestFinished(stop);
  const call = (endpoint: string, body: object, headers = {}) =>
    callAt(ports[variant.name] ?? Number.NaN, endpoint, body, headers);
  return { call, inside, ...WORDS[variant.name] };
};

it('an account that made too many calls can still end its other sessions by another password, and log out (P-22)', async () => {
  const ratesPerMinute = { loginFailures: 0, registrations: 0, calls: 1 };
  const { call, register, logIn } = await serve(variantA, { ratesPerMinute });
  const jan = registration();
  await call(register, jan);
  const id = member(await call(logIn, jan), 'id');
  expect((await call('GET /api/Auth/me', { id })).status).toBe(200);
  const refused = await call('GET /api/Auth/me', { id });
  expectRefusal(refused, 429, 'THROTTLED');
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  const passwords = { password: PASSWORD, newPassword: 'another-lantern-7' };
  expect((await call('POST /api/Auth/password', { id, ...passwords })).status).toBe(200);
  expect((await call('POST /api/Auth/logout', { id })).status).toBe(200);
  expect((await call('GET /api/Auth/me', { id })).code).toBe('SESSION_INVALID');
});

it.each([variantA, variantB])(
  'where staff is invited, a doctor sends the code of the operator: variant $name (D-15)',
  async (variant) => {
    const { call, inside, register } = await serve(variant, { registration: 'invited' });
    const { issueInvitation } = createOperatorApplication(inside);
    const issued = await issueInvitation({ role: 'Doc', validFor: 60_000, requestId: 'the operator' });
    const invitation = issued.ok ? issued.value : undefined;
    const greta = registration('Doc');
    expectRefusal(await call(register, greta), 403, 'INVITATION_INVALID');
    expect((await call(register, { ...greta, invitation })).status).toBe(200);
  },
);

describe.each([variantA, variantB])('where staff needs a second factor, in variant $name (D-29)', (variant) => {
  it('a doctor without one may only turn one on, read who they are, and log out', async () => {
    const { call, register, logIn } = await serve(variant, { secondFactor: 'staff' });
    const greta = registration('Doc');
    await call(register, greta);
    const id = member(await call(logIn, greta), 'id');
    expect((await call('GET /api/Auth/me', { id })).content).toMatchObject({ secondFactor: false });
    const password = { password: PASSWORD, newPassword: 'another-lantern-7' };
    for (const endpoint of ['GET /api/Doc', 'POST /api/Auth/me', 'GET /api/Auth/logins', 'POST /api/Auth/password']) {
      expectRefusal(await call(endpoint, { id, ...password }), 403, 'SECOND_FACTOR_NEEDED');
    }
    const other = member(await call(logIn, greta), 'id');
    expect((await call('POST /api/Auth/logout', { id: other })).status).toBe(200);
    const secret = member(await call('POST /api/Auth/factor', { id, ...password }), 'secret');
    const otp = oneTimePassword(secret);
    expect((await call('POST /api/Auth/factor/confirm', { id, otp })).status).toBe(200);
    expect((await call('GET /api/Doc', { id })).status).toBe(200);
    expectRefusal(await call(logIn, greta), 401, 'SECOND_FACTOR_REQUIRED');
  });
});

/** D-40: all that is there before an account is confirmed. */
const OF_UNCONFIRMED =
  'changeEmail changePassword changeProfile confirmEmail confirmFactor describeAccount endLogin listLogins logOut offerFactor removeFactor';

describe.each([variantA, variantB])('where staff is confirmed, in variant $name (D-40)', (variant) => {
  it('a doctor registers and logs in as ever, and until then has the own account alone', async () => {
    const { call, register, logIn } = await serve(variant, { registration: 'confirmed' });
    const greta = registration('Doc');
    expect((await call(register, greta)).status).toBe(200);
    const id = member(await call(logIn, greta), 'id');
    const open: string[] = [];
    // Whoever logs out can call no more.
    const own = variant.routes.filter(({ anyone, name }) => !anyone && name !== 'logOut');
    for (const { name, method, path } of own) {
      const reply = await call(`${method} ${path.replaceAll(/:\w+/g, NOBODY)}`, { id });
      if (reply.code !== 'NOT_CONFIRMED') open.push(name);
      else expectRefusal(reply, 403, 'NOT_CONFIRMED');
    }
    expect((await call('POST /api/Auth/logout', { id })).status).toBe(200);
    expect([...open, 'logOut'].toSorted()).toEqual(OF_UNCONFIRMED.split(' '));
  });
});

it('otp stands beside the credentials of Authorization: Basic (D-25, D-29)', async () => {
  const { call, register, logIn } = await serve(variantB);
  const jan = registration();
  await call(register, jan);
  const id = member(await call(logIn, jan), 'id');
  const secret = member(await call('POST /api/Auth/factor', { id, password: PASSWORD }), 'secret');
  const confirmed = await call('POST /api/Auth/factor/confirm', { id, otp: oneTimePassword(secret) });
  const [otp, second] = Object(confirmed.content).recoveryCodes;
  const Authorization = `Basic ${Buffer.from(`${jan.email}:${PASSWORD}`).toString('base64')}`;
  expectRefusal(await call(logIn, {}, { Authorization }), 401, 'SECOND_FACTOR_REQUIRED');
  expect((await call(logIn, { otp }, { Authorization })).status).toBe(200);
  expectRefusal(await call('QUERY /api/Auth', { otp }, { Authorization }), 401, 'CREDENTIALS_WRONG');
  const headers = { Authorization, 'One-Time-Password': second };
  expectRefusal(await call(logIn, { otp }, headers), 400, 'FIELDS_INVALID');
  expect((await call(logIn, {}, headers)).status).toBe(200);
});
