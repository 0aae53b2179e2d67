import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transportContract } from '@health-case/domain/contracts/transport-contract';
import type { Storage } from '@health-case/domain/ports/storage';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { expect, it, onTestFinished } from 'vitest';
import { applicationOver } from '../../testing/application-over.ts';
import { openFileStorage } from './file-storage.ts';
import { createLineTransport } from './line-transport.ts';

const PASSWORD = 'vT9#mossy-lantern';

/** A client of the transport over the whole application. A list has one value for each page. */
const lineClient = async (storage: Storage) => {
  const { application, stop } = await applicationOver(storage);
  const reported: string[] = [];
  const transport = createLineTransport(application, (_, error) => reported.push(String(error)));
  const say = async (line: string) => {
    const lines: string[] = [];
    for await (const text of transport(line, '127.0.0.1')) lines.push(text);
    const replies = lines.map((text) => JSON.parse(text));
    const values: unknown[] = replies.slice(0, -1).map(({ value }) => value);
    return { ...replies.at(-1), value: Array.isArray(values[0]) ? values.flat() : values[0], text: lines.join('\n') };
  };
  const call = (name: string, fields: object, options: object = {}) =>
    say(JSON.stringify({ call: name, ...options, ...fields }));
  return { say, call, stop, reported: () => reported };
};

transportContract('the line transport', lineClient);

const scratchFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'health-case-lines-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

it('the line transport over the file store carries a case to its certification, and on after a restart', async () => {
  const file = join(await scratchFolder(), 'health-case.sealed');
  const open = () => openFileStorage({ file, keyring: createAesGcmKeyring(async () => new Uint8Array(32)) });
  let client = await lineClient(await open());
  const made = async (name: string, fields: object): Promise<string> => {
    const { outcome, value } = await client.call(name, fields);
    expect(outcome).toBe('OK');
    return String(value);
  };
  const person = async (firstName: string, role: string) => {
    const credentials = { email: `${firstName}@example.org`, password: PASSWORD };
    const id = await made('registerAccount', { firstName, lastName: 'Jansen', role, ...credentials });
    return { id, session: await made('logIn', credentials) };
  };
  const { id: doctorId, session: asDoctor } = await person('Greta', 'Doc');
  const { session } = await person('Jan', 'Par');
  const mia = { firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' };
  const childId = await made('addChild', { session, ...mia });
  const caseId = await made('openCase', { session, childId, doctorId, title: 'Asthma' });
  const taskId = await made('addTask', { session: asDoctor, caseId, title: 'Measure lung function' });
  expect(await client.call('requestCertification', { session, id: caseId })).toMatchObject({
    outcome: 'TASK_NOT_CLOSED',
  });
  await made('closeTask', { session: asDoctor, taskId });
  await made('requestCertification', { session, id: caseId });
  await client.stop();

  client = await lineClient(await open());
  await made('issueCertification', { session: asDoctor, id: taskId });
  expect(await made('checkCertification', { session, id: taskId })).toBe('issued');
  await client.stop();
});

it('the line transport refuses by itself what is no call', async () => {
  const { say, call, stop } = await lineClient(
    await openFileStorage({
      file: join(await scratchFolder(), 'health-case.sealed'),
      keyring: createAesGcmKeyring(async () => new Uint8Array(32)),
    }),
  );
  for (const line of ['', '{', 'null', '"logIn"']) expect(await say(line)).toMatchObject({ outcome: 'LINE_MALFORMED' });
  for (const name of ['eraseEverything', 'constructor', '__proto__']) {
    expect(await call(name, {})).toMatchObject({ outcome: 'CALL_UNKNOWN' });
  }
  expect(await call('logIn', { email: 'nobody', password: 7 })).toMatchObject({
    outcome: 'FIELDS_INVALID',
    problem: 'email must be an e-mail address, such as name@example.org; password must be a string',
  });
  await stop();
});

it('a program serves the lines of its standard input over the store in use, and ends with them', async () => {
  const folder = await scratchFolder();
  const credentials = { email: 'jan@example.org', password: PASSWORD };
  const register = { call: 'registerAccount', firstName: 'Jan', lastName: 'Jansen', role: 'Par', ...credentials };
  const lines = [register, { call: 'logIn', ...credentials }, register].map((line) => `${JSON.stringify(line)}\n`);
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'health-case.db')}`, BCRYPT_COST: '10' };
  const program = fileURLToPath(new URL('./line-program.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    ...{ env, input: lines.join(''), encoding: 'utf8' },
  });
  const made = [{ value: expect.stringMatching(/^[\w-]+$/) }, { outcome: 'OK' }];
  const replies = stdout.split('\n').slice(0, -1);
  expect(replies.map((line) => JSON.parse(line))).toEqual([...made, ...made, { outcome: 'EMAIL_TAKEN' }]);
  expect([stderr, status]).toEqual(['', 0]);
});
