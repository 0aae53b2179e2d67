import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ok, type Result, refused } from '@health-case/domain/result';
import type { WireRefusal } from './refusals.ts';
import { isMissing, type RequestObject, utf8 } from './request-object.ts';
import type { Row } from './route.ts';

type Given = readonly (readonly [name: string, value: string])[];

const invalid = (sentence: string) => refused<WireRefusal>({ code: 'FIELDS_INVALID', sentence });

/** D-25, for clients that cannot send a body with GET: the page of a list may stand in the query string. */
export const queryNames = ({ method, fields }: Row): readonly string[] =>
  method === 'GET' ? ['after', 'limit'].filter((name) => name in fields.shape) : [];

/** D-25: the request object, with the fields that the query string and `Authorization: Basic` hold. */
export const withFieldsElsewhere = (
  { url = '', headers }: IncomingMessage,
  row: Row,
  object: RequestObject,
): Result<RequestObject, WireRefusal> => {
  const question = url.indexOf('?');
  if (question < 0 && !row.takesBasic) return ok(object);
  const query = new URLSearchParams(question < 0 ? '' : url.slice(question));
  if (row.who === 'session' && query.has('id')) {
    return invalid('The session must not stand in the URL: send it in the field id or as Authorization: Bearer.');
  }
  const credentials = row.takesBasic ? basicCredentials(headers) : ok([]);
  if (!credentials.ok) return credentials;
  const names = queryNames(row);
  return joined(object, [...[...query].filter(([name]) => names.includes(name)), ...credentials.value]);
};

const joined = (object: RequestObject, given: Given): Result<RequestObject, WireRefusal> => {
  const fields = new Map(Object.entries(object));
  for (const [name, value] of given) {
    if (isMissing(value)) continue;
    if ((fields.get(name) ?? value) !== value) {
      return invalid(`${name} is given twice with different values; send it once.`);
    }
    fields.set(name, value);
  }
  return ok(Object.fromEntries(fields));
};

/** RFC 7617, 2: an address has no colon, a password may. */
const basicCredentials = ({ authorization = '' }: IncomingHttpHeaders): Result<Given, WireRefusal> => {
  if (!/^Basic( |$)/i.test(authorization)) return ok([]);
  const token = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1] ?? '';
  try {
    const [, email, password] = /^([^:]*):(.*)$/s.exec(utf8.decode(Buffer.from(token, 'base64'))) ?? [];
    if (email !== undefined && password !== undefined) return ok(Object.entries({ email, password }));
  } catch {
    // Not UTF-8.
  }
  return invalid('The header Authorization: Basic must hold e-mail address, colon and password, in UTF-8 and base64.');
};
