import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineFacts } from '../machine.ts';
import { chosenFrom, timed, withRun } from '../run.ts';
import { LARGE, MEDIUM, SMALL, TINY } from '../sizes.ts';
import { DATA, storeOf } from '../stores.ts';
import { called, type Operation, PROCESSES, wholeList } from './measure.ts';
import { READS, WRITES } from './operations.ts';
import { type Curve, detailsOf, factsOf, overviewOf, plotOf, renewed } from './report.ts';

/** In the order of the table. Writes come after reads, which so find the stores as they were filled. */
const OPERATIONS: readonly Operation[] = [...READS.map(called), wholeList, ...WRITES.map(called), ...PROCESSES];

const docs = join(DATA, '../../../docs');
const document = join(docs, 'performance.md');

/** Measures the operations at all sizes and prints the tables; a full run renews the document and its plots. */
export const runGrowth = ({ quick, only }: { quick: boolean; only: readonly string[] }): Promise<void> => {
  const operations = chosenFrom(OPERATIONS, only);
  const text = readFileSync(document, 'utf8');
  // Before hours are spent on figures that have no place.
  renewed(text, { run: '', overview: '', figures: '' });
  return withRun(quick, async (run) => {
    const sizes = [TINY, SMALL, MEDIUM, ...(quick ? [] : [LARGE])];
    for (const size of sizes) await storeOf(run, size);
    const [started, machine] = [new Date(), machineFacts(run.cores)];
    const curves: Curve[] = [];
    for (const { measure, ...operation } of operations) {
      curves.push({ ...operation, points: await timed(operation.id, () => measure({ ...run, sizes })) });
    }
    const parts = {
      run: factsOf(started, machine, quick),
      overview: overviewOf(curves),
      figures: detailsOf(curves),
    };
    process.stdout.write(`\n${parts.overview}\n\n${parts.figures}\n\n${parts.run}\n`);
    if (quick || only.length > 0) return;
    mkdirSync(join(docs, 'performance'), { recursive: true });
    for (const curve of curves) writeFileSync(join(docs, 'performance', `${curve.id}.svg`), `${plotOf(curve)}\n`);
    writeFileSync(document, renewed(text, parts));
  });
};
