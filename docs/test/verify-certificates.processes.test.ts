import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { variantA } from '../../apps/variant-a/src/variant-a.ts';
import { digitsOfToken } from '../../packages/client/src/certificate.ts';
import {
  base64Url,
  bitsOf,
  CLAIMS,
  INDEX,
  KEY,
  listOf,
  tokenOf,
} from '../../packages/client/test/support/certificates.ts';
import { issueCertificate } from '../../packages/client/test/support/issue-certificate.ts';
import { openTestService } from '../../packages/composition/testing/test-service.ts';
import { freePort } from '../../packages/storage-prisma/testing/free-port.ts';
import { root } from './support/guide.ts';

const isThere = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

/** The first Python that has the module: that of Debian, where another one comes first. */
const pythonWith = (module: string) =>
  ['/usr/bin/python3', 'python3'].find((python) => isThere(python, '-c', `import ${module}`));

const shown = (file: string): string => readFileSync(join(root, 'docs/examples', file), 'utf8');
const hasJose4j = process.env['CLASSPATH']?.includes('jose4j');

type Program = readonly [name: string, file: string, command: string | undefined, ...args: string[]];
const PROGRAMS: readonly Program[] = [
  ['JavaScript', 'verify.mjs', process.execPath],
  // Debian: apt-get install python3-jwt python3-cryptography golang-go
  ['Python', 'verify.py', pythonWith('jwt, cryptography')],
  ['Go', 'verify.go', isThere('go', 'version') ? 'go' : undefined, 'run'],
  ['Java, with jose4j and slf4j-api in CLASSPATH', 'Verify.java', hasJose4j ? 'java' : undefined],
];

let port = 0;
beforeAll(async () => {
  port = await freePort();
});
const issuer = () => `http://127.0.0.1:${port}`;
const { url } = openTestService([variantA], () => ({
  ports: { PORT: port, PORT_A: undefined, PORT_B: undefined, PORT_PORTAL: undefined },
  publicUrl: issuer(),
}));

/** What a program says to a certificate, and nothing if it fails. */
const say = ([, file, command = '', ...args]: Program, token: string, by = issuer()): Promise<string> =>
  saysOf([file, shown(file).replaceAll('https://health.example.org', by), command, ...args], token);

const saysOf = ([file = '', text = '', command = '', ...args]: readonly string[], input: string): Promise<string> => {
  const folder = scratchFolder();
  symlinkSync(join(root, 'packages/certificates-jose/node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, file), text);
  return new Promise((resolve) => {
    const child = execFile(command, [...args, file], { cwd: folder }, (error, stdout) => resolve(error ? '' : stdout));
    child.stdin?.end(input);
  });
};

/** Certificates of an issuer of its own: with a good list, a list that is elsewhere, a list of two bits a place. */
const issueWithLists = async () => {
  const server = createServer(({ url: path = '' }, reply) => {
    if (path === '/status/1') reply.writeHead(302, { Location: '/elsewhere' });
    reply.end(published[path]);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const by = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const times = { iat: Math.floor(Date.now() / 1000) - 60, exp: Math.floor(Date.now() / 1000) + 3600 };
  const signed = (path: string, more: object = {}) => listOf({ claims: { sub: by + path, ...times, ...more } });
  const lst = base64Url(deflateSync(bitsOf([])));
  const published: Readonly<Record<string, string>> = {
    '/.well-known/jwks.json': JSON.stringify({ keys: [KEY.jwk] }),
    '/status/0': signed('/status/0'),
    '/elsewhere': signed('/status/1'),
    '/status/2': signed('/status/2', { status_list: { bits: 2, lst } }),
  };
  const tokens = [0, 1, 2].map((list) => {
    const status = { status_list: { idx: INDEX, uri: `${by}/status/${list}` } };
    return tokenOf({ claims: { ...CLAIMS, iss: by, ...times, status } });
  });
  return { by, tokens };
};

describe('a program of docs/examples', () => {
  for (const program of PROGRAMS) {
    const [name, , command] = program;
    if (!command) process.stderr.write(`Not tested, as it is not installed here: verifying with ${name}.\n`);
    it.skipIf(!command)(`tells genuine, revoked and forged certificates apart: ${name}`, async () => {
      const { token, revoke } = await issueCertificate(url('A'));
      const [header, payload = '', signature] = token.split('.');
      const forged = Buffer.from(payload, 'base64url').toString().replace('Mia', 'Max');
      expect(await say(program, token)).toBe('genuine Mia Jansen Fit to attend school\n');
      expect(await say(program, [header, Buffer.from(forged).toString('base64url'), signature].join('.'))).toBe('');
      await revoke();
      expect(await say(program, token)).toBe('revoked Mia Jansen Fit to attend school\n');
    });

    it.skipIf(!command)(`refuses a list that is elsewhere, and one of another kind: ${name}`, async () => {
      const { by, tokens } = await issueWithLists();
      const said = [];
      for (const token of tokens) said.push(await say(program, token, by));
      expect(said).toEqual(['genuine Mia Jansen Fit to attend school\n', '', '']);
    });
  }

  const anyPython = pythonWith('zlib');
  it.skipIf(!anyPython)('reads the digits of a QR code', async () => {
    const { token } = await issueCertificate(url('A'));
    const print = `${shown('qr_code.py')}\nprint(token_of(input()))`;
    expect(await saysOf(['digits.py', print, anyPython ?? ''], await digitsOfToken(token))).toBe(`${token}\n`);
  });
});
