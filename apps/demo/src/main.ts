import { randomBytes } from 'node:crypto';
import { reportToOperator, useStore } from '@health-case/composition/run';
import { OperatorError } from '@health-case/domain/errors';
import { progressLine } from '@health-case/terminal/progress-line';
import { readArguments } from '@health-case/terminal/read-arguments';
import { demonstrate } from './clinic.ts';

readArguments(import.meta.filename);

const ownStore = !process.env['DATABASE_URL'];
// In a folder of its own, since the key of a store lies beside it.
const url = process.env['DATABASE_URL'] || 'file:./data/demo/health-case.db';
process.env['DATABASE_URL'] = url;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new OperatorError('Interrupted; the store is as it was before.')));
}
const report = (progress: string): void => {
  interrupted.signal.throwIfAborted();
  progressLine.show(progress);
};

await reportToOperator(() =>
  useStore(async ({ ports }) => {
    const password = randomBytes(9).toString('base64url');
    const work = () => demonstrate(ports, { password, ownStore, report });
    process.stdout.write(await progressLine.during('People are moving in …', work));
    if (ownStore) process.stdout.write(`To serve them:  DATABASE_URL=${url} npm start\n`);
  }),
);
