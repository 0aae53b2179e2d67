import { Agent } from 'node:http';
import { threadCpuUsage } from 'node:process';
import { startTestService } from '@health-case/composition/testing/test-service';
import type { Password, Role } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { PersonName } from '@health-case/domain/model/values';
import { RUNS } from '@health-case/domain/testing/long-texts';
import type { Route } from '@health-case/http/endpoint';
import { BODY_LIMIT } from '@health-case/http/fields';
import { HEADERS } from '@health-case/http/server/headers';
import { type Sent, sendRaw } from '@health-case/http/testing/client';
import { exampleOf, neededFields, readerOf } from '@health-case/http/testing/examples';
import type { AnyForm } from '@health-case/portal/kit/form';
import { formTokenOf } from '@health-case/portal/kit/visits';
import { FORMS } from '@health-case/portal/pages/all';
import { portal } from '@health-case/portal/transport';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { afterAll, describe, expect, it } from 'vitest';

/**
 * How much longer others may wait beside any text than beside as many letters, which every reader takes at its own pace.
 * What grows as the square of the length takes thousands of times as long.
 */
const MOST_TIMES = 20;
/** Texts that are sent together first. */
const AT_ONCE = 8;
/** Whole before a release. Otherwise kinds take turns: each text is tried with one group of them. */
const { WHOLE } = process.env;
const GROUPS = Array.from({ length: Math.ceil(RUNS.length / AT_ONCE) }, (_, nth) =>
  RUNS.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
);
let texts = 0;

const service = await startTestService([variantA, variantB, portal]);
const agent = new Agent({ keepAlive: true });
afterAll(async () => {
  agent.destroy();
  await service.stop();
});

type Asked = Sent & { readonly to: string };
const ask = ({ to, ...sent }: Asked): Promise<unknown> => sendRaw(service.ports[to] ?? 0, { ...sent, agent });

/**
 * The longest that `/healthz` of another port has waited while requests were answered. In processor time of this thread,
 * which serves all: no other program on the machine adds to it.
 */
const waitBeside = async (...asked: readonly Asked[]): Promise<number> => {
  let [isAnswered, longest] = [false, 0];
  const answered = Promise.all(asked.map(ask)).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    const before = threadCpuUsage();
    await ask({ to: asked[0]?.to === 'A' ? 'B' : 'A', path: '/healthz' });
    const { user, system } = threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  await answered;
  return longest;
};

/** At the best of some tries, unless the first is good enough: some are disturbed by the collection of garbage. */
const atBest = async (asked: Asked, enough: number, tries = 5): Promise<number> => {
  const wait = await waitBeside(asked);
  return wait <= enough || tries === 1 ? wait : Math.min(wait, await atBest(asked, enough, tries - 1));
};

/** The kinds of runs beside which others wait too long. */
const slowRuns = async (most: number, asked: (text: string) => Asked): Promise<readonly string[]> => {
  const askedWith = (run: Run): Asked => asked(longestThatFits(run, (text) => sizeOf(asked(text)), most));
  const letters = askedWith(LETTERS);
  const slow: string[] = [];
  texts += 1;
  for (const some of GROUPS.filter((_, nth) => WHOLE || nth === texts % GROUPS.length)) {
    // Beside several others wait no less than beside each, and beside letters counts as a millisecond at least.
    const beside = await waitBeside(...some.map(([, run]) => askedWith(run)));
    if (beside <= MOST_TIMES) continue;
    const usual = Math.max(1, await waitBeside(letters), await waitBeside(letters));
    const enough = MOST_TIMES * usual;
    if (beside <= enough) continue;
    for (const [kind, run] of some) {
      const wait = await atBest(askedWith(run), enough);
      if (wait > enough) slow.push(`${kind}: ${Math.round(wait)} ms, letters ${usual.toFixed(1)} ms`);
    }
  }
  return slow;
};

type Run = (typeof RUNS)[number][1];
const LETTERS: Run = (length) => 'a'.repeat(length);

const sizeOf = ({ body, headers }: Asked): number =>
  Buffer.byteLength(typeof body === 'object' ? JSON.stringify(body) : (body ?? JSON.stringify(headers)));

/** As long as a request of so many bytes allows. */
const longestThatFits = (run: Run, sizeAs: (text: string) => number, most: number): string => {
  const sample = 1000;
  const perUnit = Math.max(1, (sizeAs(run(sample)) - sizeAs('')) / sample);
  return run(Math.floor((most - sizeAs('')) / perUnit) - sample);
};

const CALL = { requestId: 'test', address: '192.0.2.1' };
const PASSWORD = 'kW4!paper-rainbow' as Password;
let people = 0;

const sessionOf = async (role: Role): Promise<string> => {
  people += 1;
  const email = `person-${people}@example.org` as EmailAddress;
  const names = { firstName: 'Mia' as PersonName, lastName: 'Jansen' as PersonName };
  const person = { ...names, email, role, password: PASSWORD, through: 'A' } as const;
  const registered = await service.application.registerAccount({ ...CALL, ...person });
  const session = await service.application.logIn({ ...CALL, email, password: PASSWORD });
  if (!registered.ok || !session.ok) throw new Error('Nobody could log in.');
  return session.value.token;
};
const sessions = { Doc: await sessionOf('Doc'), Ast: await sessionOf('Ast'), Par: await sessionOf('Par') };

const pathOf = ({ path, request }: Route, given: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const segment = request.path[name]?.[0];
    return encodeURIComponent(given[name] ?? (segment ? exampleOf(segment) : ''));
  });

/** What one parser reads is tried once, wherever it is asked for, and by whatever name. */
const tried = new Set<unknown>();
const isNew = (parser: unknown): boolean => {
  const { size } = tried;
  return tried.add(parser).size > size;
};

describe.each([variantA, variantB])(
  'no field of a call of variant $name holds the others up',
  ({ name: to, routes }) => {
    it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
      const { method, anyone, request, name: useCase } = route;
      const token = anyone ? {} : { id: sessions.Par };
      // Nothing but the long text is wrong.
      const others = neededFields(route);
      const names = [
        ...Object.keys(token).filter(() => isNew(sessions)),
        ...Object.entries(request.fields.shape).flatMap(([name, schema]) =>
          isNew(readerOf(schema) ?? `${useCase} ${name}`) ? [name] : [],
        ),
      ];
      const slow: Record<string, readonly string[]> = {};
      for (const name of names) {
        const body = (text: string) => ({ ...token, ...others, [name]: text });
        slow[name] = await slowRuns(BODY_LIMIT, (text) => ({ to, method, path: pathOf(route), body: body(text) }));
      }
      for (const [name, [segment]] of Object.entries(request.path)) {
        if (!isNew(segment)) continue;
        const path = (text: string) => pathOf(route, { [name]: text.toWellFormed() }).slice(0, 15_000);
        slow[`:${name}`] = await slowRuns(15_000, (text) => ({ to, method, path: path(text), body: token }));
      }
      expect(Object.entries(slow).filter(([, kinds]) => kinds.length > 0)).toEqual([]);
    });
  },
);

const DAY_PARTS = ['day', 'month', 'year'].map((part) => `-${part}`);
/** What each form carries. */
const OF_EACH_FORM = ['go', 'key', 'reached', 'token'];

const sentNames = ({ fields, carries = [] }: AnyForm): readonly string[] => [
  ...Object.entries(fields).flatMap(([name, rule]) =>
    !isNew(rule?.parse ?? name) ? [] : rule?.control?.as === 'day' ? DAY_PARTS.map((part) => name + part) : [name],
  ),
  ...carries,
];

const roleOf = ({ who }: AnyForm): Role => (typeof who === 'string' ? 'Par' : (who[0] ?? 'Par'));
const AN_ID = '01a1fcd5-131b-72d5-aa43-3d83a824c5c1';

describe('no field of a form of the portal holds the others up', () => {
  it.each(FORMS.map((form) => [form.path, form] as const))('%s', async (_, form) => {
    const session = sessions[roleOf(form)];
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
      ...(form.who !== 'anyone' && { Cookie: `__Host-session=${session}` }),
    };
    const path = form.path.replaceAll(/:\w+/g, AN_ID);
    const body = (typed: Readonly<Record<string, string>>) =>
      new URLSearchParams({ token: formTokenOf(session), step: String(form.steps.length - 1), ...typed }).toString();
    const slow: Record<string, readonly string[]> = {};
    for (const name of [...sentNames(form), ...OF_EACH_FORM.filter((shared) => isNew(shared))]) {
      slow[name] = await slowRuns(BODY_LIMIT, (text) => ({
        to: 'portal',
        method: 'POST',
        path,
        headers,
        body: body({ [name]: text }),
      }));
    }
    expect(Object.entries(slow).filter(([, kinds]) => kinds.length > 0)).toEqual([]);
  });
});

/** What stands before the part of a header that is read. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  authorization: ['Basic ', 'Bearer '],
  cookie: ['__Host-session=', '__Host-language='],
  'if-none-match': ['W/"'],
  referer: ['http://localhost/'],
};
const READERS: readonly Asked[] = [
  ...['A', 'B', 'portal'].map((to) => ({ to, path: '/healthz' })),
  ...['/', '/openapi.json', '/.well-known/jwks.json', '/api/Doc'].map((path) => ({ to: 'A', path })),
  ...['/api/Auth', '/verify'].map((path) => ({ to: 'B', path })),
  ...['/', '/sign-in', '/language/fr', '/assets/portal.css', '/children'].map((path) => ({ to: 'portal', path })),
  { to: 'portal', method: 'POST', path: '/sign-in', body: 'email=mia%40example.org' },
];

/** Bytes of a header: what Node sends. */
const inHeader = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ' ');

describe('no header that is read holds the others up', () => {
  it.each(Object.keys(HEADERS))('%s', async (name) => {
    const slow: Record<string, readonly string[]> = {};
    for (const asked of READERS) {
      for (const before of ['', ...(BEFORE[name] ?? [])]) {
        slow[`${asked.to} ${asked.path} ${before}`] = await slowRuns(15_000, (text) => ({
          ...asked,
          headers: { [name]: before + inHeader(text).slice(0, 15_000) },
        }));
      }
    }
    expect(Object.entries(slow).filter(([, kinds]) => kinds.length > 0)).toEqual([]);
  });
});
