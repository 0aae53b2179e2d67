import { randomBytes } from 'node:crypto';
import { runOnce } from '@health-case/composition/run-once';
import { createApplication } from '@health-case/domain/application';
import { fillClinic } from './fill-clinic.ts';

await runOnce(async ({ ports }) => {
  if (await ports.storage.read.accounts.any()) {
    return 'The store has accounts already; name an empty one in DATABASE_URL to fill it with the demonstration.';
  }
  const password = randomBytes(9).toString('base64url');
  // Whoever may start this may also let people in: neither invitations nor limits are meant for it.
  const rules = { registration: 'open', ratesPerMinute: { loginFailures: 0, registrations: 0 } } as const;
  const accounts = await fillClinic(createApplication({ ...ports, ...rules }), password);
  const shown = ['Doc', 'Ast', 'Par'].flatMap((role) =>
    accounts.filter((account) => account.role === role).slice(0, 2),
  );
  const lines = shown.map(({ role, email }) => `  ${role}  ${email.padEnd(30)} ${password}\n`);
  process.stdout.write(`${accounts.length} people have moved in. Logins to try:\n\n${lines.join('')}\n`);
  return undefined;
});
