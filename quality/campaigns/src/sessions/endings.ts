import type { Ground } from '../ground/ground.ts';
import { type Environment, type Instance, operate } from '../ground/processes.ts';
import type { Call, Person } from '../ground/words.ts';

type Facts = {
  readonly ground: Ground;
  readonly call: Call;
  readonly through: Instance;
  readonly environment: Environment;
  readonly somebody: Person;
  /** The session to end, and another one of the same account. */
  readonly id: string;
  readonly other: string;
};

export type Ending = (facts: Facts) => Promise<void>;

const answeredOk = async (reply: ReturnType<Call>): Promise<void> => {
  const { status, text } = await reply;
  if (status !== 200) throw new Error(`An ending was answered ${text}`);
};

/** The ways in which a session ends before its time (D-09, P-11). */
export const ENDINGS = {
  logout: ({ call, through, id }) => answeredOk(call(through, 'POST /api/Auth/logout', { id })),
  'password change': ({ call, through, somebody, other }) => {
    const change = { id: other, password: somebody.password, newPassword: `${somebody.password}-2` };
    return answeredOk(call(through, 'POST /api/Auth/password', change));
  },
  'operator ends sessions': async ({ ground, environment, somebody }) => {
    await operate(ground, environment, 'account', 'end-sessions', somebody.email);
  },
  'operator disables': async ({ ground, environment, somebody }) => {
    await operate(ground, environment, 'account', 'disable', somebody.email);
  },
} satisfies Record<string, Ending>;
