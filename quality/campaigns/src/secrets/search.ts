/** Shorter forms occur by chance. */
const SHORTEST = 8;

/** Looks for all forms of all secrets in one pass over the bytes, and names those that it finds. */
export const createSearch = (secrets: ReadonlyMap<string, string | Buffer>) => {
  const needles = new Map<number, readonly { readonly name: string; readonly bytes: Buffer }[]>();
  const beginnings = new Uint8Array(2 ** 16);
  for (const [name, secret] of secrets) {
    for (const bytes of formsOf(secret).filter(({ length }) => length >= SHORTEST)) {
      const start = bytes.readUInt32LE();
      needles.set(start, [...(needles.get(start) ?? []), { name, bytes }]);
      beginnings[bytes.readUInt16LE()] = 1;
    }
  }
  return (haystack: Buffer): readonly string[] => {
    const found = new Set<string>();
    for (let at = 0; at + SHORTEST <= haystack.length; at += 1) {
      if (!beginnings[(haystack[at] ?? 0) | ((haystack[at + 1] ?? 0) << 8)]) continue;
      for (const { name, bytes } of needles.get(haystack.readUInt32LE(at)) ?? []) {
        if (haystack.subarray(at, at + bytes.length).equals(bytes)) found.add(name);
      }
    }
    return [...found];
  };
};

/** The ways in which bytes are written down without being hidden, also as a part of something longer. */
const formsOf = (secret: string | Buffer): readonly Buffer[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  // As Node shows a buffer: its first fifty bytes, apart from each other.
  const shown = hex.slice(0, 100).replaceAll(/..(?!$)/g, '$& ');
  const texts = [hex, hex.toUpperCase(), shown, bytes.join(','), ...inBase64(bytes)];
  return [bytes, ...texts.map((text) => Buffer.from(text)), ...(typeof secret === 'string' ? inText(secret) : [])];
};

/** Wherever in what is encoded the bytes begin; the characters at their ends hold neighbours, too, and are left out. */
const inBase64 = (bytes: Buffer): readonly string[] =>
  (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .replaceAll('=', '');
      const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
      return encoded.slice(before === 0 ? 0 : before + 1, end);
    }),
  );

const inText = (text: string): readonly Buffer[] => {
  const percent = [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const form = new URLSearchParams({ text }).toString().slice('text='.length);
  const uri = encodeURIComponent(text);
  const written = [uri, uri.toLowerCase(), form, percent, percent.toUpperCase(), json, ascii];
  const utf16 = Buffer.from(text, 'utf16le');
  const cases = [text.toLowerCase(), text.toUpperCase()];
  return [...[...written, ...cases].map((each) => Buffer.from(each)), utf16, Buffer.from(utf16).swap16()];
};
