import type { Reply, Sent } from '@health-case/http/testing/client';
import { type Client, member } from './client.ts';
import type { Instance, VariantName } from './processes.ts';

export const PASSWORD = 'vT9#mossy-lantern';

export type Role = 'Doc' | 'Ast' | 'Par';
export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
};

export const person = (email: string, more: Partial<Person> = {}): Person => ({
  firstName: 'Mia',
  lastName: 'Jansen',
  email,
  password: PASSWORD,
  role: 'Par',
  ...more,
});

/** Method and path of the calls that both variants have, each in words of its own. */
const WORDS = {
  A: { register: 'POST /api/Auth/register', logIn: 'POST /api/Auth/login', addChild: 'POST /api/Auth/child' },
  B: { register: 'POST /api/Auth', logIn: 'GET /api/Auth', addChild: 'POST /api/Parent/child' },
} as const;

export const endpoint = (variant: VariantName, call: keyof (typeof WORDS)['A']): string => WORDS[variant][call];

/** A call to one of the processes, `endpoint` being method and path. */
export type Call = (to: Instance, endpoint: string, body?: Sent['body'], headers?: Sent['headers']) => Promise<Reply>;

export const callsOf =
  (client: Client): Call =>
  (to, called, body, headers = {}) => {
    const [method = '', path = ''] = called.split(' ');
    return client(to.port, { method, path, body, headers });
  };

export const register = (call: Call, to: Instance, somebody: Person, headers = {}): Promise<Reply> =>
  call(to, endpoint(to.variant, 'register'), somebody, headers);

/** Resolves to the session. */
export const logIn = async (call: Call, to: Instance, { email, password }: Person): Promise<string> =>
  member(await call(to, endpoint(to.variant, 'logIn'), { email, password }), 'id');

/** Registers and logs in: the session. */
export const arrive = async (call: Call, to: Instance, somebody: Person): Promise<string> => {
  const reply = await register(call, to, somebody);
  if (reply.status !== 200) throw new Error(`${somebody.email} could not register: ${reply.text}`);
  return logIn(call, to, somebody);
};

/** A number that no other place in the same campaign has: two are compared without what stands between their digits. */
export const numberAt = (...place: readonly number[]): string =>
  place.map((part) => String(part).padStart(6, '0')).join('.');

/** A child in words that either variant takes. */
export const child = (firstName: string) => ({ firstName, lastName: 'Jansen', birthDate: '2019-02-28' });

export const keyed = (key: string) => ({ 'Idempotency-Key': key });
