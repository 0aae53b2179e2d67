import { randomBytes } from 'node:crypto';
import { runOnce } from '@health-case/composition/run-once';
import { createApplication } from '@health-case/domain/application';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { readNoArguments } from '@health-case/terminal/read-arguments';
import { fillClinic } from './fill-clinic.ts';

readNoArguments(import.meta.filename);
const line = createProgressLine(process.stderr);

await runOnce(async ({ ports }) => {
  if (await ports.storage.read.accounts.any()) {
    return 'The store has accounts already; name an empty one in DATABASE_URL to fill it with the demonstration.';
  }
  const password = randomBytes(9).toString('base64url');
  // Whoever may start this may also let people in: neither invitations nor limits are meant for it.
  const rules = { registration: 'open', ratesPerMinute: { loginFailures: 0, registrations: 0, calls: 0 } } as const;
  const app = createApplication({ ...ports, ...rules });
  const accounts = await line.during('People are moving in …', () => fillClinic(app, password, line.show));
  const shown = ['Doc', 'Ast', 'Par'].flatMap((role) =>
    accounts.filter((account) => account.role === role).slice(0, 2),
  );
  const lines = shown.map(({ role, email }) => `  ${role}  ${email.padEnd(30)} ${password}\n`);
  process.stdout.write(`${accounts.length} people have moved in. Logins to try:\n\n${lines.join('')}\n`);
  return undefined;
});
