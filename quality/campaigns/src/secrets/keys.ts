import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { Database } from '../ground/database.ts';

/** The secret key of a store, and those that it keeps wrapped under that one, as the service has them in its memory. */
export const keysOf = async ({ environment, query }: Database): Promise<ReadonlyMap<string, string | Buffer>> => {
  const text = String(environment['SECRET_KEY']);
  const secret = Buffer.from(text, 'base64');
  const wrapping = Buffer.from(hkdfSync('sha256', secret, '', 'health-case/wrapping-key/1', 32));
  const rows = await query('SELECT "id", "purpose", "wrapped" FROM "WrappedKey"');
  const keys = rows.map((row): [string, Buffer] => {
    const { id, purpose, wrapped } = row as { id: string; purpose: string; wrapped: string };
    const sealed = Buffer.from(wrapped.slice(wrapped.indexOf('.') + 1), 'base64url');
    const cipher = createDecipheriv('aes-256-gcm', wrapping, sealed.subarray(0, 12), { authTagLength: 16 });
    cipher.setAAD(Buffer.from(`WrappedKey:${purpose}:${id}`)).setAuthTag(sealed.subarray(-16));
    return [`key to ${purpose}`, Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()])];
  });
  return new Map<string, string | Buffer>([
    ['secret key', secret],
    ['secret key, as it is given', text],
    ['wrapping key', wrapping],
    ...keys.map(([name, bytes], nth): [string, Buffer] => [`${name} (${nth})`, bytes]),
  ]);
};
