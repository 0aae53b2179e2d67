/** What differs from run to run: identifiers, codes of invitations, sessions, moments. */
const VARYING = [
  '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  '[0-9a-f]{4}(?:-[0-9a-f]{4}){7}',
  '(?<![\\w-])[\\w-]{43}(?![\\w-])',
  '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z',
];
const ANY_VARYING = new RegExp(VARYING.join('|'), 'g');

/** What a guide shows for a value, and what the value was. */
export type Values = Map<string, string>;

/**
 * Why an output is not what the guide shows, if it is not. A value that the guide shows twice must be one value both
 * times, also in another block; `…` stands for anything; of the headers of a reply it may show some.
 */
export const differenceFrom = (shown: string, output: string, values: Values): string | undefined => {
  const wanted = shown.trimEnd();
  const seen = withHeadersOf(shown, output).trimEnd();
  const patterns = wanted.split(/\s*…\s*/).map(patternOf);
  const found = new RegExp(`^${patterns.join('[^]*?')}$`).exec(seen);
  if (!found) return `The guide shows\n${wanted}\nand the output is\n${seen}`;
  for (const [nth, name] of (wanted.match(ANY_VARYING) ?? []).entries()) {
    const value = found[nth + 1] ?? '';
    const known = values.get(name) ?? value;
    if (known !== value) return `The guide shows ${name} for ${known} and for ${value}.`;
    values.set(name, value);
  }
  return undefined;
};

/** Matches the text with any value of the same kind in place of each value. */
const patternOf = (text: string): string => {
  const kinds = (text.match(ANY_VARYING) ?? []).map((value) => VARYING.find((kind) => RegExp(`^${kind}$`).test(value)));
  const between = text.split(ANY_VARYING).map((part) => RegExp.escape(part));
  return between.map((part, nth) => part + (kinds[nth] ? `(${kinds[nth]})` : '')).join('');
};

/** The output without those headers of its replies that the guide does not show. */
const withHeadersOf = (shown: string, output: string): string => {
  const names = new Set([...shown.matchAll(/^([\w-]+): /gm)].map(([, name]) => name));
  return output
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?<=^HTTP\/1\.1 .*\n)(?:.+\n)*/gm, (headers) =>
      headers.replaceAll(/^([\w-]+): .*\n/gm, (line, name) => (names.has(name) ? line : '')),
    );
};
