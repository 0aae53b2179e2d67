import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clinic, openClinic } from '@health-case/composition/testing/clinic';
import { WIRE_REFUSALS } from '@health-case/http/refusals';
import { type ApiDocument, type DocumentedOperation, readApiDocument } from '@health-case/http/testing/api-document';
import { callAt } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';
import { type About, CALLS, type CallName } from '@health-case/model/calls';
import { oneTimePassword } from '@health-case/model/one-time-password';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';

const CLINICS = [variantA, variantB].map((variant) => ({ ...openClinic(variant), routes: variant.routes }));

/** Eva is the parent whom the parent of the examples invites. */
type Role = 'Doc' | 'Ast' | 'Par' | 'Eva';
type Sessions = Partial<Record<Role, string>>;
type Fields = Readonly<Record<string, string>>;

/** Where a call has its session. */
const PLACES = ['header', 'id'] as const;
type Place = (typeof PLACES)[number];

/** D-25: what may stand in the query string of a GET. */
const IN_QUERY = ['after', 'certification', 'ChildID', 'detail', 'DocID', 'limit', 'status'];

const stepsOf = (story: string) => story.trim().split(/\s+/);
/**
 * Calls in an order in which each works, and who makes it, unless it is the parent, or the doctor where no parent may. All
 * others are made before the end.
 */
const STORY = stepsOf(`
  alive checkReadiness registerAccount logIn describeAccount/Doc linkAssistant listAssistants addChild listOwnChildren
  showChild correctChild inviteParent joinChild/Eva listParents removeParent listAccess openCase listDoctorsChildren addTask
  renameTask closeTask listTasks renameCase requestCertification checkCertification issueCertification createCertificate
  confirmCertification correctCertification revokeCertification requestCertification rejectCertification finishCase
  reopenCase showCase showHistory handOverCase unlinkAssistant`);
const END_OF_STORY = stepsOf(`
  changeProfile offerFactor confirmFactor removeFactor changeEmail confirmEmail changePassword logOut listLogins/Ast
  endLogin/Ast requestReset confirmReset`);

const nameOf = (step: string) => step.split('/')[0] ?? '';

/** What `{id}` in a path stands for. */
const ID_OF: Partial<Record<About, string>> = {
  doctor: 'DocID',
  case: 'CaseID',
  task: 'TaskID',
  'case or task': 'CaseID',
};
const makerOf = ({ about, may }: (typeof CALLS)[CallName]): Role | undefined =>
  about === 'anyone' ? undefined : may.Par === 'no' ? 'Doc' : 'Par';

/** What else a later call needs of an earlier one. */
const remembering = (
  { words, call, codeOf }: Clinic,
  ids: Record<string, string>,
  sessions: Sessions,
): Readonly<Record<string, (content: unknown, sent: Fields) => unknown>> => ({
  listLogins: (content) => Object.assign(ids, Object(content)[0]),
  offerFactor: (content) => Object.assign(ids, { otp: oneTimePassword(Object(content).secret) }),
  confirmFactor: (content) => Object.assign(ids, { otp: Object(content).recoveryCodes[0] }),
  changeEmail: async (_, { email = '' }) => Object.assign(ids, { code: await codeOf(email) }),
  inviteParent: async (_, { email = '' }) => {
    const eva = { firstName: 'Eva', lastName: 'Jansen', email, password: 'mB7-amber-orchard', role: 'Par' };
    await call(words.register, eva);
    sessions.Eva = member(await call(words.logIn, eva), 'id');
    Object.assign(ids, { code: await codeOf(email) });
  },
  listParents: (content) => Object.assign(ids, { ParID: Object(content)[1].id }),
  requestReset: async (_, { email = '' }) => Object.assign(ids, { code: await codeOf(email) }),
});

describe.each(CLINICS)('the API document of variant $name', (clinic) => {
  const { name: variant, port, call, routes } = clinic;
  let document: ApiDocument;
  beforeAll(async () => {
    document = await readApiDocument(port());
  });
  /** The operation, and where it is a GET, the same as QUERY. */
  const formsOf = (name: string) => document.operations.filter((one) => [name, `${name}ByQuery`].includes(one.name));
  /** What replies and mails named, and the session of each role. */
  const ids: Record<string, string> = {};
  const sessions: Sessions = {};
  const remember = remembering(clinic, ids, sessions);
  const endpointOf = ({ method, path }: DocumentedOperation, id = 'none') =>
    `${method} ${path.replace('{id}', ids[id] ?? id).replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none')}`;

  it('names every operation after its use case, and each GET a second time as QUERY', () => {
    const names = routes.map(({ name }) => name);
    const queries = routes.filter(({ method }) => method === 'GET').map(({ name }) => `${name}ByQuery`);
    expect(document.operations.map(({ name }) => name).toSorted()).toEqual([...names, ...queries].toSorted());
  });

  it('describes for each GET no body, but how else it takes a session or credentials, and which part of a list', () => {
    const { paths } = JSON.parse(document.text);
    for (const { path, fields } of document.operations.filter(({ method }) => method === 'GET')) {
      const { requestBody, parameters = [], security } = paths[path].get;
      const inQuery = parameters.filter((one: Fields) => one['in'] === 'query').map((one: Fields) => one['name']);
      const scheme = fields.includes('id') ? ['session'] : fields.includes('password') ? ['credentials'] : [];
      expect([path, requestBody, inQuery, security]).toEqual([
        path,
        undefined,
        IN_QUERY.filter((name) => fields.includes(name)),
        scheme.map((name) => ({ [name]: [] })),
      ]);
    }
  });

  const fieldsOf = (example: Fields, place: Place, session: string | undefined) =>
    Object.entries(example).map(([name, value]) => {
      if (name === 'email' && place === 'id') return [name, `another.${value}`];
      return [name, name === 'id' ? session : (ids[name] ?? value)];
    });

  /** Sends an example as it stands, but for identifiers and the session. */
  const play = async (step: string, operation: DocumentedOperation, example: Fields | undefined, place: Place) => {
    const [name, by] = step.split('/') as [CallName, Role?];
    const [maker, id] = [by ?? makerOf(CALLS[name]), ID_OF[CALLS[name].about]];
    const session = maker && sessions[maker];
    const body = example && Object.fromEntries(fieldsOf(example, place, session));
    const headers = session !== undefined && place === 'header' ? { Authorization: `Bearer ${session}` } : {};
    const reply = await call(endpointOf(operation, id), body, headers);
    expect(reply.status, `${operation.name} ${JSON.stringify(body)}: ${reply.text}`).toBe(200);
    const content = Object(reply.content) as Fields & { readonly role?: Role };
    Object.assign(ids, Object.fromEntries(Object.entries(content).filter(([name]) => /.ID$/.test(name))));
    if (operation.name.startsWith('describeAccount')) ids['DocID'] = content['ID'] ?? '';
    if (operation.name.startsWith('logIn') && content.role) sessions[content.role] = content['id'] ?? '';
    await remember[operation.name]?.(reply.content, body ?? {});
  };
  it.each(PLACES)('has examples that work, with the session as %s', async (place) => {
    const told = [...STORY, ...END_OF_STORY].map(nameOf);
    const others = routes.flatMap(({ name }) => (told.includes(name) ? [] : name));
    for (const step of [...STORY, ...others, ...END_OF_STORY]) {
      for (const operation of formsOf(nameOf(step))) {
        for (const example of requestsOf(operation, place)) await play(step, operation, example, place);
      }
    }
  });

  it.runIf(variant === 'A')('has every member of the public keys and of a status list', async () => {
    const read = async (path: string) => (await fetch(`http://127.0.0.1:${port()}${path}`)).text();
    const { keys } = JSON.parse(await read('/.well-known/jwks.json'));
    expect(keys).toHaveLength(1);
    expect(document.complaintsOfPublished('/.well-known/jwks.json', { keys })).toEqual([]);
    const [header = '', claims = '', signature] = (await read('/status/0')).split('.');
    const parts = [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(document.complaintsOfPublished('/status/{list}', [...parts, signature])).toEqual([]);
  });

  /** What else each call refuses, the tests of the model play, and compare with the document. */
  it('knows how each operation refuses a request that is too large or has no valid key', async () => {
    for (const operation of document.operations) {
      const headers = operation.withSession ? { Authorization: `Bearer ${sessions.Doc}` } : {};
      const codeOf = async (body: string | object | undefined, more: object = {}) =>
        (await call(endpointOf(operation), body, { ...headers, ...more })).code;
      expect(await codeOf(' '.repeat(65_537))).toBe('BODY_TOO_LARGE');
      expect(await codeOf(undefined, { 'Idempotency-Key': 'ä' })).toBe('FIELDS_INVALID');
      expect(await codeOf(undefined, { Long: 'x'.repeat(17_000) })).toBe('HEADERS_TOO_LARGE');
      if (operation.withSession) expect(await codeOf({ id: 'other' })).toBe('SESSION_AMBIGUOUS');
    }
  });
});

/** What is refused before an operation is found. */
const UNDOCUMENTED = ['METHOD_NOT_ALLOWED', 'PATH_NOT_FOUND'];

describe.each(CLINICS)('the API document of variant $name, as a text,', ({ name, port }) => {
  let document: ApiDocument;
  beforeAll(async () => {
    document = await readApiDocument(port());
  });

  it('is without fault for a linter, also in its examples, as it is and as OpenAPI 3.2 would have it', async () => {
    // The service is given to nobody under a licence.
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } });
    for (const source of [document.text, inOpenApi32(document.text)]) {
      const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
      expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    }
  });

  it('has patterns that every engine compiles and reads alike, as they consist of classes and counts alone', () => {
    const found = [...document.text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    const patterns = found.map(([, text = '']) => JSON.parse(text));
    expect(patterns.length).toBeGreaterThan(2);
    for (const pattern of patterns) {
      expect(pattern).toMatch(/^\^(?:[\w-]|\[[^\\[\]]+\]|\{\d+(?:,\d+)?\}|\*)+\$$/);
      for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags)).not.toThrow();
    }
  });

  it.runIf(name === 'A')('refuses by the codes that docs/refusals.md lists with status and words, and no other', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/refusals.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const isListed = (code: string) => UNDOCUMENTED.includes(code) || document.text.includes(`\`${code}\`: `);
    const expected = Object.entries(WIRE_REFUSALS)
      .filter(([code]) => isListed(code))
      .map(([code, [status, sentence]]) => ({ code, status, row: `| \`${code}\` | ${status} | ${sentence} |` }))
      .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1));
    expect(rows).toEqual(expected.map(({ row }) => row));
  });

  it('is JSON that browsers revalidate, for HEAD too', async () => {
    const { headers, text } = await callAt(port(), 'HEAD /openapi.json');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    expect([text, headers.etag]).toEqual(['', expect.stringMatching(/./)]);
  });
});

/** The examples to send. With the session in a header, nothing but a POST needs a request object. */
const requestsOf = ({ method, withSession, needsFields, examples }: DocumentedOperation, place: Place) => {
  const all: readonly Fields[] = Object.values(examples);
  if (!withSession) return all.length > 0 ? all : [undefined];
  const fitting = all.filter((example) => 'id' in example === (place === 'id'));
  if (place === 'id' || method === 'POST' || needsFields) return fitting;
  return [undefined, ...fitting.filter((example) => Object.keys(example).length > 0)];
};

/** In OpenAPI 3.2 QUERY is a method like any other, so the linter looks at it. */
const inOpenApi32 = (text: string): string => {
  const { paths, ...rest } = JSON.parse(text);
  const moved = Object.entries<{ 'x-oai-additionalOperations'?: { readonly QUERY: object } }>(paths).map(
    ([path, { 'x-oai-additionalOperations': more, ...item }]) => [path, { ...item, query: more?.QUERY }],
  );
  return JSON.stringify({ ...rest, openapi: '3.2.0', paths: Object.fromEntries(moved) });
};
