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
 * times, also in another block, and two values two; `…` stands for anything; of the headers of a reply it may show some.
 */
export const differenceFrom = (shown: string, output: string, values: Values): string | undefined => {
  const wanted = shown.trimEnd();
  const seen = withHeadersOf(shown, output).trimEnd();
  const found = new RegExp(
    `^${wanted
      .split(/\s*…\s*/)
      .map(patternOf)
      .join('[^]*?')}$`,
  ).exec(seen);
  if (!found) return `The guide shows\n${wanted}\nand the output is\n${seen}`;
  const names = wanted.match(ANY_VARYING) ?? [];
  for (const [nth, name] of names.entries()) {
    const value = found[nth + 1] ?? '';
    const known = values.get(name) ?? value;
    if (known !== value) return `The guide shows ${name} for ${known} and for ${value}.`;
    const other = [...values].find(([shownBefore, kept]) => kept === value && shownBefore !== name);
    if (other && !isMoment(value)) return `The guide shows ${other[0]} and ${name} for ${value}.`;
    values.set(name, value);
  }
  return undefined;
};

const patternOf = (text: string): string => {
  const values = text.match(ANY_VARYING) ?? [];
  const between = text.split(ANY_VARYING).map((part) => RegExp.escape(part));
  return between.map((part, nth) => part + (nth < values.length ? `(${kindOf(values[nth] ?? '')})` : '')).join('');
};

const kindOf = (value: string): string => VARYING.find((kind) => new RegExp(`^${kind}$`).test(value)) ?? '';

/** Two things may happen in one millisecond. */
const isMoment = (value: string): boolean => value.endsWith('Z') && value.includes(':');

/** The output without those headers of its replies that the guide does not show. */
const withHeadersOf = (shown: string, output: string): string => {
  const names = new Set([...shown.matchAll(/^([\w-]+): /gm)].map(([, name]) => name));
  let inHead = false;
  const lines = output.replaceAll('\r\n', '\n').split('\n');
  return lines
    .filter((line) => {
      const begins = line.startsWith('HTTP/1.1 ');
      inHead = begins || (inHead && line !== '');
      return begins || !inHead || names.has(line.split(': ')[0]);
    })
    .join('\n');
};
