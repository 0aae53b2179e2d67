import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { send } from '@health-case/http/testing/client';
import { afterAll, describe, expect, it } from 'vitest';
import { startServing } from '../../together/test/support/process.ts';
import { operatorOn } from './support/operator.ts';

const folder = mkdtempSync(join(tmpdir(), 'health-case-operator-'));
const file = join(folder, 'health-case.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const operator = operatorOn(file);

const EMAIL = 'greta@example.org';
const FIRST = 'vT9#mossy-lantern';
const SECOND = 'kW4!paper-rainbow';
const CREATE = ['account', 'create', '--role', 'Doc', '--first-name', 'Greta', '--last-name', 'Holm', '--email'];

/** What the doctor does through the service. */
const clientOf = (port: number) => {
  const logIn = (password: string) =>
    send(port, { method: 'POST', path: '/api/Auth/login', body: { email: EMAIL, password } });
  const sessionOf = async (password: string) => ((await logIn(password)).content as { id: string }).id;
  const me = (id: string) => send(port, { path: '/api/Auth/me', body: { id } });
  /** For an hour, as the second that five failures lock for may be over before anybody looks. */
  const lockOut = async () => {
    for (let tries = 0; tries < 5; tries += 1) await logIn('wrong-Password');
    using database = new DatabaseSync(file);
    const longest = '(SELECT max(notBefore) FROM Throttled)';
    database.exec(`UPDATE Throttled SET notBefore = notBefore + 3600000 WHERE notBefore = ${longest}`);
  };
  return { logIn, sessionOf, me, lockOut };
};

describe('the operator, while the service runs on the same store', () => {
  it('creates an account, sets its password, unlocks it and ends its sessions, and the service knows at once', async () => {
    const { ports } = await startServing('variant-a', { DATABASE_URL: `file:${file}`, REGISTRATION: 'invited' });
    const { logIn, sessionOf, me, lockOut } = clientOf(ports['A'] ?? 0);

    const created = await operator([...CREATE, EMAIL], `${FIRST}\n`);
    expect([created.exitCode, created.stderr]).toEqual([0, '']);
    expect(created.stdout).toMatch(/^ID +ROLE +E-MAIL +NAME\n[0-9a-f-]{36} +Doc +greta@example\.org +Greta Holm\n$/);
    const session = await sessionOf(FIRST);
    expect((await me(session)).status).toBe(200);

    const set = await operator(['account', 'set-password', EMAIL, '--json'], SECOND);
    expect(JSON.parse(set.stdout)).toMatchObject({ email: EMAIL, role: 'Doc', sessionsEnded: 1 });
    expect([(await me(session)).status, (await logIn(FIRST)).status]).toEqual([401, 401]);

    await lockOut();
    expect((await logIn(SECOND)).status).toBe(429);
    const unlocked = await operator(['account', 'unlock', 'Greta@Example.org', '--json']);
    expect(JSON.parse(unlocked.stdout)).toMatchObject({ email: EMAIL, failuresForgotten: expect.any(Number) });
    const next = await sessionOf(SECOND);

    const ended = await operator(['account', 'end-sessions', EMAIL]);
    expect(ended.stdout).toMatch(/SESSIONS ENDED\n.* 1\n$/);
    expect((await me(next)).status).toBe(401);

    const disabled = await operator(['account', 'disable', EMAIL]);
    expect(disabled.stdout).toMatch(/SESSIONS ENDED\n.* 0\n$/);
    expect((await logIn(SECOND)).code).toBe('ACCOUNT_DISABLED');
    expect((await operator(['account', 'enable', EMAIL])).exitCode).toBe(0);
    expect((await logIn(SECOND)).status).toBe(200);
  });

  it('finds in the audit trail what was done, by whom and by the operator', async () => {
    const all = await operator(['audit', 'list', '--json']);
    const records = JSON.parse(all.stdout) as { action: string; by: string | null; on: string; requestId: string }[];
    const byOperator = records.filter(({ requestId }) => requestId.startsWith('operator '));
    expect(byOperator.map(({ action, by }) => [action, by])).toEqual(
      [
        'account created',
        'password set',
        'login unlocked',
        'sessions ended',
        'account disabled',
        'account enabled',
      ].map((action) => [action, null]),
    );
    const own = await operator(['audit', 'list', '--account', EMAIL, '--from', '2026-01-01', '--limit', '1']);
    const [heading, line, ...more] = own.stdout.trimEnd().split('\n');
    expect([heading?.split(/ +/), more]).toEqual([['PLACE', 'AT', 'ACTION', 'OUTCOME', 'BY', 'ON', 'REQUEST'], []]);
    expect(line).toMatch(new RegExp(`logged in +OK +${byOperator[0]?.on} `));
    for (const secret of [FIRST, SECOND]) expect(all.stdout).not.toContain(secret);
  });

  it('is told by verifying that the trail is sound and extends a checkpoint, and which record is not what was written', async () => {
    const sound = await operator(['audit', 'verify']);
    expect([sound.exitCode, sound.stderr]).toEqual([0, '']);
    expect(sound.stdout).toMatch(/^The audit trail is sound; it has \d+ records\.\n$/);
    const checkpoint = await operator(['audit', 'checkpoint']);
    expect(checkpoint.stdout).toMatch(/^\d+\.[\w-]+\.[\w-]+\n$/);
    const since = await operator(['audit', 'verify', '--since', checkpoint.stdout]);
    expect(since.stdout).toBe(sound.stdout.replace('sound;', 'sound and extends the checkpoint;'));
    const madeUp = await operator(['audit', 'verify', '--since', checkpoint.stdout.replace(/^\d+/, '1')]);
    expect([madeUp.exitCode, madeUp.stdout, madeUp.stderr]).toEqual([
      1,
      '',
      'The checkpoint is not one that this store has made, or it was altered; take it from where it was kept, unchanged.\n',
    ]);
    const database = new DatabaseSync(file);
    const row = database.prepare('SELECT id FROM AuditRecord WHERE place = 2').get();
    database.exec("UPDATE AuditRecord SET outcome = 'oK' WHERE place = 2");
    database.close();
    const unsound = await operator(['audit', 'verify', '--json']);
    expect(unsound.exitCode).toBe(1);
    expect(JSON.parse(unsound.stdout)).toMatchObject({ sound: false, place: 2 });
    expect(unsound.stderr).toBe(
      `The audit trail is not sound: at place 2, the record ${row?.['id']} is not what was written.\n`,
    );
  });
});

describe('the operator is refused', () => {
  it('with exit code 1 and one sentence, and with exit code 2 for wrong usage; nothing is changed', async () => {
    const [missing, taken, wrong] = await Promise.all([
      operatorOn(join(folder, 'none', 'none.db'))(['audit', 'verify']),
      operator([...CREATE, EMAIL], FIRST),
      operator([...CREATE, 'greta']),
    ]);
    expect([missing.exitCode, taken.exitCode, wrong.exitCode]).toEqual([1, 1, 2]);
    expect(missing.stderr).toMatch(/^There is no database .*none\.db; name an existing one in DATABASE_URL\.\n$/);
    expect(existsSync(join(folder, 'none'))).toBe(false);
    expect(taken.stderr).toBe('An account with this e-mail address exists already; choose another address.\n');
    expect(wrong.stderr).toMatch(/^error: .* must be an e-mail address/);
    expect([missing.stdout, taken.stdout, wrong.stdout]).toEqual(['', '', '']);
  });
});

describe('an invitation of the operator', () => {
  it('issues a code with which one doctor registers', async () => {
    const { ports } = await startServing('variant-a', { DATABASE_URL: `file:${file}`, REGISTRATION: 'invited' });
    const issued = await operator(['invitation', 'issue', '--role', 'Doc', '--days', '1', '--json']);
    const { code } = JSON.parse(issued.stdout) as { code: string };
    const names = { firstName: 'Inés', lastName: 'Navarro', password: FIRST, role: 'Doc' };
    const register = (email: string, invitation?: string) =>
      send(ports['A'] ?? 0, { method: 'POST', path: '/api/Auth/register', body: { ...names, email, invitation } });
    expect((await register('ines@example.org')).code).toBe('INVITATION_INVALID');
    expect((await register('ines@example.org', ` ${code.toUpperCase()} `)).status).toBe(200);
    expect((await register('nobody@example.org', code)).code).toBe('INVITATION_INVALID');
    const listed = await operator(['invitation', 'list']);
    expect(listed.stdout).toMatch(/^ISSUED +ROLE +EXPIRES +STATE +USED BY\n\S+ +Doc +\S+ +used +[0-9a-f-]{36}\n$/);
    expect(listed.stdout).not.toContain(code);
  });
});
