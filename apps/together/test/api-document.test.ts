import type { DocumentedOperation } from '@health-case/http/testing/api-document';
import { send } from '@health-case/http/testing/client';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { type Begun, beginnings, ONLY_A } from './api-document/beginnings.ts';
import { bearer, openDocumented } from './api-document/documented-service.ts';

const NAMES = Object.keys(beginnings(() => Promise.reject(new Error('Nobody is there.'))));

describe.each(['A', 'B'] as const)('the API document of variant %s', (variant) => {
  const { port, document, request, sendExample, ask } = openDocumented(variant);
  const starts = beginnings(ask);
  const begin = async (name: string): Promise<Begun> => (await starts[name]?.()) ?? {};
  const names = NAMES.filter((name) => variant === 'A' || !ONLY_A.includes(name));

  /** The operation, and where it is a GET, the same as QUERY. */
  const formsOf = (name: string): readonly DocumentedOperation[] =>
    document().operations.filter((one) => one.name === name || one.name === `${name}ByQuery`);

  it('names every operation after its use case, and each GET a second time as QUERY', () => {
    const { operations } = document();
    const queries = operations.filter(({ method }) => method === 'GET').map(({ name }) => `${name}ByQuery`);
    expect(operations.map(({ name }) => name).toSorted()).toEqual([...names, ...queries].toSorted());
  });

  it('has examples that fit its schemas', () => {
    expect(document().complaintsOfExamples()).toEqual([]);
  });

  it.each(names)('has examples of %s that work, and replies that fit', async (name) => {
    for (const wanted of formsOf(name)) {
      for (const example of Object.values(wanted.examples)) {
        const reply = await sendExample(wanted, example, await begin(name));
        expect(reply.status, `${wanted.method} ${JSON.stringify(example)}: ${reply.text}`).toBe(200);
      }
    }
  });

  it('needs no body where the session is a bearer token and no field must be given', async () => {
    const bodiless = names
      .flatMap(formsOf)
      .filter(({ method, name }) => method !== 'POST' && !name.startsWith('logIn'));
    expect(bodiless.length).toBeGreaterThan(10);
    for (const wanted of bodiless) {
      const begun = await begin(wanted.name.replace('ByQuery', ''));
      expect((await request(wanted, begun, { headers: bearer(begun) })).status, wanted.name).toBe(200);
    }
  });

  /** What else each call refuses, the tests of the model play, and compare with the document. */
  it.each(names)('knows how %s refuses a request that is too large or has no valid key', async (name) => {
    for (const wanted of formsOf(name)) {
      const begun = await begin(name);
      const headers = bearer(begun);
      const codeOf = async (sent: Parameters<typeof request>[2]) => (await request(wanted, begun, sent)).code;
      expect(await codeOf({ body: ' '.repeat(65_537), headers })).toBe('BODY_TOO_LARGE');
      expect(await codeOf({ headers: { ...headers, 'Idempotency-Key': 'ä' } })).toBe('FIELDS_INVALID');
      expect(await codeOf({ headers: { ...headers, Long: 'x'.repeat(17_000) } })).toBe('HEADERS_TOO_LARGE');
      if (wanted.withSession) {
        expect(await codeOf({ body: { id: 'other' }, headers })).toBe('SESSION_AMBIGUOUS');
      }
    }
  });

  it('is without fault for a linter, as it is and as OpenAPI 3.2 would have it', async () => {
    // The service is given to nobody under a licence.
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } });
    for (const source of [document().text, inOpenApi32(document().text)]) {
      const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
      expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
    }
  });

  it('has patterns that every engine compiles and reads alike, as they consist of classes and counts alone', () => {
    for (const pattern of patternsIn(document().text)) {
      expect(pattern).toMatch(/^\^(?:[\w-]|\[[^\\[\]]+\]|\{\d+(?:,\d+)?\}|\*)+\$$/);
      for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags)).not.toThrow();
    }
  });

  it('is revalidated with its ETag, and has no content for HEAD', async () => {
    const path = '/openapi.json';
    const { headers } = await send(port(), { path });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    const again = await send(port(), { path, headers: { 'If-None-Match': `"other", ${headers.etag}` } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    const head = await send(port(), { method: 'HEAD', path });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag]);
  });
});

const patternsIn = (text: string): ReadonlySet<string> => {
  const patterns = new Set<string>();
  JSON.parse(text, (name, value) => (name === 'pattern' ? patterns.add(value) : value));
  expect(patterns.size).toBeGreaterThan(2);
  return patterns;
};

/** There QUERY is a method as any other, so the linter looks at it. */
const inOpenApi32 = (text: string): string => {
  const { paths, ...rest } = JSON.parse(text);
  const moved = Object.entries<{ 'x-oai-additionalOperations'?: { readonly QUERY: object } }>(paths).map(
    ([path, { 'x-oai-additionalOperations': more, ...item }]) => [
      path,
      { ...item, ...(more && { query: more.QUERY }) },
    ],
  );
  return JSON.stringify({ ...rest, openapi: '3.2.0', paths: Object.fromEntries(moved) });
};
