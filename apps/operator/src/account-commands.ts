import { type Account, type Invitation, ROLES, type Role } from '@health-case/domain/model/account';
import { type EmailAddress, parseEmail, parseNewEmail } from '@health-case/domain/model/email';
import { HOUR, type Instant, type PersonName, parsePersonName } from '@health-case/domain/model/values';
import { Option } from 'commander';
import {
  argument,
  type Command,
  type CommandContext,
  type Json,
  newCall,
  option,
  parseCount,
  parseInstant,
  unwrap,
} from './commands.ts';
import { type Column, isoOf, printOne, printPages } from './output.ts';

const PASSWORD = 'The password is asked for without showing it, or is the one line on standard input.';

type Shown = Pick<Account, 'id' | 'role' | 'email' | 'firstName' | 'lastName'>;
type Counts = { readonly sessionsEnded?: number; readonly failuresForgotten?: number };
type Changed = Counts & { readonly account: Account };

const ACCOUNT: readonly Column<Shown>[] = [
  { heading: 'ID', of: ({ id }) => id },
  { heading: 'ROLE', of: ({ role }) => role },
  { heading: 'E-MAIL', of: ({ email }) => email },
  { heading: 'NAME', of: ({ firstName, lastName }) => `${firstName} ${lastName}` },
];

/** `sessionsEnded` has the heading SESSIONS ENDED. */
const countColumn = ([name, count]: readonly [string, number]): Column<unknown> => ({
  heading: name.replace(/[A-Z]/g, ' $&').toUpperCase(),
  of: () => `${count}`,
});

const printAccount = ({ account, ...counts }: Changed, json: boolean): Promise<void> => {
  const { id, role, email, firstName, lastName } = account;
  const columns = [...ACCOUNT, ...Object.entries(counts).map(countColumn)];
  return printOne({ id, role, email, firstName, lastName, ...counts }, { json, columns });
};

type ByEmail = { readonly email: EmailAddress };
const EMAIL = argument('email', 'the e-mail address of the account', parseEmail);

/** A command that needs nothing but the address of an account. */
const onAccount = (
  name: string,
  change: 'disableAccount' | 'enableAccount' | 'endSessions' | 'unlockLogin',
  about: string,
): Command => ({
  ...{ name, about, argument: EMAIL, examples: [`account ${name} jan@example.org`] },
  run: ({ json, email }: Json & ByEmail, { operate }: CommandContext) =>
    operate('existing', async (operator) =>
      printAccount(unwrap(await operator[change]({ email, ...newCall() })), json),
    ),
});

type Person = { readonly role: Role; readonly firstName: PersonName; readonly lastName: PersonName };

export const accountCommands: readonly Command[] = [
  {
    name: 'create',
    about: `Creates an account, also where registration takes an invitation. ${PASSWORD}`,
    options: [
      new Option('--role <role>', 'what the person is').choices(ROLES),
      option('--first-name <name>', 'first name', parsePersonName),
      option('--last-name <name>', 'last name', parsePersonName),
      option('--email <address>', 'e-mail address, by which the person logs in', parseNewEmail),
    ].map((each) => each.makeOptionMandatory()),
    examples: [
      'account create --role Doc --first-name Greta --last-name Holm --email greta@example.org',
      'account create --role Par --first-name Jan --last-name Jansen --email jan@example.org < password.txt',
    ],
    run: async ({ json, ...person }: Json & Person & ByEmail, { operate, readPassword }: CommandContext) => {
      const password = await readPassword();
      await operate('existing or new', async (operator) => {
        const account = unwrap(await operator.createAccount({ ...person, password, ...newCall() }));
        await printAccount({ account }, json);
      });
    },
  },
  onAccount('disable', 'disableAccount', 'Ends all sessions of an account and refuses its logins. Its data stays.'),
  onAccount('enable', 'enableAccount', 'Lets a disabled account log in again.'),
  onAccount('end-sessions', 'endSessions', 'Ends all sessions of an account.'),
  onAccount('unlock', 'unlockLogin', 'Forgets the failed logins of an account, so that its next login need not wait.'),
  {
    name: 'set-password',
    about: `Sets a new password and ends all sessions of the account. ${PASSWORD}`,
    argument: EMAIL,
    examples: ['account set-password jan@example.org', 'account set-password jan@example.org --json < password.txt'],
    run: async ({ json, email }: Json & ByEmail, { operate, readPassword }: CommandContext) => {
      const newPassword = await readPassword();
      await operate('existing', async (operator) =>
        printAccount(unwrap(await operator.setPassword({ email, newPassword, ...newCall() })), json),
      );
    },
  },
];

type Issued = { readonly role: Role; readonly code: string; readonly validDays: number };

const shown = ({ role, issuedAt, expiresAt, state, usedBy }: Invitation & { readonly state: string }) => ({
  ...{ issuedAt: isoOf(issuedAt), role, expiresAt: isoOf(expiresAt), state, usedBy: usedBy ?? null },
});

const ISSUED: readonly Column<Issued>[] = [
  { heading: 'ROLE', of: ({ role }) => role },
  { heading: 'CODE', of: ({ code }) => code },
  { heading: 'VALID FOR', of: ({ validDays }) => `${validDays} days` },
];
const LISTED: readonly Column<ReturnType<typeof shown>>[] = [
  { heading: 'ISSUED', width: 24, of: ({ issuedAt }) => issuedAt },
  { heading: 'ROLE', width: 4, of: ({ role }) => role },
  { heading: 'EXPIRES', width: 24, of: ({ expiresAt }) => expiresAt },
  { heading: 'STATE', width: 7, of: ({ state }) => state },
  { heading: 'USED BY', of: ({ usedBy }) => usedBy ?? '-' },
];

type Issue = { readonly role: Role; readonly days: number };
type List = { readonly from: Instant; readonly limit: number };

export const invitationCommands: readonly Command[] = [
  {
    name: 'issue',
    about: 'Creates a code with which one person can register. It is shown once and not stored.',
    options: [
      new Option('--role <role>', 'what the person will be').choices(['Doc', 'Ast']).makeOptionMandatory(),
      option('--days <n>', 'how long it is valid', parseCount).default(14),
    ],
    examples: ['invitation issue --role Doc', 'invitation issue --role Ast --days 3'],
    run: ({ json, role, days }: Json & Issue, { operate }: CommandContext) =>
      operate('existing or new', async (operator) => {
        const code = unwrap(await operator.issueInvitation({ role, validFor: days * 24 * HOUR, ...newCall() }));
        await printOne({ role, code, validDays: days }, { json, columns: ISSUED });
      }),
  },
  {
    name: 'list',
    about: 'Lists the issued invitations, oldest first: open, used or expired. The codes cannot be shown again.',
    options: [
      option('--from <moment>', 'only what was issued from this moment on', parseInstant).default(0),
      option('--limit <n>', 'at most so many', parseCount).default(1000),
    ],
    examples: ['invitation list', 'invitation list --from 2026-06-01 --json'],
    run: ({ json, from, limit }: Json & List, { operate }: CommandContext) =>
      operate('existing', async (operator) => {
        const invitations = unwrap(await operator.listInvitations({ from, limit }));
        await printPages([invitations], { json, columns: LISTED, shown });
      }),
  },
];
