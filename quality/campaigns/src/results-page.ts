import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from './results.ts';
import { shown, verdictOf } from './run-campaign.ts';

const file = join(import.meta.dirname, '../../../docs/security.md');
const TABLE = /(?<=<!-- campaigns -->\n).*?(?=<!-- \/campaigns -->)/s;

const HEAD = `| Campaign | What was done | Did the service hold? | What was measured | Day |
|---|---|---|---|---|
`;

/** A row for each campaign, in the order in which they run; one that has not been run in full says so. */
export const tableOf = (names: readonly string[], results: Results): string => {
  const rows = names.map((name) => {
    const result = results[name];
    if (!result) return `| \`${name}\` | not yet run in full | | | |\n`;
    const figures = Object.entries(result.figures).map(([what, value]) => `${what}: ${shown(value)}`);
    return `| \`${name}\` | ${result.size} | ${verdictOf(result)} | ${figures.join('; ')} | ${result.day} |\n`;
  });
  const machines = [...new Set(names.flatMap((name) => results[name]?.machine ?? []))];
  return `${HEAD}${rows.join('')}\nSeen on: ${machines.join('; ')}.\n`;
};

/** The table as it stands in the document. */
export const tableInPage = (): string => TABLE.exec(readFileSync(file, 'utf8'))?.[0] ?? '';

export const writeTable = (table: string): void => {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(TABLE, () => table),
  );
};
