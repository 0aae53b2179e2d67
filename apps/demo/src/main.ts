import { randomBytes } from 'node:crypto';
import { reportToOperator, useStore } from '@health-case/composition/run';
import { OperatorError } from '@health-case/domain/errors';
import { parsePassword } from '@health-case/domain/model/account';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { readArguments } from '@health-case/terminal/read-arguments';
import { ACCOUNTS, demonstrate, LOGINS, must } from './clinic.ts';

readArguments(import.meta.filename);
const line = createProgressLine(process.stderr);

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
  line.show(progress);
};

const demonstrateIn: Parameters<typeof useStore>[0] = async ({ ports }) => {
  const text = randomBytes(9).toString('base64url');
  const work = () => demonstrate(ports, { password: must(parsePassword(text)), ownStore, report });
  const done = await line.during('People are moving in …', work);
  const said = {
    filled: `${ACCOUNTS} people have moved in.`,
    renewed: 'The people are there already; some have a new password.',
  };
  const logins = LOGINS.map(({ role, email }) => `  ${role}  ${email.padEnd(30)} ${text}\n`).join('');
  process.stdout.write(`${said[done]} Logins to try:\n\n${logins}\n`);
  if (ownStore) process.stdout.write(`To serve them:  DATABASE_URL=${url} npm start\n`);
};

await reportToOperator(() => useStore(demonstrateIn));
