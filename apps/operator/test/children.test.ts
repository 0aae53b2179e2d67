import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { send } from '@health-case/http/testing/client';
import { expect, it, onTestFinished } from 'vitest';
import { startServing } from '../../together/test/support/process.ts';
import { operatorOn } from './support/operator.ts';

const NUMBER = '756.9217.0769.85';
const CHILD = { firstName: 'Quetzalina', lastName: 'Vandersloot', birthDate: '2019-02-28', socSecNum: NUMBER };
const PASSWORD = 'vT9#mossy-lantern';

/** A served store with a parent, and the parent's child as the service gave it out. */
const serveFamily = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'health-case.db');
  const { ports } = await startServing('variant-a', { DATABASE_URL: `file:${file}`, BCRYPT_COST: '10' });
  const post = async (path: string, body: object) =>
    (await send(ports['A'] ?? 0, { method: 'POST', path, body })).content as Record<string, string>;
  const parent = { firstName: 'Jan', lastName: 'Jansen', email: 'jan@example.org', password: PASSWORD, role: 'Par' };
  await post('/api/Auth/register', parent);
  const { id } = await post('/api/Auth/login', parent);
  const { ChildID } = await post('/api/Auth/child', { id, ...CHILD });
  const children = async () => (await send(ports['A'] ?? 0, { path: '/api/Parent/children', body: { id } })).content;
  return { file, childId: ChildID as string, children, operator: operatorOn(file) };
};

const bytesBeside = (file: string): Buffer =>
  Buffer.concat(readdirSync(dirname(file)).map((name) => readFileSync(join(dirname(file), name))));

it('the operator rotates the data key, exports a child and erases it, while the service serves', async () => {
  const { file, childId, children, operator } = await serveFamily();
  expect(await children()).toHaveLength(1);

  const rotated = await operator(['key', 'rotate']);
  expect(rotated).toEqual({ exitCode: 0, stdout: 'Numbers sealed anew: 1.\n', stderr: '' });
  expect((await operator(['key', 'reencrypt', '--json'])).stdout).toBe('{"sealedAnew":0}\n');

  const exported = await operator(['child', 'export', childId]);
  expect(exported.exitCode).toBe(0);
  expect(JSON.parse(exported.stdout)).toMatchObject({
    id: childId,
    ...CHILD,
    cases: [],
    people: [{ firstName: 'Jan' }],
  });

  const unsure = await operator(['child', 'erase', childId]);
  expect([unsure.exitCode, unsure.stderr]).toEqual([
    1,
    'Nothing was erased: this cannot be undone, so say --yes if it is meant.\n',
  ]);
  expect(bytesBeside(file).includes(CHILD.firstName)).toBe(true);

  const erased = await operator(['child', 'erase', childId, '--yes']);
  expect(erased).toEqual({ exitCode: 0, stdout: `The child ${childId} is erased.\n`, stderr: '' });
  const bytes = bytesBeside(file);
  for (const word of [CHILD.firstName, CHILD.lastName, NUMBER]) expect(bytes.includes(word)).toBe(false);
  expect(await children()).toEqual([]);

  const records = JSON.parse((await operator(['audit', 'list', '--child', childId, '--json'])).stdout);
  expect(records.map(({ action }: { action: string }) => action)).toEqual([
    'child added',
    'child exported',
    'child erased',
  ]);
  expect((await operator(['audit', 'verify'])).exitCode).toBe(0);
  const again = await operator(['child', 'erase', childId, '--yes']);
  expect([again.exitCode, again.stderr]).toEqual([
    1,
    'No child has this identifier; check it against the list that it came from.\n',
  ]);
});
