import { startSmtpServer } from '@health-case/mail-nodemailer/testing/smtp-servers';
import { oneTimePassword } from '@health-case/model/one-time-password';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it } from 'vitest';
import { MIA, newDatabaseUrl, newStore, startServing } from './support/process.ts';

const NEW = 'hD2%winter-orchard';
const KEY = Buffer.alloc(32, 7).toString('base64');

const memberOf = (text: string, name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';
const codesIn = (text: string): readonly string[] => text.match(/([0-9a-f]{4}-){7}[0-9a-f]{4}/g) ?? [];

type Serving = Awaited<ReturnType<typeof startServing>>;

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
  const serving = await startServing('variant-a', { ...newStore(), ...mail });
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

describe('a one-time password and a recovery code', () => {
  it.each(['SQLite', 'PostgreSQL'])('open an account once, in two processes at once, on %s', async (kind) => {
    const store =
      kind === 'SQLite' ? newStore() : { DATABASE_URL: await newDatabaseUrl(), MAIL_URL: `file:${scratchFolder()}` };
    const settings = { ...store, SECRET_KEY: KEY };
    const first = await startServing('variant-a', settings);
    const second = await startServing('variant-a', settings);
    await first.register();
    const { secret, recoveryCodes } = await turnOnFactor(first, MIA.password);
    // The step after the one that turned the factor on, which counts as well.
    for (const otp of [oneTimePassword(secret, 1), recoveryCodes[0]]) {
      const logins = [first, second, first, second].map(({ call }) =>
        call('A', 'POST /api/Auth/login', { ...MIA, otp }),
      );
      const codes = (await Promise.all(logins)).map(({ status, code }) => code ?? status);
      expect(codes.sort()).toEqual([200, 'CREDENTIALS_WRONG', 'CREDENTIALS_WRONG', 'CREDENTIALS_WRONG']);
    }
  });
});
