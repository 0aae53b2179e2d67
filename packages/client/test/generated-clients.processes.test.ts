import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { registration, WORDS } from '@health-case/composition/testing/clinic';
import { expect, it } from 'vitest';
import { oneTimePassword } from '../../../quality/model/one-time-password.ts';
import { scratchFolder } from '../../terminal/testing/scratch-folder.ts';
import { createClientA, unwrap } from '../src/variant-a.ts';
import { arrive, openServices } from './support/services.ts';

const here = join(import.meta.dirname, '..');
const root = join(here, '../..');
const GUIDE = readFileSync(join(root, 'docs/use-the-api.md'), 'utf8').split('## Generate a client')[1] ?? '';
const COMMANDS = [...GUIDE.matchAll(/^npx (\S+) (.*)$/gm)];

const OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { paths } from './types.js';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3001' });
const basic = 'Basic ' + Buffer.from('jan@example.org:kW4!paper-rainbow').toString('base64');
const login = await client.GET('/api/Auth', { headers: { Authorization: basic } });
if (login.error) throw new Error(login.error.response);

const headers = { Authorization: 'Bearer ' + login.data.response.id };
let after: string | undefined;
do {
  const page = await client.GET('/api/Case', { headers, params: { query: { limit: '2', after } } });
  for (const { id } of page.data?.response ?? []) {
    const one = await client.GET('/api/Case/{id}', { headers, params: { path: { id } } });
    console.log(one.data?.response.title, one.data?.response.status);
  }
  after = page.data?.response.at(-1)?.id;
} while (after);
`;

const HEY_API = `
import { client } from './client/client.gen.js';
import { listCases, logIn, showCase } from './client/sdk.gen.js';

client.setConfig({ baseUrl: 'http://127.0.0.1:3001' });
const login = await logIn({ auth: 'jan@example.org:kW4!paper-rainbow' });
if (login.error) throw new Error(login.error.response);

client.setConfig({ auth: login.data.response.id });
let after: string | undefined;
do {
  const page = await listCases({ query: { limit: '2', after } });
  for (const { id } of page.data?.response ?? []) {
    const one = await showCase({ path: { id } });
    console.log(one.data?.response.title, one.data?.response.status);
  }
  after = page.data?.response.at(-1)?.id;
} while (after);
`;

/** For variant B: somebody with a second factor. */
const WITH_OTP = [
  `
const eva = 'Basic ' + Buffer.from('eva@example.org:kW4!paper-rainbow').toString('base64');
const otp = { 'One-Time-Password': 'CODE' };
const second = await client.GET('/api/Auth', { headers: { Authorization: eva }, params: { header: otp } });
if (second.error) throw new Error(second.error.response);
`,
  `
const otp = { 'One-Time-Password': 'CODE' };
const second = await logIn({ auth: 'eva@example.org:kW4!paper-rainbow', headers: otp });
if (second.error) throw new Error(second.error.response);
`,
];

const JAN = `{ email: 'jan@example.org', password: 'kW4!paper-rainbow' }`;
const LOGIN_OF_A = `const login = await logIn({ body: ${JAN} });\n`;

const TYPES = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
const OPTIONS = ['--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', ...TYPES];

const { url } = openServices();

/** The parent of the guide, with three cases. */
const openCases = async (): Promise<void> => {
  const { id: DocID } = await arrive(createClientA(url('A')), registration('Doc'));
  const jan = { email: 'jan@example.org', password: 'kW4!paper-rainbow' };
  const { client: parent } = await arrive(createClientA(url('A')), { ...registration(), ...jan });
  const { ChildID } = unwrap(await parent.addChild(WORDS.A.child()));
  for (const title of ['Asthma', 'Eczema', 'Migraine']) unwrap(await parent.openCase({ ChildID, DocID, title }));
};

/** Somebody with a second factor, and as many recovery codes as are needed. */
const turnOnFactor = async (): Promise<readonly string[]> => {
  const eva = { email: 'eva@example.org', password: 'kW4!paper-rainbow' };
  const { client } = await arrive(createClientA(url('A')), { ...registration(), ...eva });
  const { secret } = unwrap(await client.offerFactor({ password: eva.password }));
  return unwrap(await client.confirmFactor({ otp: oneTimePassword(secret) })).recoveryCodes;
};

it('clients that are generated anew log in, also with a one-time password, page a list and read cases, by the commands of docs/use-the-api.md', async () => {
  await openCases();
  const codes = await turnOnFactor();
  const folder = scratchFolder();
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const run = async (cwd: string, program: string, ...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { cwd })).stdout;
  const tool = (name: string): string => join(here, 'node_modules/.bin', name);

  const generate = async (variant: 'A' | 'B'): Promise<readonly string[]> => {
    const place = mkdtempSync(join(folder, variant));
    const ofVariant = (text: string) => text.replaceAll('http://127.0.0.1:3001', url(variant));
    // The types of variant A, made by the first command, are those of our own client.
    const commands = variant === 'A' ? COMMANDS.slice(1) : COMMANDS;
    for (const [, name = '', args = ''] of commands) await run(place, tool(name), ...ofVariant(args).split(' '));
    const ofB = [OPENAPI_FETCH, HEY_API].map(
      (program, nth) => program + WITH_OTP[nth]?.replace('CODE', codes[nth] ?? ''),
    );
    const ofA = HEY_API.replace(/^const login = .*\n/m, () => LOGIN_OF_A).replaceAll('.response', '.body');
    return (variant === 'A' ? [ofA] : ofB).map((program, nth) => {
      const file = join(place, `program-${nth}`);
      writeFileSync(`${file}.ts`, ofVariant(program));
      return file;
    });
  };
  const programs = (await Promise.all([generate('A'), generate('B')])).flat();
  await run(folder, join(root, 'node_modules/.bin/tsc'), ...OPTIONS, ...programs.map((file) => `${file}.ts`));
  const cases = 'Asthma ongoing\nEczema ongoing\nMigraine ongoing\n';
  for (const file of programs) expect(await run(folder, process.execPath, `${file}.js`)).toBe(cases);
});
