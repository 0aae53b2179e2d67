import { formsOf } from './forms.ts';

/** What is found of the secrets: their names. */
export type Search = (haystack: Buffer) => readonly string[];

/** Shorter texts occur by chance. */
const SHORTEST = 8;

type Needle = { readonly name: string; readonly bytes: Buffer };

/** Looks for all forms of all secrets at once, in one pass over the bytes. */
export const createSearch = (secrets: ReadonlyMap<string, string | Buffer>): Search => {
  const needles = new Map<number, Needle[]>();
  const beginnings = new Uint8Array(2 ** 16);
  for (const [name, secret] of secrets) {
    for (const bytes of formsOf(secret)) {
      if (bytes.length < SHORTEST) continue;
      const start = bytes.readUInt32LE();
      needles.set(start, [...(needles.get(start) ?? []), { name, bytes }]);
      beginnings[bytes.readUInt16LE()] = 1;
    }
  }
  return (haystack) => {
    const found = new Set<string>();
    for (let at = 0; at + SHORTEST <= haystack.length; at += 1) {
      if (!beginnings[(haystack[at] ?? 0) | ((haystack[at + 1] ?? 0) << 8)]) continue;
      for (const { name, bytes } of needles.get(haystack.readUInt32LE(at)) ?? []) {
        if (haystack.compare(bytes, 0, bytes.length, at, Math.min(at + bytes.length, haystack.length)) === 0)
          found.add(name);
      }
    }
    return [...found];
  };
};
