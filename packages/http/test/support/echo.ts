import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from '@health-case/domain/application';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { afterAll, onTestFinished } from 'vitest';
import { z } from 'zod';
import { done, list, one } from '../../src/answers.ts';
import { firstName, lastName, limit, nameSearch } from '../../src/fields.ts';
import { credentials, reader } from '../../src/requests.ts';
import { anyone, route, session } from '../../src/route.ts';
import { startVariant } from '../../src/serve.ts';
import type { Observe } from '../../src/server/observation.ts';
import { alive } from '../../src/shared-routes.ts';
import type { Variant } from '../../src/variant.ts';

/** No document describes these answers. */
const any = z.any();
const asIs = one(any, (output: unknown) => output as string);
const nothing = reader({});
const asBasic = { ...credentials, takesBasic: true };
const names = reader({ firstName, lastName: lastName.optional(), limit: limit.optional() });
const search = reader({ name: nameSearch.optional() });
const nameInPath = reader({}, { name: [firstName, 'CHILD_NOT_FOUND'] } as const, (_, path) => path);

export type Behaviour = {
  readonly corsOrigins?: readonly string[];
  /** Every page of the list at /list. */
  readonly pages?: () => AsyncIterable<readonly number[]>;
  /** What /wait waits for. */
  readonly wait?: () => Promise<void>;
  /** What the application answers besides. */
  readonly application?: Partial<Application>;
  /** By default one, as if a proxy were in front. */
  readonly trustedProxies?: number;
  /** Is told of each request that is over. */
  readonly observe?: Observe;
};

/** A variant whose routes show what all routes share. */
const echo = ({ pages, wait }: Behaviour): Variant => ({
  name: 'A',
  contentField: 'body',
  // biome-ignore format: a table is read by its columns
  routes: () => [
    route('GET',  '/echo',        anyone,  names,      async ({ requestId: _, address: __, ...input }) => ok(input), asIs),
    route('POST', '/echo',        anyone,  names,      async ({ requestId: _, address: __, ...input }) => ok(input), asIs),
    route('GET',  '/search',      anyone,  search,     async ({ name }) => ok(name), asIs),
    route('GET',  '/credentials', anyone,  asBasic,    async ({ email, password }) => ok({ email, password }), asIs),
    route('GET',  '/echo/:name',  anyone,  nameInPath, async ({ name }) => ok(name), asIs),
    route('GET',  '/who',         session, nothing,    async ({ session: digest }) => ok(digest), asIs),
    route('GET',  '/from',        anyone,  nothing,    async ({ address }) => ok(address), asIs),
    route('GET',  '/list',        anyone,  nothing,    async () => ok((pages ?? noPages)()),                list(any, (entry: number) => ({ entry }))),
    route('GET',  '/wait',        anyone,  nothing,    async () => ok(await wait?.()), done),
    route('GET',  '/healthz',     anyone,  nothing,    alive, done),
    route('GET',  '/broken',      anyone,  nothing,    () => Promise.reject(new Error('secret detail')), done),
    route('GET',  '/overloaded',  anyone,  nothing,    () => Promise.reject(overloaded), done),
  ],
});

async function* noPages() {}

const overloaded = new Unavailable('overloaded', 'why', { retryAfterSeconds: 7 });

/** The one session is `known`; the rest of the application is not there, as no route calls it. */
const application = {
  resumeSession: async (token: string) =>
    token === 'known' ? ok({ session: 'digest' }) : { ok: false, refusal: { code: 'SESSION_INVALID' } },
} as unknown as Application;

type AtEnd = (stop: () => Promise<void>) => void;
type Limits = NonNullable<Parameters<typeof startVariant>[0]['limits']>;

export const startEcho = async (behaviour: Behaviour = {}, limits: Limits = {}, atEnd: AtEnd = onTestFinished) => {
  const logged: string[] = [];
  const record = (facts: object, message: string) => logged.push(`${message} ${JSON.stringify(facts)}`);
  const server = await startVariant({
    variant: echo(behaviour),
    application: { ...application, ...behaviour.application },
    log: { info: record, error: record },
    trustedProxies: behaviour.trustedProxies ?? 1,
    host: '127.0.0.1',
    port: 0,
    observers: [undefined, behaviour.observe],
    corsOrigins: behaviour.corsOrigins ?? [],
    limits,
  });
  atEnd(() => server.stop(100));
  return { ...server, logged };
};

/** A server for all tests of a file. */
export const openEcho = () => startEcho({}, {}, afterAll);

/** A server whose /wait ends when `end` is called, with how often it began. */
export const startHeld = async (limits: Limits = {}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen = { began: 0 };
  const wait = () => {
    seen.began += 1;
    return promise;
  };
  return { ...(await startEcho({ wait }, limits)), seen, end: resolve };
};

export const HOST = 'Host: localhost\r\n';
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
export const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`;
/** The last request on a connection; answered 401. */
export const LAST = get('/who', 'Connection: close\r\n');

/** The server's side of the next connection in this process. */
export const nextAccepted = (): Promise<Socket> =>
  new Promise((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe('net.server.socket', take);
      resolve((message as { readonly socket: Socket }).socket);
    };
    subscribe('net.server.socket', take);
  });

/** Resolves when a number has stayed the same for a while. */
export const settled = async (current: () => number): Promise<void> => {
  for (let before = -1; before !== current(); ) {
    before = current();
    await sleep(300);
  }
};

/** A hundred of them are more than is sent at once. */
export const PAGE = [...Array(500).keys()];

export const pagesOf = <Entry>(...pages: readonly (readonly Entry[])[]) =>
  async function* () {
    yield* pages;
  };

/** A list without an end, with what is known of its reading. */
export const endlessList = () => {
  const seen = { fetched: 0, ended: false };
  const pages = async function* () {
    try {
      for (; ; seen.fetched += 1) yield PAGE;
    } finally {
      seen.ended = true;
    }
  };
  return { pages, seen };
};
