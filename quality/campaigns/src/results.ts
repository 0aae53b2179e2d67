import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from './run-campaign.ts';

const file = join(import.meta.dirname, '../results/latest.json');

type Result = Omit<Report, 'name' | 'wrong'> & { readonly day: string; readonly machine: string };

/** The latest full run of each campaign, by its name, with the day and the machine it was seen on. */
export type Results = Readonly<Record<string, Result>>;

export const keptResults = (): Results => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {});

/** Keeps the figures for the documents to quote. */
export const keepResult = (report: Report): void => {
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;
  const { name, wrong: _, ...figures } = report;
  const results = { ...keptResults(), [name]: { ...figures, day: new Date().toISOString().slice(0, 10), machine } };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
};
