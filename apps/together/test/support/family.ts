import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, WORDS } from '@health-case/composition/testing/clinic';
import { type Reply, send } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';
import type { Variant } from '@health-case/http/variant';

/** A parent who adds children and looks at them, one call after another, and notes every reply that is not the right one. */
export type Family = {
  /** Until `over`. */
  readonly live: (over: () => boolean) => Promise<void>;
  /** What was wrong with the replies, and with the children that there are in the end. */
  readonly complaints: () => Promise<readonly string[]>;
  readonly added: () => number;
};

type Surroundings = {
  readonly variant: Variant['name'];
  readonly port: number;
  /** Whether a process may be lost without notice: then it may stay open what came of a creation without a key, if that is said. */
  readonly mayBreak: boolean;
};

export const startFamily = async (name: string, { variant, port, mayBreak }: Surroundings): Promise<Family> => {
  // What is refused for overload has not been begun, and a client that is told so comes again.
  const call = async (endpoint: string, body: object, headers = {}): Promise<Reply> => {
    const [method = '', path = ''] = endpoint.split(' ');
    const reply = await send(port, { method, path, body, headers });
    if (reply.code !== 'OVERLOADED') return reply;
    await sleep(Number(reply.headers['retry-after']) * 1000);
    return call(endpoint, body, headers);
  };
  const credentials = { email: `${name}@example.org`, password: PASSWORD };
  const person = { ...credentials, firstName: name, lastName: 'Jansen', role: 'Par' };
  const registered = await call(WORDS[variant].register, person);
  if (registered.status !== 200) throw new Error(`${name} could not register: ${shown(registered)}`);
  const id = member(await call(WORDS[variant].logIn, credentials), 'id');
  const account = member(await call('GET /api/Auth/me', { id }), 'ID');

  const wrong: string[] = [];
  /** The children, by the names that they alone have. */
  const added = new Map<string, string>();
  const open = new Set<string>();
  let asked = 0;

  const add = async (how: 'with key' | 'without key'): Promise<void> => {
    asked += 1;
    const firstName = `${how} ${asked}`;
    const headers = how === 'with key' ? { 'Idempotency-Key': randomUUID() } : {};
    const child = { id, firstName, lastName: 'Jansen', ...more(variant) };
    const reply = await call(WORDS[variant].addChild, child, headers).catch(String);
    if (typeof reply === 'object' && reply.status === 200) added.set(firstName, member(reply, 'ChildID'));
    else if (mayBreak && how === 'without key' && isUnanswered(reply)) open.add(firstName);
    else wrong.push(`add ${firstName}: ${shown(reply)}`);
  };

  /** A call that changes nothing, whose answer must hold all that is expected. */
  const look = async (endpoint: string, expected: readonly string[]): Promise<void> => {
    const reply = await call(endpoint, { id }).catch(String);
    if (typeof reply === 'string' || reply.status !== 200 || expected.some((text) => !reply.text.includes(text)))
      wrong.push(`${endpoint}: ${shown(reply)}`);
  };

  return {
    live: async (over) => {
      while (!over()) {
        await Promise.all([add('with key'), add('with key'), add('with key'), add('without key')]);
        await look('GET /api/Parent/children', [...added.values()]);
        await look('QUERY /api/Auth/me', [account]);
      }
    },
    complaints: async () => {
      const { content } = await call('GET /api/Parent/children', { id });
      return [...wrong, ...differences(content as readonly Child[], added, open)];
    },
    added: () => added.size,
  };
};

type Child = { readonly firstName: string; readonly id: string };

/** What is lost, what there is twice, and what nobody can know of. */
const differences = (
  children: readonly Child[],
  added: ReadonlyMap<string, string>,
  open: ReadonlySet<string>,
): readonly string[] => {
  const names = children.map(({ firstName }) => firstName);
  const ids = new Set(children.map(({ id }) => id));
  return [
    ...[...added].filter(([, id]) => !ids.has(id)).map(([name]) => `lost: ${name}`),
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `twice: ${name}`),
    ...names.filter((name) => !added.has(name) && !open.has(name)).map((name) => `unheard of: ${name}`),
  ];
};

/** nginx's own words for a request that was sent to a process and not answered. */
const isUnanswered = (reply: Reply | string): boolean =>
  typeof reply === 'object' && reply.status === 503 && String(reply.content).startsWith('The service did not answer;');

const shown = (reply: Reply | string): string => (typeof reply === 'string' ? reply : `${reply.status} ${reply.text}`);

/** Variant A wants a number, which one parent may not give twice. */
const more = (variant: Variant['name']): object =>
  variant === 'A' ? { birthDate: '2019-02-28', socSecNum: randomUUID().slice(0, 32) } : {};
