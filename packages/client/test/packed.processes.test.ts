import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { registration } from '@health-case/composition/testing/clinic';
import { openBrowser } from '@health-case/http/testing/browser';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfTests } from '../../terminal/testing/scratch-folder.ts';
import { digitsOfToken } from '../src/certificate.ts';
import { createClientA, unwrap } from '../src/variant-a.ts';
import { bombOf, FORGED, INDEX, ISSUER, KEY, listOf, NOW, tokenOf } from './support/certificates.ts';
import { installPacked } from './support/install-packed.ts';
import { issueCertificate } from './support/issue-certificate.ts';
import { openServices } from './support/services.ts';

const here = join(import.meta.dirname, '..');
const root = join(here, '../..');
const run = promisify(execFile);

/** A project that has installed the package as it was packed. */
const folder = folderOfTests();
const installed = join(folder, 'node_modules/@health-case/client');
beforeAll(async () => {
  write('package.json', '{"type": "module"}');
  await installPacked(folder);
  symlinkSync(join(here, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'junction');
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** What a program says in the project: its exit code and its output. */
const say = (program: string, ...args: string[]): Promise<readonly [code: number, output: string]> =>
  run(program, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } }).then(
    ({ stdout }) => [0, stdout],
    ({ code, stdout, stderr }) => [code, `${stdout}${stderr}`],
  );
const node = (...args: string[]) => say(process.execPath, ...args);
/** That which runs these tests, and that which the machine has, which may be as old as the package allows. */
const NODES = new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath]);

const page = openServices();
const issuing = openServices(() => ({ publicUrl: ISSUER }));

const { openPage, inChromium } = openBrowser('the client in a browser');

describe('the packed client', () => {
  // That they import each other alone: the examples below run where nothing else is installed but Vitest.
  it('is modules and their types, and depends on nothing', () => {
    const files = globSync('**/*.*', { cwd: installed });
    const expected = /^(dist\/[\w/-]+(\.d\.ts|\.js)|examples\/[\w-]+\.ts|package\.json|README\.md)$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
    expect(JSON.parse(manifest)).not.toHaveProperty('dependencies');
    expect(manifest).not.toMatch(/workspace:|catalog:/);
  });

  it('has what its page links', () => {
    const links = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(([, path = '']) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it.each(['nodenext', 'bundler'])('has the types that its source has, resolved as by %s', async (resolution) => {
    const source = readFileSync(join(here, 'test/types.test.ts'), 'utf8');
    const imported = source
      .replaceAll("'../src/index.ts'", "'@health-case/client'")
      .replaceAll("'../src/variant-a.ts'", "'@health-case/client/variant-a'");
    const module = resolution === 'bundler' ? 'esnext' : resolution;
    const options = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--target', 'es2022', '--noEmit'];
    const tsc = [join(root, 'node_modules/.bin/tsc'), ...options, '--module', module] as const;
    write('types.ts', imported);
    // An error that is expected and does not come is one, too.
    expect(await say(...tsc, '--moduleResolution', resolution, 'types.ts')).toEqual([0, '']);
  });

  it.each([
    ['variant-a', 6700, 3000],
    ['variant-b', 6300, 3000],
    // Two fifths of it find a certificate in any text, and another tells days apart in its zone.
    ['certificate', 6400, 3200],
  ])('is small: %s has at most %i bytes, %i when compressed', async (name, most, mostCompressed) => {
    await using bundle = await rolldown({ input: join(installed, `dist/${name}.js`) });
    const { code } = (await bundle.generate({ minify: true })).output[0];
    expect(code.length).toBeLessThanOrEqual(most);
    expect(gzipSync(code).length).toBeLessThanOrEqual(mostCompressed);
  });
});

describe('the examples', () => {
  const { url } = openServices();
  it.each([
    ['A', 'The certification is issued.\n'],
    ['B', 'The case is finished.\n'],
  ] as const)('go as far as variant %s does', async (variant, output) => {
    const file = `variant-${variant.toLowerCase()}.ts`;
    write(file, readFileSync(join(here, 'examples', file), 'utf8'));
    expect(await node(file, url(variant))).toEqual([0, output]);
  });
});

it('the page about the client says what its programs print', async () => {
  const client = createClientA(page.url('A'));
  const people = [
    { ...registration('Doc'), firstName: 'Greta', lastName: 'Holm' },
    { ...registration(), email: 'jan@example.org', password: 'kW4!paper-rainbow' },
  ];
  for (const somebody of people) unwrap(await client.registerAccount(somebody));
  // Each block of JavaScript, and the plain block with its output behind it.
  const blocks = [...readFileSync(join(here, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```\n\n```\n(.*?)```/gs)];
  expect(blocks).not.toEqual([]);
  const program = blocks.map(([, code]) => code).join('');
  // The issuer's address leads to its service.
  const fetching = `const { fetch: real } = globalThis; globalThis.fetch = (to, how) => real(to.replace('${ISSUER}', '${issuing.url('A')}'), how);\n`;
  write('page.mjs', fetching + program.replace('http://127.0.0.1:3000', page.url('A')));
  const { url } = await issueCertificate(issuing.url('A'));
  const output = blocks.map(([, , output]) => output).join('');
  for (const program of NODES) expect(await say(program, 'page.mjs', url)).toEqual([0, output]);
});

inChromium('the modules in Chromium', () => {
  /** A page with a program that imports the packed modules, as they are, from the same host. */
  const modules = ['certificate', 'variant-a', 'variant-b'].map((name) => [
    `@health-case/client/${name}`,
    `/dist/${name}.js`,
  ]);
  const importMap = JSON.stringify({ imports: Object.fromEntries(modules) });
  const textOf = (url: string): string | Buffer => {
    if (url === '/') return `<!doctype html><title>A page</title><script type="importmap">${importMap}</script>`;
    if (url !== '/program.js') return readFileSync(join(installed, url));
    return stripTypeScriptTypes(readFileSync(join(here, 'test/support/in-page-program.ts'), 'utf8'));
  };
  const server = createServer(({ url = '' }, outgoing) => {
    outgoing.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html').end(textOf(url));
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close());
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { url } = openServices(() => ({ corsOrigins: [origin()] }));

  it('serve a page of another origin', async () => {
    const page = await openPage(origin(), url('A'), url('B'));
    await page.goto(origin());
    const [a, b] = [url('A'), url('B')].map((at) => JSON.stringify(at));
    const came = await page.evaluate(`import('/program.js').then(({ useBoth }) => useBoth(${a}, ${b}))`);
    const each = ['Greta', true, 'ASSISTANT_NOT_FOUND', 'SESSION_INVALID', undefined];
    expect(came).toEqual([each, each]);
  });

  it('verify certificates', async () => {
    const page = await openPage(origin());
    await page.goto(origin());
    const token = tokenOf();
    const texts = [token, await digitsOfToken(token), tokenOf({ key: FORGED }), `${token}A`, 'hello'];
    const given = JSON.stringify([
      { issuer: ISSUER, keys: [KEY.jwk] },
      texts,
      [listOf(), listOf({}, [INDEX]), bombOf(1)],
      NOW,
    ]);
    const came = await page.evaluate(`import('/program.js').then(({ verifyAll }) => verifyAll(...${given}))`);
    const refused = ['altered', 'not readable', 'not readable'];
    const good = ['genuine', 'revoked', 'status unknown'];
    expect(came).toEqual(good.map((verdict) => [verdict, verdict, ...refused]));
  });
});
