import { headerValue } from './header-value.ts';

/** What is sent, whichever the try. */
export type Request = {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
};

/** Where the service is. */
export const baseOf = (url: string | URL): string => {
  const { origin, pathname, username, password } = new URL(url);
  if (username + password !== '') throw new TypeError('The URL of the service must not hold a user or a password.');
  return `${origin}${pathname.replace(/\/$/, '')}`;
};

type Sent = {
  readonly base: string;
  readonly endpoint: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly session: string | undefined;
  readonly idempotencyKey: string | undefined;
};

/** Of the input, what the path names goes there, and the rest into the request object. */
export const requestOf = ({ base, endpoint, input, session, idempotencyKey }: Sent): Request => {
  const [method = '', template = ''] = endpoint.split(' ');
  const inPath = new Set<string>();
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return segment(name, input[name]);
  });
  const fields = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const hasBody = fields.length > 0;
  return {
    url: `${base}${path}`,
    // The only one of the two that `fetch` sends with a body (RFC 10008).
    method: method === 'GET' && hasBody ? 'QUERY' : method,
    headers: {
      ...(session !== undefined && { Authorization: `Bearer ${session}` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': headerValue('idempotencyKey', idempotencyKey) }),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, written(value)]))) }),
  };
};

/** A segment of dots, or of nothing, would make another path of it. */
const segment = (name: string, value: unknown): string => {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be an id.`);
  return encodeURIComponent(value);
};

/** Of all fields, `limit` alone is a number here; in the request object it has digits. */
const written = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
