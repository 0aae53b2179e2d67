import { type Account, type Invitation, ROLES } from '@health-case/domain/model/account';
import { parseEmail, parseNewEmail } from '@health-case/domain/model/email';
import { HOUR, parsePersonName } from '@health-case/domain/model/values';
import { Option } from 'commander';
import { argument, type Command, count, type Group, type Input, moment, option, unwrap } from './commands.ts';
import { isoOf, type Output } from './output.ts';

const PASSWORD = 'The password is asked for without showing it, or is the one line on standard input.';

type Changed = { readonly account: Account; readonly sessionsEnded?: number; readonly failuresForgotten?: number };

const printAccount = ({ account, ...counts }: Changed, output: Output): Promise<void> => {
  const { id, role, email, firstName, lastName } = account;
  const row = { id, role, 'e-mail': email, name: `${firstName} ${lastName}`, ...counts };
  return output.one({ id, role, email, firstName, lastName, ...counts }, row);
};

const EMAIL = argument('email', 'the e-mail address of the account', parseEmail);

/** A command that needs nothing but the address of an account. */
const onAccount = (
  change: 'disableAccount' | 'enableAccount' | 'endSessions' | 'unlockLogin',
  about: string,
): Command => ({
  about,
  argument: EMAIL,
  examples: ['jan@example.org'],
  run: async (given: Input<typeof change>, output, operator) =>
    printAccount(unwrap(await operator[change](given)), output),
});

const account: Group = {
  about: 'accounts: their creation, sessions, logins and passwords, and whether they may log in',
  commands: {
    create: {
      about: `Creates an account, also where registration takes an invitation. ${PASSWORD}`,
      options: [
        new Option('--role <role>', 'what the person is').choices(ROLES),
        option('--first-name <name>', 'first name', parsePersonName),
        option('--last-name <name>', 'last name', parsePersonName),
        option('--email <address>', 'e-mail address, by which the person logs in', parseNewEmail),
      ].map((each) => each.makeOptionMandatory()),
      examples: [
        '--role Doc --first-name Greta --last-name Holm --email greta@example.org',
        '--role Par --first-name Jan --last-name Jansen --email jan@example.org < password.txt',
      ],
      password: 'password',
      mayCreate: true,
      run: async (given: Input<'createAccount'>, output, operator) =>
        printAccount({ account: unwrap(await operator.createAccount(given)) }, output),
    },
    disable: onAccount('disableAccount', 'Ends all sessions of an account and refuses its logins. Its data stays.'),
    enable: onAccount('enableAccount', 'Lets a disabled account log in again.'),
    'end-sessions': onAccount('endSessions', 'Ends all sessions of an account.'),
    unlock: onAccount('unlockLogin', 'Forgets the failed logins of an account, so that its next login need not wait.'),
    'set-password': {
      about: `Sets a new password and ends all sessions of the account. ${PASSWORD}`,
      argument: EMAIL,
      examples: ['jan@example.org', 'jan@example.org --json < password.txt'],
      password: 'newPassword',
      run: async (given: Input<'setPassword'>, output, operator) =>
        printAccount(unwrap(await operator.setPassword(given)), output),
    },
  },
};

const rowOf = ({ role, issuedAt, expiresAt, state, usedBy }: Invitation & { readonly state: string }) => ({
  issuedAt: isoOf(issuedAt),
  role,
  expiresAt: isoOf(expiresAt),
  state,
  usedBy: usedBy ?? null,
});
const columns = { issuedAt: 24, role: 4, expiresAt: 24, state: 7, usedBy: 0 };

const invitation: Group = {
  about: 'codes with which doctors and assistants register',
  commands: {
    issue: {
      about: 'Creates a code with which one person can register. It is shown once and not stored.',
      options: [
        new Option('--role <role>', 'what the person will be').choices(['Doc', 'Ast']).makeOptionMandatory(),
        option('--days <n>', 'how long it is valid', count()).default(14),
      ],
      examples: ['--role Doc', '--role Ast --days 3'],
      mayCreate: true,
      run: async ({ days, ...given }: Input<'issueInvitation'> & { readonly days: number }, output, operator) => {
        const { role } = given;
        const code = unwrap(await operator.issueInvitation({ ...given, validFor: days * 24 * HOUR }));
        await output.one({ role, code, validDays: days }, { role, code, 'valid for': `${days} days` });
      },
    },
    list: {
      about: 'Lists the issued invitations, oldest first: open, used or expired. The codes cannot be shown again.',
      options: [
        option('--from <moment>', 'only what was issued from this moment on', moment).default(0),
        // The store reads them all at once.
        option('--limit <n>', 'at most so many, up to 10000', count(10_000)).default(1000),
      ],
      examples: ['', '--from 2026-06-01 --json'],
      run: async (wanted: Input<'listInvitations'>, output, operator) =>
        output.pages([unwrap(await operator.listInvitations(wanted))], rowOf, columns),
    },
  },
};

export const accountGroups = { account, invitation };
