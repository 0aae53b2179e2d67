import { Agent } from 'node:http';
import { member, type Reply, type Sent, send } from '@health-case/http/testing/client';
import type { Harness } from './harness.ts';
import type { Instance } from './processes.ts';

export { member, type Reply, type Sent };

/** No reply came: the connection was refused or lost, or the timeout passed. The call may have been carried out. */
export class Unanswered extends Error {}

export type Client = (port: number, sent: Sent) => Promise<Reply>;

/**
 * Sends requests, and throws `Unanswered`. It keeps a connection for the next request for one second only: the service
 * closes those that are idle for five, and a request that meets the closing would look unanswered.
 */
export const createClient = ({ defer, signal }: Harness, keepAlive = true): Client => {
  // The agent heeds the Keep-Alive header of the service only if it has a timeout of its own.
  const agent = new Agent({ keepAlive, timeout: 120_000, maxFreeSockets: 1024, agentKeepAliveTimeoutBuffer: 4000 });
  defer(() => agent.destroy());
  return (port, sent) => {
    signal.throwIfAborted();
    return send(port, { agent, ...sent }).catch((error: Error) => {
      throw new Unanswered(`${sent.method ?? 'GET'} ${sent.path}: ${error.message}`);
    });
  };
};

export const PASSWORD = 'vT9#mossy-lantern';

export const person = (email: string, role: 'Doc' | 'Ast' | 'Par' = 'Par') => {
  return { firstName: 'Mia', lastName: 'Jansen', email, password: PASSWORD, role };
};
type Person = ReturnType<typeof person>;

/** Method and path of the calls that the variants name differently. */
const ENDPOINTS = {
  A: { register: 'POST /api/Auth/register', logIn: 'POST /api/Auth/login', addChild: 'POST /api/Auth/child' },
  B: { register: 'POST /api/Auth', logIn: 'GET /api/Auth', addChild: 'POST /api/Parent/child' },
} as const;

type Headers = Sent['headers'];

/** The calls that most runs make, in the words of the variant that they go to. */
export const createApi = (harness: Harness, keepAlive = true) => {
  const client = createClient(harness, keepAlive);
  /** Sends one call to one process; `endpoint` is method and path. */
  const call = (to: Instance, endpoint: string, body?: Sent['body'], headers: Headers = {}): Promise<Reply> => {
    const [method = '', path = ''] = endpoint.split(' ');
    return client(to.port, { method, path, body, headers });
  };
  const register = (to: Instance, somebody: Person) => call(to, ENDPOINTS[to.variant].register, somebody);
  const logIn = (to: Instance, { email, password }: Pick<Person, 'email' | 'password'>, headers?: Headers) =>
    call(to, ENDPOINTS[to.variant].logIn, { email, password }, headers);
  /** Registers and logs in; resolves to the session. */
  const join = async (to: Instance, somebody: Person): Promise<string> => {
    const { status, text } = await register(to, somebody);
    if (status !== 200) throw new Error(`${somebody.email} could not register: ${text}`);
    return member(await logIn(to, somebody), 'id');
  };
  /** A child is named by its number. */
  const addChild = (to: Instance, id: string, { socSecNum }: { readonly socSecNum?: string }, headers?: Headers) => {
    const firstName = `Child ${socSecNum ?? ''}`.trim();
    const body = { id, firstName, lastName: 'Jansen', birthDate: '2019-02-28', socSecNum };
    return call(to, ENDPOINTS[to.variant].addChild, body, headers);
  };
  return { call, register, logIn, join, addChild };
};

export type Api = ReturnType<typeof createApi>;

/** How many milliseconds the service asks its client to wait. */
export const retryAfter = ({ headers }: Reply): number => Number(headers['retry-after'] ?? 1) * 1000;

export const keyed = (key: string) => ({ 'Idempotency-Key': key });
