import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfTests } from '@health-case/terminal/testing/scratch-folder';
import { openSqlite } from '@health-case/terminal/testing/sqlite-file';
import { expect, it } from 'vitest';
import { changeStore, operatorOn, refusedWith, serve, startOperator } from './support/operator.ts';

const folder = folderOfTests();
const file = join(folder, 'health-case.db');
const operator = operatorOn(file);

const EMAIL = 'greta@example.org';
const FIRST = 'vT9#mossy-lantern';
const SECOND = 'kW4!paper-rainbow';
const CREATE = 'account create --role Doc --first-name Greta --last-name Holm --email';

/** As the second that five failures lock for may be over before the next call. */
const EXTEND_LOCKOUT =
  'UPDATE Throttled SET notBefore = notBefore + 3600000 WHERE notBefore = (SELECT max(notBefore) FROM Throttled)';

it('alone it says what there is, and touches no store', async () => {
  const { stdout, ...rest } = await operator([]);
  expect([stdout.slice(0, 25), rest]).toEqual(['Usage: npm run operator -', { exitCode: 0, stderr: '' }]);
  expect(existsSync(file)).toBe(false);
});

it('while the service runs, the operator changes an account, and the service obeys at once', async () => {
  const { logIn, sessionOf, get } = await serve(file, { REGISTRATION: 'invited' });
  const me = async (id: string) => (await get('/api/Auth/me', id)).status;

  const created = await operator(`${CREATE} ${EMAIL}`, `${FIRST}\n`);
  expect([created.exitCode, created.stderr]).toEqual([0, '']);
  expect(created.stdout).toMatch(/^ID +ROLE +E-MAIL +NAME\n[0-9a-f-]{36} +Doc +greta@example\.org +Greta Holm\n$/);
  const session = await sessionOf(EMAIL, FIRST);
  expect(await me(session)).toBe(200);

  expect(await operator.json(`account set-password ${EMAIL}`, SECOND)).toMatchObject({
    email: EMAIL,
    role: 'Doc',
    sessionsEnded: 1,
  });
  expect([await me(session), (await logIn(EMAIL, FIRST)).status]).toEqual([401, 401]);

  for (let tries = 0; tries < 5; tries += 1) await logIn(EMAIL, 'wrong-Password');
  changeStore(file, EXTEND_LOCKOUT);
  expect((await logIn(EMAIL, SECOND)).status).toBe(429);
  expect(await operator.json('account unlock Greta@Example.org')).toMatchObject({
    email: EMAIL,
    failuresForgotten: expect.any(Number),
  });
  const next = await sessionOf(EMAIL, SECOND);

  expect(await operator.said(`account end-sessions ${EMAIL}`)).toMatch(/SESSIONS ENDED\n.* 1\n$/);
  expect(await me(next)).toBe(401);

  expect(await operator.said(`account disable ${EMAIL}`)).toMatch(/SESSIONS ENDED\n.* 0\nOngoing cases: 0\. .*\n$/);
  expect((await logIn(EMAIL, SECOND)).code).toBe('ACCOUNT_DISABLED');
  expect((await operator(`account enable ${EMAIL}`)).exitCode).toBe(0);
  expect((await logIn(EMAIL, SECOND)).status).toBe(200);
});

it('while the service runs, the operator finds its own commands and the actions of accounts in the audit trail', async () => {
  const all = await operator('audit list --json');
  const records = JSON.parse(all.stdout) as { action: string; by: string | null; on: string; requestId: string }[];
  const ofOperator = records.filter(({ requestId }) => requestId.startsWith('operator '));
  expect(ofOperator.map(({ by }) => by)).toEqual(Array(6).fill(null));
  expect(ofOperator.map(({ action }) => action).join(', ')).toBe(
    'account created, password set, login unlocked, sessions ended, account disabled, account enabled',
  );
  const own = await operator.said(`audit list --account ${EMAIL} --from 2026-01-01 --limit 1`);
  const [heading, line, ...more] = own.trimEnd().split('\n');
  expect([heading?.split(/ +/), more]).toEqual([['PLACE', 'AT', 'ACTION', 'OUTCOME', 'BY', 'ON', 'REQUEST'], []]);
  expect(line).toMatch(new RegExp(`logged in +OK +${ofOperator[0]?.on} `));
  for (const secret of [FIRST, SECOND]) expect(all.stdout).not.toContain(secret);
});

it('while the service runs, the operator issues a code with which one doctor registers', async () => {
  const { post } = await serve(file, { REGISTRATION: 'invited' });
  const { code } = (await operator.json('invitation issue --role Doc --days 1')) as { code: string };
  const names = { firstName: 'Inés', lastName: 'Navarro', password: FIRST, role: 'Doc' };
  const register = (email: string, invitation?: string) => post('/api/Auth/register', { ...names, email, invitation });
  expect((await register('ines@example.org')).code).toBe('INVITATION_INVALID');
  expect((await register('ines@example.org', ` ${code.toUpperCase()} `)).status).toBe(200);
  expect((await register('nobody@example.org', code)).code).toBe('INVITATION_INVALID');
  const listed = await operator('invitation list');
  expect(listed.stdout).toMatch(/^ISSUED +ROLE +EXPIRES +STATE +USED BY\n\S+ +Doc +\S+ +used +[0-9a-f-]{36}\n$/);
  expect(listed.stdout).not.toContain(code);
});

it('while the service runs, the operator rotates the data key, exports a child and erases it, which leaves no trace in the files', async () => {
  const { post, sessionOf, get } = await serve(file);
  const parent = { firstName: 'Jan', lastName: 'Jansen', email: 'jan@example.org', password: FIRST, role: 'Par' };
  await post('/api/Auth/register', parent);
  const id = await sessionOf(parent.email, FIRST);
  const names = { firstName: 'Quetzalina', lastName: 'Vandersloot' };
  const data = { ...names, birthDate: '2019-02-28', socSecNum: '756.9217.0769.85' };
  const { ChildID: childId } = (await post('/api/Auth/child', { id, ...data })).content as { ChildID: string };
  const doctor = { ...parent, firstName: 'Greta', lastName: 'Holm', email: 'doctor@example.org', role: 'Doc' };
  const { ID: DocID } = (await post('/api/Auth/register', doctor)).content as { ID: string };
  await post('/api/Case', { id, ChildID: childId, DocID, title: 'Asthma' });
  const children = async () => (await get('/api/Parent/children', id)).content;
  const files = () => readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const bytes = () => Buffer.concat(files().map(({ parentPath, name }) => readFileSync(join(parentPath, name))));

  const rotated = 'Numbers reencrypted: 1. Second factors reencrypted: 0. Rows with texts reencrypted: 1.\n';
  expect(await operator('key rotate')).toEqual({ exitCode: 0, stdout: rotated, stderr: '' });
  expect(await operator.said('key reencrypt --json')).toBe(
    '{"reencrypted":{"children":0,"secondFactors":0,"texts":0}}\n',
  );
  const exported = await operator(`child export ${childId}`);
  const cases = [{ title: 'Asthma', openedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }];
  const held = JSON.parse(exported.stdout);
  expect(held).toMatchObject({ id: childId, ...data, cases, parents: [held.people[0].id] });
  const inRole = ({ firstName, lastName, role }: typeof parent) => ({
    id: expect.any(String),
    firstName,
    lastName,
    role,
  });
  expect(held.people).toEqual([inRole(parent), inRole(doctor)]);

  expect(await operator(`child erase ${childId}`)).toEqual(
    refusedWith('Nothing was erased: this cannot be undone, so add --yes to confirm it.\n'),
  );
  expect([await children(), bytes().includes(data.firstName)]).toEqual([expect.objectContaining({ length: 1 }), true]);
  const erased = await operator(`child erase ${childId} --yes`);
  const says = `The child ${childId} is erased.\nBackups made before still hold it, and with PostgreSQL also its write-ahead log, archives of that log, and replicas for a while: docs/security.md says until when.\n`;
  expect(erased).toEqual({ exitCode: 0, stdout: says, stderr: '' });
  for (const word of [data.firstName, data.lastName, data.socSecNum]) expect(bytes().includes(word)).toBe(false);
  expect(await children()).toEqual([]);

  const records = await operator.json(`audit list --child ${childId}`);
  const actions = records.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['child added', 'case opened', 'child exported', 'child erased']);
  expect(await operator(`child erase ${childId} --yes`)).toEqual(
    refusedWith(
      'No child has this identifier, and what was erased before is cleared from the files; check the identifier against the list that it came from.\n',
    ),
  );
});

it('while the service runs, the operator verifies that the trail is sound and extends a checkpoint, and learns which record was altered', async () => {
  const sound = await operator('audit verify');
  expect([sound.exitCode, sound.stderr]).toEqual([0, '']);
  expect(sound.stdout).toMatch(/^The audit trail is sound; it has \d+ records\.\n$/);
  const { stdout: checkpoint } = await operator('audit checkpoint');
  expect(checkpoint).toMatch(/^\d+\.[\w-]+\.[\w-]+\n$/);
  const since = await operator(`audit verify --since ${checkpoint}`);
  expect(since.stdout).toBe(sound.stdout.replace('sound;', 'sound and extends the checkpoint;'));
  expect(await operator(`audit verify --since ${checkpoint.replace(/^\d+/, '1')}`)).toEqual(
    refusedWith(
      'The checkpoint is not one that this store has made, or it was altered; take it from where it was kept, unchanged.\n',
    ),
  );
  const database = openSqlite(file);
  const row = database.prepare('SELECT id FROM AuditRecord WHERE place = 2').get();
  database.exec("UPDATE AuditRecord SET outcome = 'oK' WHERE place = 2");
  database.close();
  const { stdout, ...unsound } = await operator('audit verify --json');
  expect(JSON.parse(stdout)).toMatchObject({ sound: false, place: 2 });
  expect(unsound).toEqual({
    exitCode: 1,
    stderr: `The audit trail is not sound: at place 2, the record ${row?.['id']} is not what was written.\n`,
  });
  const unread = startOperator(file, 'audit', 'verify', '--json');
  unread.child.stdout.destroy();
  expect(await unread.exitCode).toBe(1);
});

it('the operator has one mail tried again, or all that failed', async () => {
  const { post, stop } = await serve(file, { MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'clinic@example.org' });
  for (let nth = 0; nth < 3; nth += 1) await post('/api/Auth/reset', { email: EMAIL });
  await stop();
  const database = openSqlite(file);
  const ids = database
    .prepare('UPDATE Mail SET failedAt = 1, accountId = (SELECT id FROM Account LIMIT 1) RETURNING id')
    .all();
  database.close();
  expect(ids.length).toBeGreaterThanOrEqual(3);
  const [one] = ids.map(({ id }) => String(id));
  for (const words of ['mail retry', `mail retry ${one} --all`]) {
    expect(await operator(words)).toEqual(refusedWith('Nothing is tried again: name either one mail or --all.\n'));
  }
  expect(await operator.said(`mail retry ${one}`)).toBe(`The mail ${one} is tried again.\n`);
  expect(await operator.said('mail retry --all --json')).toBe(`{"retried":${ids.length - 1}}\n`);
  expect(await operator.said('mail retry --all')).toBe('0 mails are tried again.\n');
  const waiting = (await operator.json('mail list')) as {
    account: string | null;
    attempts: number;
    next: string;
  }[];
  // D-43: whom a mail does not reach.
  const accounts = (await operator.json('account list')) as { id: string }[];
  expect(accounts.map(({ id }) => id)).toContain(waiting[0]?.account);
  expect(waiting.filter(({ attempts, next }) => attempts === 0 && next !== 'none')).toHaveLength(ids.length);
});

it('a refused command ends with one sentence and code 1, wrong usage with code 2, and nothing is changed', async () => {
  const [missing, taken, wrong] = [
    await operatorOn(join(folder, 'none', 'none.db'))('audit verify'),
    await operator(`${CREATE} ${EMAIL}`, FIRST),
    await operator(`${CREATE} greta`),
  ];
  expect(missing).toEqual(
    refusedWith(expect.stringMatching(/^There is no database .*none\.db; name an existing one in DATABASE_URL\.\n$/)),
  );
  expect(existsSync(join(folder, 'none'))).toBe(false);
  expect(taken).toEqual(refusedWith('An account with this e-mail address exists already; choose another address.\n'));
  expect(wrong).toEqual({ ...refusedWith(expect.stringMatching(/^error: .* must be an e-mail address/)), exitCode: 2 });
});

it('the operator removes all passkeys of an account, also if it has no second factor', async () => {
  const columns = '"id", "accountId", "name", "publicKey", "counter", "createdAt"';
  {
    using database = openSqlite(file);
    const insert = database.prepare(
      `INSERT INTO "Passkey" (${columns}) SELECT ?, "id", 'Phone', 'key', 0, 0 FROM "Account" WHERE "email" = ?`,
    );
    for (const id of ['one', 'two']) insert.run(id, EMAIL);
  }
  expect(await operator.said(`account reset-factor ${EMAIL}`)).toMatch(/PASSKEYS REMOVED\n.* 2\n$/);
  expect(await operator.json(`account reset-factor ${EMAIL}`)).toMatchObject({ email: EMAIL, passkeysRemoved: 0 });
});

it('a link to set up the practice is printed while nobody manages it, and its code is kept nowhere (D-39)', async () => {
  const place = operatorOn(join(folder, 'managed', 'health-case.db'), { PUBLIC_URL: 'https://health.example.org' });
  const printed = [await place('setup'), await place('setup --json')].map(({ stdout }) => stdout);
  expect(printed[0]).toMatch(/^Open https:\/\/health\.example\.org\/setup#([0-9a-f-]{39})\n.* \1\n$/);
  const { code, link } = JSON.parse(printed[1] ?? '');
  expect(link).toBe(`https://health.example.org/setup#${code}`);
  const run = (sql: string) => {
    using database = openSqlite(join(folder, 'managed', 'health-case.db'));
    return database.prepare(sql).all();
  };
  const kept = run('SELECT * FROM SetupCode');
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(code.replaceAll('-', ''));
  expect((await place(`${CREATE} ${EMAIL}`, FIRST)).exitCode).toBe(0);
  run('UPDATE Account SET isManager = 1');
  expect(await place('setup')).toEqual(
    refusedWith(expect.stringMatching(/^Somebody who can log in manages the practice/)),
  );
  run('UPDATE Account SET confirmed = NULL, isManager = 0, provenAt = NULL');
  expect(await place.said('account list --json')).toContain('"confirmed":"no","manager":"no"');
  expect((await place(`account confirm ${EMAIL}`)).exitCode).toBe(0);
  expect(await place.said('account list --json')).toContain('"confirmed":"operator"');
});
