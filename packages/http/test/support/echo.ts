import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from '@health-case/domain/application';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { afterAll, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Answer, done, list, one, type Reader, type Route, reader, type Variant } from '../../src/endpoint.ts';
import { login } from '../../src/endpoints/login.ts';
import { firstName, lastName, limit, nameSearch } from '../../src/fields.ts';
import { startVariant } from '../../src/serve.ts';
import type { Observe } from '../../src/server/observation.ts';

/** No document describes these answers. */
const any = z.any();
const asIs = one(any, (output: unknown) => output as string);
const nothing = reader({});
const asBasic = { ...login.logIn.request, takesBasic: true };
const names = reader({ firstName, lastName: lastName.optional(), limit: limit.optional() });
const search = reader({ name: nameSearch.optional() });
const nameInPath = reader({}, { name: [firstName, 'CHILD_NOT_FOUND', 'name'] });

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

type Given = Readonly<Record<string, unknown>>;
const echoed = async ({ requestId: _, address: __, idempotencyKey: ___, ...input }: Given) => ok(input);

/** What the routes call, by path. */
const useCases = ({ pages, wait }: Behaviour) => ({
  '/echo': echoed,
  '/search': async ({ name }: Given) => ok(name),
  '/credentials': async ({ email, password }: Given) => ok({ email, password }),
  '/echo/:name': async ({ name }: Given) => ok(name),
  '/who': async ({ session }: Given) => ok(session),
  '/from': async ({ address }: Given) => ok(address),
  '/list': async () => ok((pages ?? noPages)()),
  '/wait': async () => ok(await wait?.()),
  '/healthz': async () => ok(undefined),
  '/broken': () => Promise.reject(new Error('secret detail')),
  '/overloaded': () => Promise.reject(overloaded),
});

const route = (
  method: Route['method'],
  path: keyof ReturnType<typeof useCases>,
  request: Reader<object>,
  answer: Answer<never>,
): Route => {
  const words = { tag: 'Process', summary: '', description: '' } as const;
  return { ...words, method, path, name: path as never, request, answer, ...(path !== '/who' && { anyone: true }) };
};

/** A variant whose routes show what all routes share. */
const ECHO: Variant = {
  name: 'A',
  contentField: 'body',
  // biome-ignore format: a table is read by its columns
  routes: [
    route('GET',  '/echo',        names,      asIs),
    route('POST', '/echo',        names,      asIs),
    route('GET',  '/search',      search,     asIs),
    route('GET',  '/credentials', asBasic,    asIs),
    route('GET',  '/echo/:name',  nameInPath, asIs),
    route('GET',  '/who',         nothing,    asIs),
    route('GET',  '/from',        nothing,    asIs),
    route('GET',  '/list',        nothing,    list(any, (entry: number) => ({ entry }))),
    route('GET',  '/wait',        nothing,    done),
    route('GET',  '/healthz',     nothing,    done),
    route('GET',  '/broken',      nothing,    done),
    route('GET',  '/overloaded',  nothing,    done),
  ],
};

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
    variant: ECHO,
    application: { ...application, ...useCases(behaviour), ...behaviour.application },
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
