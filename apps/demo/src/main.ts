import { randomBytes } from 'node:crypto';
import { runOnce } from '@health-case/composition/run-once';
import { parsePassword } from '@health-case/domain/model/account';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { readNoArguments } from '@health-case/terminal/read-arguments';
import { demonstrate } from './demonstrate.ts';
import { must } from './fill-clinic.ts';
import { ACCOUNTS, emailOf, LOGINS } from './people.ts';

readNoArguments(import.meta.filename);
const line = createProgressLine(process.stderr);

/** A folder of its own, as a store's key lies beside it. */
const OWN_STORE = 'file:./data/demo/health-case.db';
const ownStore = !process.env['DATABASE_URL'];
const url = process.env['DATABASE_URL'] || OWN_STORE;
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
  const logins = LOGINS.map(({ role, person }) => `  ${role}  ${emailOf(person).padEnd(30)} ${text}\n`).join('');
  process.stdout.write(`${SAID[done.value]} Logins to try:\n\n${logins}\n`);
  if (ownStore) process.stdout.write(`To serve them:  DATABASE_URL=${url} npm start\n`);
  return undefined;
});
