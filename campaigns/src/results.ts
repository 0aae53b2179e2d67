import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from './run-campaign.ts';

const file = join(import.meta.dirname, '../results/latest.json');

/**
 * Keeps the figures of the latest full run of each campaign, with the day and the machine they were seen on, for the
 * documents to quote.
 */
export const keepResult = (report: Report): void => {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;
  const { name, wrong: _, ...figures } = report;
  const results = { ...kept, [name]: { ...figures, day: new Date().toISOString().slice(0, 10), machine } };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
};
