import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Documented } from './api-document/api-document.ts';

/** What is served beside the calls, for readers: the one kind of reply that is no envelope (P-24). */
export type Page = {
  readonly path: string;
  readonly answer: (incoming: IncomingMessage) => Promise<Response>;
};

/** Nothing of them is made, or even loaded, before somebody asks for it. */
export const pagesOf = (documented: Documented): readonly Page[] => {
  const apiDocument = once(async () => {
    const { createApiDocument } = await import('./api-document/api-document.ts');
    return fileOf(JSON.stringify(createApiDocument(documented)), 'application/json');
  });
  return [{ path: '/openapi.json', answer: async (incoming) => replyWith(await apiDocument(), incoming) }];
};

type File = { readonly text: string; readonly type: string; readonly tag: string };

const fileOf = (text: string, type: string): File => ({
  text,
  type,
  tag: `"${createHash('sha256').update(text).digest('base64url')}"`,
});

/** A copy that is kept is asked about each time, and not sent again as long as it is the right one. */
const replyWith = ({ text, type, tag }: File, { headers: given }: IncomingMessage): Response => {
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    ETag: tag,
    'X-Content-Type-Options': 'nosniff',
    'Request-Id': randomUUID(),
  };
  const known = given['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
  return known ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
};

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
