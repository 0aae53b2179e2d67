/** The URL of the service without the slash at its end. */
export const baseOf = (url: string | URL): string => {
  const { origin, pathname, username, password } = new URL(url);
  if (username + password !== '') throw new TypeError('The URL of the service must not hold a user or a password.');
  return `${origin}${pathname.replace(/\/$/, '')}`;
};

type Parts = {
  readonly base: string;
  readonly endpoint: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly session: string | undefined;
  readonly idempotencyKey: string | undefined;
};

/** Members of the input that the path names go into the path, all others into the request object. */
export const requestOf = ({ base, endpoint, input, session, idempotencyKey }: Parts) => {
  const [method = '', template = ''] = endpoint.split(' ');
  const fields = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete fields[name];
    return segment(name, input[name]);
  });
  // Of all fields, `limit` alone is a number.
  const json = JSON.stringify(fields, (_, value) => (typeof value === 'number' ? String(value) : value));
  const hasBody = json !== '{}';
  const headers: Record<string, string> = {
    ...(session !== undefined && { Authorization: `Bearer ${session}` }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': headerValue('idempotencyKey', idempotencyKey) }),
    ...(hasBody && { 'Content-Type': 'application/json' }),
  };
  // `fetch` sends no body with GET, but with QUERY (RFC 10008).
  const sent = method === 'GET' && hasBody ? 'QUERY' : method;
  return { url: `${base}${path}`, method: sent, headers, ...(hasBody && { body: json }) };
};

/** An empty segment, `.` and `..` would lead to another path. */
const segment = (name: string, value: unknown): string => {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be an id.`);
  return encodeURIComponent(value);
};

/** Throws for a text that no header can hold; `fetch` would repeat the text in its error, and it may be a secret. */
export const headerValue = (what: string, text: string): string => {
  if (!/^[\x21-\x7e]{1,255}$/.test(text)) throw new TypeError(`${what} must be 1 to 255 visible ASCII characters.`);
  return text;
};
