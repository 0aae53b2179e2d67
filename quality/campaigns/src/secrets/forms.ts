/** The ways in which bytes are written down without being hidden, longer ones that hold them included. */
export const formsOf = (secret: string | Buffer): readonly Buffer[] => {
  const bytes = Buffer.from(secret);
  const forms = [bytes, ...inHex(bytes), ...inBase64(bytes), Buffer.from([...bytes].join(','))];
  if (typeof secret === 'string') forms.push(...asText(secret));
  return forms;
};

/** As Node shows a buffer, too: the first fifty bytes of it. */
const inHex = (bytes: Buffer): readonly Buffer[] => {
  const hex = bytes.toString('hex');
  const apart = bytes
    .subarray(0, 50)
    .toString('hex')
    .replaceAll(/..(?!$)/g, '$& ');
  return [hex, hex.toUpperCase(), apart].map((text) => Buffer.from(text));
};

/** Wherever in what is encoded the bytes begin: what stands beside them is in the characters at their ends. */
const inBase64 = (bytes: Buffer): readonly Buffer[] =>
  (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((before) => {
      const encoded = Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .replaceAll('=', '');
      const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
      return Buffer.from(encoded.slice(before === 0 ? 0 : before + 1, end));
    }),
  );

const asText = (text: string): readonly Buffer[] => {
  const percent = [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const escaped = [...text]
    .map((sign) => (sign < '\u007f' ? JSON.stringify(sign).slice(1, -1) : unicode(sign)))
    .join('');
  const written = [
    encodeURIComponent(text),
    encodeURIComponent(text).toLowerCase(),
    new URLSearchParams({ text }).toString().slice('text='.length),
    percent,
    percent.toUpperCase(),
    JSON.stringify(text).slice(1, -1),
    escaped,
    text.toLowerCase(),
    text.toUpperCase(),
  ];
  const little = Buffer.from(text, 'utf16le');
  return [...written.map((each) => Buffer.from(each)), little, Buffer.from(little).swap16()];
};

const unicode = (sign: string): string =>
  [...Buffer.from(sign, 'utf16le').swap16().toString('hex').matchAll(/..../g)].map(([unit]) => `\\u${unit}`).join('');
