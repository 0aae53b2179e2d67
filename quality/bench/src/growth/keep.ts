import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { machineFacts } from '../machine.ts';
import type { Curve } from './curve.ts';
import { renewed } from './document.ts';
import { plotOf } from './plot.ts';
import { count, detailsOf, overviewOf } from './tables.ts';

export type Results = {
  readonly at: string;
  readonly quick: boolean;
  readonly seconds: number;
  readonly machine: ReturnType<typeof machineFacts>;
  readonly loadAtEnd: number;
  readonly stores: readonly { readonly rows: number; readonly megabytes: number }[];
  readonly curves: readonly Curve[];
};

const results = join(import.meta.dirname, '../../results');
const docs = join(import.meta.dirname, '../../../../docs');
const document = join(docs, 'performance.md');

/** Where, how and when, in one paragraph: a sentence a line. */
export const factsOf = ({ at, quick, seconds, machine, loadAtEnd, stores }: Results): string => {
  const { cpu, coresAllowed, memoryMegabytes, kernel, node, loadAtStart } = machine;
  const [load = 0] = loadAtStart;
  const command = `npm run bench -- --growth${quick ? ' --quick' : ''}`;
  const files = stores.map(({ rows, megabytes }) => `${count(megabytes)} MB with ${count(rows)} rows`).join(', ');
  return [
    `\`${command}\` on ${at.slice(0, 10)}, in ${Math.round(seconds / 60)} minutes.`,
    `${cpu}, ${coresAllowed} cores, ${count(memoryMegabytes)} MB of memory, ${kernel}, Node ${node}.`,
    `The load average was ${load} when it began and ${loadAtEnd} when it ended.`,
    ...(load > coresAllowed / 2 ? BUSY : []),
    `The stores: ${files}.`,
  ].join('\n');
};

const BUSY = [
  'Other programs kept the machine busy: the times contain waiting for a core and for the disk,',
  'the 99th percentiles most of all; processor time does not.',
];

/** Fails before anything is measured where the document could not tell it. */
export const requirePlaces = (): void => void renewed(readFileSync(document, 'utf8'), partsOf(undefined));

const partsOf = (found: Results | undefined) => ({
  run: found ? factsOf(found) : '',
  overview: found ? overviewOf(found.curves) : '',
  figures: found ? detailsOf(found.curves) : '',
});

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** The file, the plots, and the document. A quick run is to be looked at; only a full one is what the document tells. */
export const keep = (found: Results): void => {
  const folder = found.quick ? join(results, 'quick') : results;
  const plots = found.quick ? folder : join(docs, 'performance');
  for (const place of [folder, plots]) mkdirSync(place, { recursive: true });
  writeFileSync(join(folder, 'growth.json'), `${JSON.stringify(found, rounded, 2)}\n`);
  for (const curve of found.curves) writeFileSync(join(plots, `${curve.id}.svg`), `${plotOf(curve)}\n`);
  if (!found.quick) writeFileSync(document, renewed(readFileSync(document, 'utf8'), partsOf(found)));
};
