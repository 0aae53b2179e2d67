import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { folderOfTests } from '@health-case/terminal/testing/scratch-folder';
import { afterAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../../packages/client/test/support/issue-certificate.ts';
import { freePort } from '../../../packages/storage-prisma/testing/free-port.ts';
import { operatorOn, refusedWith, serve } from './support/operator.ts';

const folder = folderOfTests();
const file = join(folder, 'health-case.db');
const issuer = `http://127.0.0.1:${await freePort()}`;
const operator = operatorOn(file, { PUBLIC_URL: issuer });

const start = () => serve(file, { PUBLIC_URL: issuer, REGISTRATION: 'open', PORT: new URL(issuer).port });

type Key = { readonly id: string; readonly state: string; readonly publishedUntil: string | null };
const keys = async () => (await operator.json('signing-key list')) as readonly Key[];

const verify = (words: string) => operator(`certificate verify ${words}`);
/** The verdict that is printed, and the exit code. */
const verdictOf = async (words: string) => {
  const { stdout, exitCode } = await verify(`${words} --json`);
  return [JSON.parse(stdout).verdict, exitCode];
};

it('while the service runs, a certificate is verified with the store and without, also after the key was rotated', async () => {
  await start();
  const { token, url } = await issueCertificate(issuer);
  const [first] = await keys();
  expect(first).toMatchObject({ state: 'in use', publishedUntil: null });

  const genuine = await operator('certificate verify', `Jan wrote:\n> ${url.slice(0, 76)}\n> ${url.slice(76)}.\n`);
  expect([genuine.exitCode, genuine.stderr]).toEqual([0, '']);
  const day = '\\d{4}-\\d\\d-\\d\\d';
  const moment = `${day}T[\\d:.]+Z`;
  expect(genuine.stdout).toMatch(
    new RegExp(
      `^VERDICT +genuine\nNAME +Mia Jansen, born 2019\nSTATEMENT +Fit to attend school\nDOCTOR +Greta Holm\nISSUER +${issuer}\nVALID +${day} until ${day}\nSTATUS +of ${moment}, 0 h old\n$`,
    ),
  );
  expect(await verdictOf(`${token} --issuer ${issuer}/`)).toEqual(['genuine', 0]);

  const { id } = (await operator.json('signing-key rotate')) as Key;
  expect(await keys()).toMatchObject([
    { id: first?.id, state: 'in use', publishedUntil: expect.stringMatching(moment) },
    { id, state: 'next', publishedUntil: null },
  ]);
  expect(await verdictOf(token)).toEqual(['genuine', 0]);
});

it('while the service runs, a certificate is refused once it was revoked, and by another sentence once its key was withdrawn', async () => {
  await start();
  const { token, revoke } = await issueCertificate(issuer);
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  const signer = (await keys()).find(({ id }) => id.endsWith(kid))?.id ?? '';

  await revoke();
  expect(await verdictOf(`${token} --issuer ${issuer}`)).toEqual(['revoked', 1]);
  expect(await verify(token)).toMatchObject({
    exitCode: 1,
    stderr: 'The certificate was revoked.\n',
    stdout: expect.stringMatching(/^VERDICT +revoked\nNAME +Mia Jansen/),
  });

  const withdraw = `signing-key withdraw ${signer}`;
  expect(await operator(withdraw)).toEqual(
    refusedWith('Nothing was withdrawn: this cannot be undone, so add --yes to confirm it.\n'),
  );
  expect(await operator.said(`${withdraw} --yes`)).toBe(`The signing key ${signer} is withdrawn.\n`);
  for (const words of [token, `${token} --issuer ${issuer}`])
    expect(await verdictOf(words)).toEqual(['unknown key', 1]);
  expect(await operator(`${withdraw} --yes`)).toEqual(
    refusedWith('No signing key has this identifier; signing-key list shows them.\n'),
  );
  const left = await keys();
  expect([left.at(-1)?.state, left.some(({ id }) => id === signer)]).toEqual(['in use', false]);
});

it('the audit trail has each change of the signing keys', async () => {
  const records = (await operator.json('audit list')) as {
    action: string;
    outcome: string;
  }[];
  const ofKeys = records.filter(({ action }) => action.startsWith('signing key'));
  expect(ofKeys.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['signing key rotated', 'OK'],
    ['signing key withdrawn', 'OK'],
    ['signing key withdrawn', 'SIGNING_KEY_NOT_FOUND'],
  ]);
});

/** What other issuers publish, each below its path. */
const published: Readonly<Record<string, string>> = {
  '/few': '{"keys":[]}',
  '/large': `{"keys":[]${' '.repeat(2 ** 21)}}`,
  '/other': '[]',
};
const others = createServer(({ url = '' }, reply) => {
  const path = url.replace('/.well-known/jwks.json', '');
  if (path === '/elsewhere') return reply.writeHead(302, { Location: url.replace(path, '/few') }).end();
  const content = published[path];
  return reply.writeHead(content === undefined ? 404 : 200).end(content);
});
await once(others.listen(0, '127.0.0.1'), 'listening');
afterAll(() => others.close());
const publisher = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;

describe('a certificate cannot be verified', () => {
  const UNREADABLE = 'The text is no certificate, or only a part of one.\n';
  it('as it is none', async () => expect(await verify('hello')).toEqual(refusedWith(UNREADABLE)));

  it.each([
    ['where there are none', '/none', /^The keys at \S+ cannot be read\.\n$/],
    ['that are too large', '/large', /^The keys at \S+ cannot be read\.\n$/],
    ['of an address that leads elsewhere', '/elsewhere', /^The keys at \S+ cannot be read\.\n$/],
    ['that are no keys', '/other', /^\S+ holds no keys, which an issuer publishes as JWKS\.\n$/],
    ['that can be read', '/few', new RegExp(`^${UNREADABLE}$`)],
  ])('with keys %s', async (_, path, sentence) => {
    expect(await verify(`hello --issuer ${publisher}${path}`)).toEqual(refusedWith(expect.stringMatching(sentence)));
  });
});
