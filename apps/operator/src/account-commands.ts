import { type Account, ROLES, type Role } from '@health-case/domain/model/account';
import { type EmailAddress, parseEmail, parseNewEmail } from '@health-case/domain/model/email';
import { type PersonName, parsePersonName } from '@health-case/domain/model/values';
import { type Command, Option } from 'commander';
import { newCall, parsedBy, withExamples } from './arguments.ts';
import { type Column, printOne } from './output.ts';
import { answered, carriedOut } from './refused.ts';
import type { Surroundings } from './surroundings.ts';

type Json = { readonly json?: boolean };
type Person = { readonly role: Role; readonly firstName: PersonName; readonly lastName: PersonName };
type Shown = Pick<Account, 'id' | 'role' | 'email' | 'firstName' | 'lastName'>;

const PASSWORD = 'The password is asked for without showing it, or is the one line on standard input.';

const ACCOUNT: readonly Column<Shown>[] = [
  { heading: 'ID', of: ({ id }) => id },
  { heading: 'ROLE', of: ({ role }) => role },
  { heading: 'E-MAIL', of: ({ email }) => email },
  { heading: 'NAME', of: ({ firstName, lastName }) => `${firstName} ${lastName}` },
];
const ended = {
  heading: 'SESSIONS ENDED',
  of: ({ sessionsEnded }: { readonly sessionsEnded: number }) => `${sessionsEnded}`,
};
const forgotten = {
  heading: 'FAILURES FORGOTTEN',
  of: ({ failuresForgotten }: { readonly failuresForgotten: number }) => `${failuresForgotten}`,
};

const shown = ({ id, role, email, firstName, lastName }: Account): Shown => ({ id, role, email, firstName, lastName });

/** A command on the account that has an address. */
const onAccount = (parent: Command, name: string): Command =>
  parent.command(name).argument('<email>', 'the e-mail address of the account', parsedBy(parseEmail));

export const addAccountCommands = (account: Command, surroundings: Surroundings): void => {
  addCreate(account, surroundings);
  addDisable(account, surroundings);
  addEnable(account, surroundings);
  addEndSessions(account, surroundings);
  addUnlock(account, surroundings);
  addSetPassword(account, surroundings);
};

const addCreate = (account: Command, { operate, readPassword }: Surroundings): void => {
  const command = account
    .command('create')
    .description(`Creates an account, also where registration takes an invitation. ${PASSWORD}`)
    .addOption(new Option('--role <role>', 'what the person is').choices(ROLES).makeOptionMandatory())
    .requiredOption('--first-name <name>', 'first name', parsedBy(parsePersonName))
    .requiredOption('--last-name <name>', 'last name', parsedBy(parsePersonName))
    .requiredOption('--email <address>', 'e-mail address, by which the person logs in', parsedBy(parseNewEmail));
  withExamples(
    command,
    'operator account create --role Doc --first-name Greta --last-name Holm --email greta@example.org',
    'operator account create --role Par --first-name Jan --last-name Jansen --email jan@example.org < password.txt',
  ).action(
    carriedOut(async ({ json = false, ...person }: Json & Person & { readonly email: EmailAddress }) => {
      const password = await readPassword();
      await operate('existing or new', async (operator) => {
        const created = answered(await operator.createAccount({ ...person, password, ...newCall() }));
        await printOne(shown(created), { json, columns: ACCOUNT });
      });
    }),
  );
};

const addDisable = (account: Command, { operate }: Surroundings): void => {
  const command = onAccount(account, 'disable').description(
    'Logs an account out everywhere and lets nobody log in to it. What it has done stays.',
  );
  withExamples(command, 'operator account disable jan@example.org').action(
    carriedOut((email: EmailAddress, { json = false }: Json) =>
      operate('existing', async (operator) => {
        const { account: found, sessionsEnded } = answered(await operator.disableAccount({ email, ...newCall() }));
        await printOne({ ...shown(found), sessionsEnded }, { json, columns: [...ACCOUNT, ended] });
      }),
    ),
  );
};

const addEnable = (account: Command, { operate }: Surroundings): void => {
  const command = onAccount(account, 'enable').description('Lets a disabled account log in again.');
  withExamples(command, 'operator account enable jan@example.org').action(
    carriedOut((email: EmailAddress, { json = false }: Json) =>
      operate('existing', async (operator) => {
        const { account: found } = answered(await operator.enableAccount({ email, ...newCall() }));
        await printOne(shown(found), { json, columns: ACCOUNT });
      }),
    ),
  );
};

const addEndSessions = (account: Command, { operate }: Surroundings): void => {
  const command = onAccount(account, 'end-sessions').description('Logs an account out everywhere.');
  withExamples(command, 'operator account end-sessions jan@example.org').action(
    carriedOut((email: EmailAddress, { json = false }: Json) =>
      operate('existing', async (operator) => {
        const { account: found, sessionsEnded } = answered(await operator.endSessions({ email, ...newCall() }));
        await printOne({ ...shown(found), sessionsEnded }, { json, columns: [...ACCOUNT, ended] });
      }),
    ),
  );
};

const addUnlock = (account: Command, { operate }: Surroundings): void => {
  const command = onAccount(account, 'unlock').description(
    'Forgets the failed logins of an account, so that its next login need not wait.',
  );
  withExamples(command, 'operator account unlock jan@example.org').action(
    carriedOut((email: EmailAddress, { json = false }: Json) =>
      operate('existing', async (operator) => {
        const { account: found, failuresForgotten } = answered(await operator.unlockLogin({ email, ...newCall() }));
        await printOne({ ...shown(found), failuresForgotten }, { json, columns: [...ACCOUNT, forgotten] });
      }),
    ),
  );
};

const addSetPassword = (account: Command, { operate, readPassword }: Surroundings): void => {
  const command = onAccount(account, 'set-password').description(
    `Sets a new password and logs the account out everywhere. ${PASSWORD}`,
  );
  withExamples(
    command,
    'operator account set-password jan@example.org',
    'operator account set-password jan@example.org --json < password.txt',
  ).action(
    carriedOut(async (email: EmailAddress, { json = false }: Json) => {
      const newPassword = await readPassword();
      await operate('existing', async (operator) => {
        const { account: found, sessionsEnded } = answered(
          await operator.setPassword({ email, newPassword, ...newCall() }),
        );
        await printOne({ ...shown(found), sessionsEnded }, { json, columns: [...ACCOUNT, ended] });
      });
    }),
  );
};
