import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ok } from '@health-case/domain/result';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApiDocument } from '../src/api-document.ts';
import { unescapedLink } from '../src/server/escaped-link.ts';
import { startEcho } from './support/echo.ts';
import { startIssuer } from './support/issuer.ts';

const warnings: string[] = [];
const listen = ({ message }: Error) => warnings.push(message);
process.on('warning', listen);
afterAll(() => {
  process.off('warning', listen);
});

const { url } = await startIssuer();

/** What the worker keeps: digests by path. */
const keptFiles = async (): Promise<readonly (readonly [path: string, integrity: string])[]> => {
  const worker = await (await fetch(`${url}/verify/worker.js`)).text();
  return Object.entries(JSON.parse(/^const FILES = (.*);$/m.exec(worker)?.[1] ?? ''));
};

describe('the page that verifies certificates', () => {
  it('lets the browser run what this host serves, read what issuers publish, and nothing else', async () => {
    const { status, headers } = await fetch(`${url}/verify`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' https:; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'permissions-policy': 'camera=(self)',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['%23', '%2523', '%252523'])(
    'is led to by a link with %s in place of #, which nothing logs',
    async (hash) => {
      const certificate = 'eyJhbGciOiJFUzI1NiJ9.eyJqdGkiOiIxIn0.c2lnbmF0dXJl';
      for (const method of ['GET', 'HEAD']) {
        const reply = await fetch(`${url}/verify${hash}${certificate}`, { method, redirect: 'manual' });
        expect([reply.status, reply.headers.get('location')]).toEqual([302, `verify#${certificate}`]);
        expect([reply.headers.get('cache-control'), reply.headers.get('referrer-policy')]).toEqual([
          'no-store',
          'no-referrer',
        ]);
      }
      const posted = await fetch(`${url}/verify${hash}${certificate}`, { method: 'POST' });
      expect(posted.status).toBe(404);
      expect(await posted.text()).not.toContain(certificate);
    },
  );

  it.each(['abc/def', 'abc/', 'abc/?x=a/b', 'abc?x=/a/b', '/', '//other.example', '///other.example/a/'])(
    'is led to by a link with slashes wherever a proxy puts the service, and never to another host: %s',
    async (certificate) => {
      const incoming = { method: 'GET', url: `/verify%23${certificate}` } as IncomingMessage;
      const location = unescapedLink(incoming)?.headers.get('location') ?? '';
      for (const base of [url, `${url}/below/a/path`])
        expect(new URL(location, `${base}/verify%23${certificate}`).href).toBe(`${base}/verify#${certificate}`);
      const { status } = await fetch(`${url}/verify%23${certificate}`);
      expect(status).toBe(200);
    },
  );

  it.each(['/verify/', '/verify/%23abc', '/verify/%2523abc/def'])(
    'is led to by a link with a slash behind it: %s',
    async (path) => {
      for (const base of [url, `${url}/below/a/path`]) {
        const location = unescapedLink({ method: 'GET', url: path } as IncomingMessage)?.headers.get('location') ?? '';
        // A browser keeps what stands behind a #.
        expect(new URL(location, `${base}${path}`).href).toBe(
          `${base}/verify${path.replace(/^.*?(%2523|%23|$)/, (_, hash) => hash && '#')}`,
        );
      }
      expect((await fetch(`${url}${path}`)).status).toBe(200);
    },
  );

  it('has a worker that keeps all its files, and may serve the page itself', async () => {
    const files = await keptFiles();
    for (const [path, integrity] of files) {
      const text = await (await fetch(`${url}/${path}`)).text();
      expect([path, `sha256-${hash('sha256', text, 'base64')}`]).toEqual([path, integrity]);
      const imported = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, name = '']) => name);
      const paths = imported.map((name) => new URL(name, `${url}/${path}`).href.slice(url.length + 1));
      expect(files.map(([known]) => known)).toEqual(expect.arrayContaining(paths));
    }
    const { headers } = await fetch(`${url}/verify/worker.js`);
    expect(headers.get('service-worker-allowed')).toBe('../verify');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  });

  it('takes at most 60 kB of the network, with the worker and what reads codes', async () => {
    const paths = ['verify/worker.js', ...(await keptFiles()).map(([path]) => path)];
    const sizes = paths.map(async (path) => {
      const { headers } = await fetch(`${url}/${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(headers.get('content-encoding')).toBe('gzip');
      return Number(headers.get('content-length'));
    });
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThanOrEqual(60_000);
  });

  it('comes with the licences of what others wrote', async () => {
    const text = await (await fetch(`${url}/verify/licences.txt`)).text();
    expect(text.match(/Permission is hereby granted/g)).toHaveLength(2);
  });

  it('warns the operator of nothing that is to be done about it', async () => {
    expect((await fetch(`${url}/verify/page.js`)).status).toBe(200);
    expect(warnings.filter((message) => message.includes('stripTypeScriptTypes'))).toEqual([]);
  });
});

it('keys are kept for an hour, but not that there is none: the first certificate comes soon after its key', async () => {
  const kept = async (base: string) => (await fetch(`${base}/.well-known/jwks.json`)).headers.get('cache-control');
  expect(await kept(url)).toBe('public, max-age=3600');
  expect(await kept((await startIssuer(onTestFinished, undefined, 0)).url)).toBe('no-cache');
});

it('what verifiers read is among the requests at work (P-22), and tells every origin why it is refused', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listPublicKeys = vi.fn(() => promise.then(() => ok([])));
  const readStatusList = () => Promise.reject(new Error('no list'));
  const { port } = await startEcho({ application: { listPublicKeys, readStatusList } }, { requestsAtWork: 1 });
  const read = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    return [status, headers.get('error-code'), headers.get('access-control-allow-origin')];
  };
  const waiting = read('/.well-known/jwks.json');
  await expect.poll(() => listPublicKeys.mock.calls.length).toBe(1);
  expect(await read('/status/0')).toEqual([503, 'OVERLOADED', '*']);
  expect(await read('/echo')).toEqual([503, 'OVERLOADED', null]);
  resolve();
  expect(await waiting).toEqual([200, null, '*']);
  expect(await read('/status/0')).toEqual([500, 'INTERNAL', '*']);
});

describe('the API document', () => {
  const described = createApiDocument({ name: 'A', contentField: 'body', routes: [] }, '');
  const paths = described['paths'] as Record<string, { get: { responses: Record<string, { content: object }> } }>;

  it('names what is published, with its type and no envelope', async () => {
    expect(Object.keys(paths)).toEqual(['/.well-known/jwks.json', '/status/{list}', '/verify']);
    for (const [path, { get }] of Object.entries(paths)) {
      const { status, headers } = await fetch(url + path.replace('{list}', '0'));
      const [type] = Object.keys(get.responses[status]?.content ?? {});
      expect(headers.get('content-type')?.split(';')[0]).toBe(type);
    }
  });

  it('names a list that follows, to every origin', async () => {
    const { url } = await startIssuer(onTestFinished, undefined, 2);
    const next = async (list: number) => {
      const { headers } = await fetch(`${url}/status/${list}`);
      return [headers.get('link'), headers.get('access-control-expose-headers')];
    };
    expect([await next(0), await next(1)]).toEqual([
      ['<1>; rel="next"', 'Link'],
      [null, null],
    ]);
  });

  it('names how a list is refused, in an envelope', async () => {
    const { status, headers } = await fetch(`${url}/status/7`);
    expect([status, headers.get('error-code')]).toEqual([404, 'STATUS_LIST_NOT_FOUND']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(Object.keys(paths['/status/{list}']?.get.responses ?? {})).toContain('404');
  });
});
