import { randomBytes } from 'node:crypto';
import { runOnce } from '@health-case/composition/run';
import { parsePassword } from '@health-case/domain/model/account';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { readArguments } from '@health-case/terminal/read-arguments';
import { ACCOUNTS, LOGINS, must } from './clinic.ts';
import { demonstrate } from './demonstrate.ts';

readArguments(import.meta.filename);
const line = createProgressLine(process.stderr);

const ownStore = !process.env['DATABASE_URL'];
// In a folder of its own, since the key of a store lies beside it.
const url = process.env['DATABASE_URL'] || 'file:./data/demo/health-case.db';
process.env['DATABASE_URL'] = url;

const SAID = {
  filled: `${ACCOUNTS} people have moved in.`,
  renewed: 'The people are there already; some have a new password.',
};

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
const report = (progress: string): void => {
  interrupted.signal.throwIfAborted();
  line.show(progress);
};

await runOnce(async ({ ports }) => {
  const text = randomBytes(9).toString('base64url');
  const password = must(parsePassword(text));
  const work = () => demonstrate(ports, { password, ownStore, report });
  const done = await line.during('People are moving in …', work).catch((error: unknown) => {
    if (error === interrupted.signal.reason) return undefined;
    throw error;
  });
  if (!done) return 'Interrupted; the store is as it was before.';
  if (!done.ok) return 'The store has accounts already; name an empty one in DATABASE_URL, or none at all.';
  const logins = LOGINS.map(({ role, email }) => `  ${role}  ${email.padEnd(30)} ${text}\n`).join('');
  process.stdout.write(`${SAID[done.value]} Logins to try:\n\n${logins}\n`);
  if (ownStore) process.stdout.write(`To serve them:  DATABASE_URL=${url} npm start\n`);
  return undefined;
});
