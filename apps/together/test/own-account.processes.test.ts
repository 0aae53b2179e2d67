import { startSmtpServer } from '@health-case/mail-nodemailer/testing/smtp-servers';
import { oneTimePassword } from '@health-case/model/one-time-password';
import { expect, it, vi } from 'vitest';
import { MIA, newDatabase, newStore, startServing } from './support/process.ts';
import { serveHere } from './support/serve-here.ts';

const NEW = 'hD2%winter-orchard';

const memberOf = (text: string, name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';
const codesIn = (text: string): readonly string[] => text.match(/([0-9a-f]{4}-){7}[0-9a-f]{4}/g) ?? [];

type Serving = Pick<Awaited<ReturnType<typeof startServing>>, 'call'>;

/** Turns on a second factor for Mia; resolves to its secret and to recovery codes. */
const turnOnFactor = async ({ call }: Serving, password: string) => {
  const id = memberOf((await call('A', 'POST /api/Auth/login', { ...MIA, password })).text, 'id');
  const secret = memberOf((await call('A', 'POST /api/Auth/factor', { id, password })).text, 'secret');
  const confirmed = await call('A', 'POST /api/Auth/factor/confirm', { id, otp: oneTimePassword(secret) });
  return { id, secret, recoveryCodes: codesIn(confirmed.text) };
};

it('a person who forgets the password and loses the phone gets back in, by mails over SMTP', async () => {
  const { taken, port } = await startSmtpServer();
  const mail = { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'clinic@example.org' };
  const serving = await serveHere({ ...newStore(), ...mail });
  const { call, register } = serving;
  await register();
  // Of the account that was made (D-28).
  await expect.poll(() => taken.length).toBeGreaterThan(0);
  expect((await call('A', 'POST /api/Auth/reset', { email: MIA.email })).status).toBe(200);
  await expect.poll(() => taken.length).toBeGreaterThan(1);
  expect(taken.map(({ recipients }) => recipients)).toEqual([[MIA.email], [MIA.email]]);
  const [code] = codesIn(`${taken[1]?.raw}`);
  expect((await call('A', 'POST /api/Auth/reset/confirm', { code, newPassword: NEW })).status).toBe(200);
  const { recoveryCodes } = await turnOnFactor(serving, NEW);
  const logIn = (otp?: string) => call('A', 'POST /api/Auth/login', { ...MIA, password: NEW, otp });
  expect([(await logIn()).code, (await logIn(recoveryCodes[0])).status]).toEqual(['SECOND_FACTOR_REQUIRED', 200]);
  // The password was changed, the factor turned on, and a recovery code used.
  await expect.poll(() => taken.length).toBe(5);
});

it('a service stays ready while its mail server cannot be reached', async () => {
  const mail = { MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'clinic@example.org' };
  const error = vi.fn();
  const { call, register } = await serveHere({ ...newStore(), ...mail }, { info: () => undefined, error });
  await register();
  await call('A', 'POST /api/Auth/reset', { email: MIA.email });
  await expect.poll(() => error.mock.calls.length).toBeGreaterThan(0);
  expect((await call('A', 'GET /readyz')).status).toBe(200);
});

it.each([
  ['SQLite', async () => newStore()],
  ['PostgreSQL', newDatabase],
])(
  'two processes that come to a new store on %s at once share its sessions, and each one-time password and recovery code opens an account once',
  async (_, newEnvironment) => {
    const env = await newEnvironment();
    const [first, second] = await Promise.all([startServing('variant-a', env), startServing('variant-b', env)]);
    expect((await first.register()).status).toBe(200);
    const { id, secret, recoveryCodes } = await turnOnFactor(first, MIA.password);
    // The step after the one that turned the factor on, which counts as well.
    for (const otp of [oneTimePassword(secret, 1), recoveryCodes[0]]) {
      const logins = [1, 2].flatMap(() => [
        first.call('A', 'POST /api/Auth/login', { ...MIA, otp }),
        second.call('B', 'GET /api/Auth', { ...MIA, otp }),
      ]);
      const codes = (await Promise.all(logins)).map(({ status, code }) => code ?? status);
      expect(codes.sort()).toEqual([200, 'CREDENTIALS_WRONG', 'CREDENTIALS_WRONG', 'CREDENTIALS_WRONG']);
    }
    const me = async () => (await first.call('A', 'GET /api/Auth/me', { id })).status;
    expect(await me()).toBe(200);
    await second.call('B', 'POST /api/Auth/logout', { id });
    expect(await me()).toBe(401);
  },
);
