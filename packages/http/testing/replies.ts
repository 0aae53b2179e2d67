import { expect } from 'vitest';
import type { ContentField } from '../src/envelope.ts';
import type { Reply } from './client.ts';

/** What holds for each and every reply of a variant (D-01, D-02, D-03). */
export const envelopeExpectation =
  (field: ContentField) =>
  ({ text, status, envelope, headers, code }: Reply): void => {
    const word = status === 200 ? 'OK' : 'ERR';
    expect(text.startsWith(`{"version":"1","status":"${word}","${field}":`), text).toBe(true);
    expect(Object.keys(envelope)).toEqual(['version', 'status', field]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(text)),
      'request-id': expect.stringMatching(/./),
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(code === undefined).toBe(word === 'OK');
    expect(headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
    expect(headers.allow !== undefined).toBe(status === 405);
    if (word === 'ERR') expect(envelope[field]).toMatch(/^\S.{10,}\.$/);
  };

export const expectRefusal = (reply: Reply, status: number, code: string): void => {
  expect([reply.status, reply.code], reply.text).toEqual([status, code]);
};

/** A member of the content that is a text. */
export const member = ({ content, text }: Reply, name: string): string => {
  const value = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined;
  if (typeof value !== 'string') throw new Error(`There is no ${name} in ${text}`);
  return value;
};
