import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import { type ApiDocument, type DocumentedOperation, readApiDocument } from '@health-case/http/testing/api-document';
import { type Reply, type Sent, send } from '@health-case/http/testing/client';
import type { Variant } from '@health-case/http/variant';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Ask, Begun } from './beginnings.ts';

type Request = { readonly body?: Sent['body']; readonly headers?: NonNullable<Sent['headers']> };

/** A variant with nothing in its store, and its API document: every call goes by the document, and every reply must fit it. */
export const openDocumented = (variant: Variant['name']) => {
  let service: TestService;
  let document: ApiDocument;
  const port = () => service.ports[variant] ?? Number.NaN;
  beforeAll(async () => {
    service = await startTestService([variant === 'A' ? variantA : variantB]);
    document = await readApiDocument(port());
  });
  afterAll(() => service?.stop());

  const operation = (name: string): DocumentedOperation => {
    const found = document.operations.find((one) => one.name === name);
    if (!found) throw new Error(`No operation is called ${name}.`);
    return found;
  };

  const request = async (
    { method, path }: DocumentedOperation,
    { path: ids = {} }: Begun,
    { body, headers = {} }: Request,
  ): Promise<Reply> => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
    const reply = await send(port(), { method, path: address, body, headers });
    expect(document.complaints(`${method} ${address}`, reply), `${method} ${address}: ${reply.text}`).toEqual([]);
    return reply;
  };

  /** An example as it stands in the document, but for identifiers and, where the example has one, the session. */
  const sendExample = (wanted: DocumentedOperation, example: Readonly<Record<string, string>>, begun: Begun) => {
    const { session = '', fields = {} } = begun;
    return 'id' in example
      ? request(wanted, begun, { body: { ...example, ...fields, id: session } })
      : request(wanted, begun, { body: { ...example, ...fields }, headers: bearer(begun) });
  };

  const ask: Ask = async (name, begun) => {
    const wanted = operation(name);
    const { id: _, ...fields } = Object.values(wanted.examples)[0] ?? {};
    const reply = await sendExample(wanted, fields, begun);
    expect(reply.status, `${name}: ${reply.text}`).toBe(200);
    return reply;
  };

  return { port, document: () => document, request, sendExample, ask };
};

export const bearer = ({ session }: Begun): { readonly Authorization?: string } =>
  session === undefined ? {} : { Authorization: `Bearer ${session}` };
