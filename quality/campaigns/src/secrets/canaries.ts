import type { Reply } from '@health-case/http/testing/client';
import type { Call } from '../ground/words.ts';

/** What nobody but its owner may see, by what it is; and what was said, which must not hold any of it. */
export type Canaries = {
  readonly secrets: Map<string, string | Buffer>;
  /** Each with its headers. */
  readonly replies: string[];
  /** Variant, method and path of every call that was answered OK. */
  readonly answered: Set<string>;
};

export const createCanaries = (): Canaries => ({ secrets: new Map(), replies: [], answered: new Set() });

const FIELDS = ['password', 'newPassword', 'socSecNum', 'invitation'];

/** The same calls, of which every secret that is sent and every session that is given out is noted, and every reply. */
export const noting =
  (call: Call, { secrets, replies, answered }: Canaries): Call =>
  async (to, endpoint, body, headers) => {
    const note = (what: string, value: unknown): void => {
      if (typeof value === 'string' && value.length > 0) secrets.set(`${what} ${value}`, value);
    };
    for (const field of FIELDS) note(field, typeof body === 'object' ? Reflect.get(body, field) : undefined);
    note('Idempotency-Key', headers?.['Idempotency-Key']);
    const number: unknown = typeof body === 'object' ? Reflect.get(body, 'socSecNum') : undefined;
    if (typeof number === 'string') note('socSecNum, compared', number.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
    const reply = await call(to, endpoint, body, headers);
    if (reply.status === 200) answered.add(`${to.variant} ${endpoint}`);
    const session = sessionIn(reply);
    note('session', session);
    const text = session === undefined ? reply.text : reply.text.replace(session, '');
    replies.push(`${JSON.stringify(reply.headers)} ${text}`);
    return reply;
  };

/** Only who logs in is given a session: its id, with names and role. */
const sessionIn = ({ status, content }: Reply): string | undefined => {
  const { id, role } = (content ?? {}) as { readonly id?: unknown; readonly role?: unknown };
  return status === 200 && typeof id === 'string' && role !== undefined ? id : undefined;
};
