import type { Context } from 'hono';
import type { AnyForm, Typed } from './form.ts';

/** Of a form with a file, in bytes. */
const LARGEST = 6 * 1024 * 1024;
/** So much more is read and dropped, so that whoever has sent it reads why it was not taken. */
const MOST_READ = 256 * 1024 * 1024;

export const takesFile = ({ fields }: Pick<AnyForm, 'fields'>): boolean =>
  Object.values(fields).some((rule) => rule?.control?.as === 'file');

/** `undefined`: no file came, or an empty one. */
export type Upload = Uint8Array | 'too large' | undefined;

/** Keeps no more than may come. */
const bytesOf = async ({ req }: Context): Promise<Uint8Array<ArrayBuffer> | 'too large'> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of req.raw.body ?? []) {
    length += part.length;
    if (length > MOST_READ) break;
    if (length > LARGEST) parts.length = 0;
    else parts.push(part);
  }
  return length > LARGEST ? 'too large' : Uint8Array.from(Buffer.concat(parts));
};

/** What a browser has sent of a form with a file: `multipart/form-data` (RFC 7578). What is no such is nothing. */
export const uploadedFrom = async (c: Context): Promise<{ readonly typed: Typed; readonly file: Upload }> => {
  const bytes = await bytesOf(c);
  if (bytes === 'too large') return { typed: {}, file: bytes };
  const headers = { 'Content-Type': c.req.header('content-type') ?? '' };
  const sent = await new Response(bytes, { headers }).formData().catch(() => new FormData());
  const file = sent.get('file');
  const texts = [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const content = file instanceof Blob && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : undefined;
  return { typed: { ...Object.fromEntries(texts.reverse()), ...(content && { file: 'sent' }) }, file: content };
};
