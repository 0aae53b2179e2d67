import { expect } from 'vitest';
import type { ContentField } from '../src/envelope.ts';
import { envelopeFault, type Reply } from './client.ts';

export { member } from './client.ts';

/** What holds for each and every reply of a variant. */
export const envelopeExpectation =
  (field: ContentField) =>
  (reply: Reply): void =>
    expect(envelopeFault(reply, field), reply.text).toBeUndefined();

export const expectRefusal = (reply: Reply, status: number, code: string): void => {
  expect([reply.status, reply.code], reply.text).toEqual([status, code]);
};
