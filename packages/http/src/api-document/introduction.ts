import type { ContentField } from '../envelope.ts';
import type { Tag } from './operation.ts';

/** What holds for every call, in Markdown. */
export const INTRODUCTION = (field: ContentField): string => `\
Every reply is a JSON object of three members: \`version\`, \`status\` (\`OK\` or \`ERR\`) and \`${field}\`, the content.

**Requests** are JSON objects of strings, with every method, also with GET. Members that are unknown are ignored; one that
is \`null\` or white space alone counts as missing.

**Sessions.** Log in, then send the \`id\` of the answer with every further call: in the field \`id\` of the request
object, or as \`Authorization: Bearer\`. Both are equal. It never goes into a URL.

**GET with a body** cannot be sent by browsers and most generated clients, and is dropped by some proxies. Such clients send
secrets in the header \`Authorization\`, and \`limit\` and \`after\` in the query string; or the same request object with the
method \`QUERY\` (RFC 10008), which every path takes that takes GET; this document names it under \`x-oai-additionalOperations\`.

**Lists** come whole, in the order of creation. \`limit\` and \`after\` page through them, as fields or in the query string.

**Refusals.** When \`status\` is \`ERR\`, \`${field}\` is a sentence that says what to change. Programs look at the status and at
the header \`Error-Code\`; each operation lists the codes that it can give. Besides, a path that is none is answered
with 404 \`PATH_NOT_FOUND\`, and a method that a path does not take with 405 \`METHOD_NOT_ALLOWED\` and the header \`Allow\`.

**Retries.** What creates something takes the header \`Idempotency-Key\`: sent again with the same key, it is done once.
\`Retry-After\` says how many seconds to wait where waiting helps.
`;

export const TAGS: readonly { readonly name: Tag; readonly description: string }[] = [
  { name: 'Accounts', description: 'Registering, logging in and out.' },
  { name: 'Doctors', description: 'Doctors, their assistants, and the children who are their patients.' },
  { name: 'Children', description: 'The children of a parent.' },
  { name: 'Cases', description: 'Cases of children, and the tasks in them.' },
  { name: 'Certifications', description: 'Health certifications for closed tasks.' },
  { name: 'Process', description: 'What a monitor asks.' },
];
