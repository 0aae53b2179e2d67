import { createApplication } from '@health-case/domain/application';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage } from '@health-case/domain/ports/storage';
import type { Content } from '@health-case/http/answers';
import type { Route } from '@health-case/http/route';
import { documentedExpectation } from '@health-case/http/testing/api-document';
import { send } from '@health-case/http/testing/client';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import type { Code } from './expected.ts';
import type { Request, Subject, VariantName } from './subject.ts';

export const VARIANTS = { A: variantA, B: variantB } as const;

/** What came back. In `bytes` is all of it but what differs from call to call. */
export type Answered = {
  readonly code: Code;
  readonly content: unknown;
  readonly bytes: string;
  /** Where there was a wire. */
  readonly status?: number;
};

/** Where the matrix is run: calls go in by `ask`, and `ports` is what stands behind them. */
export type Place = {
  readonly ports: Ports;
  /** `token` is what is sent as the session, if anything. */
  readonly ask: (endpoint: string, request: Request, token: string | undefined) => Promise<Answered>;
};

/** Method and path of a row, as the subjects call it. */
const endpointOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

const sent = ({ fields }: Request, token: string | undefined) => ({
  ...fields,
  ...(token === undefined ? {} : { id: token }),
});

/** A variant behind a socket. */
export const throughHttp = (ports: Ports, port: number): Place => {
  const expectDocumented = documentedExpectation(() => port);
  return {
    ports,
    ask: async (endpoint, request, token) => {
      const [method = '', pattern = ''] = endpoint.split(' ');
      const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.segments?.[name] ?? ''));
      const reply = await send(port, { method, path, body: sent(request, token) });
      await expectDocumented(`${method} ${path}`, reply);
      const { date: _, 'request-id': __, ...headers } = reply.headers;
      const bytes = `${reply.status} ${JSON.stringify(headers)} ${reply.text}`;
      return { code: (reply.code ?? 'OK') as Code, content: reply.content, bytes, status: reply.status };
    },
  };
};

/** The use cases over a storage, as the rows of the variants join them to readers and answers, without server and wire. */
export const byUseCase = (around: Ports, storage: Storage): Place => {
  const ports: Ports = { ...around, storage, auditTrail: { note: () => undefined } };
  const app = createApplication(ports);
  const rows = new Map([...variantB.routes(app), ...variantA.routes(app)].map((row) => [endpointOf(row), row]));
  return {
    ports,
    ask: async (endpoint, request, token = '') => {
      const found = await app.resumeSession(token);
      if (!found.ok) throw new Error('By use case only live sessions are asked.');
      const [object, segments] = [sent(request, token), request.segments ?? {}];
      const known = { requestId: 'matrix', address: '127.0.0.1', idempotencyKey: undefined, caller: found.value };
      const call = { ...known, object, segments };
      const outcome = await rows.get(endpoint)?.run(call);
      if (!outcome) throw new Error(`There is no row for ${endpoint}.`);
      if (!outcome.ok) return { code: outcome.refusal.code, content: null, bytes: JSON.stringify(outcome.refusal) };
      const content = await read(outcome.value);
      return { code: 'OK', content, bytes: JSON.stringify(content) };
    },
  };
};

/** As it would be after a journey over the wire. */
const read = async (content: Content): Promise<unknown> => {
  if (content.kind === 'one') return JSON.parse(JSON.stringify(content.value));
  const { before, after } = content;
  const pages: string[] = [];
  for await (const page of content.pages) pages.push(page.toString());
  return JSON.parse(`${before}[${pages.join(',')}]${after}`);
};

/** Which rows of a variant ask for a session. No row is run, so nothing of an application needs to be there. */
export const endpointsWithSession = (variant: VariantName): readonly Subject['endpoint'][] =>
  VARIANTS[variant]
    .routes({} as Parameters<typeof variantA.routes>[0])
    .filter(({ who }) => who === 'session')
    .map(endpointOf);
