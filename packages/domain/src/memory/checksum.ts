import type { Fingerprint } from '../model/audit.ts';

/** Not a keyed hash, as a store without technology has no key. It shows changes by whoever does not compute it again. */
export const checksum: Fingerprint = (text, context) => {
  let sum = 0;
  for (const character of `${context}:${text}`) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 47;
  return sum.toString(36);
};
