import type { OperatorApplication } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import {
  type Account,
  hasAddress,
  type Invitation,
  type KnownAccount,
  noAddressOf,
  ROLES,
} from '@health-case/domain/model/account';
import { type EmailAddress, parseEmail, parseNewEmail } from '@health-case/domain/model/email';
import type { WaitingMail } from '@health-case/domain/model/mail';
import { parseNameSearch } from '@health-case/domain/model/names';
import { asJson, momentsAsText } from '@health-case/domain/model/own-data';
import { type AccountId, HOUR, type MailId, parseId, parsePersonName } from '@health-case/domain/model/values';
import { ok, type Parsed, type Parser } from '@health-case/domain/result';
import { jsonText } from '@health-case/terminal/printable';
import { Option } from 'commander';
import { argument, type Command, count, flag, type Group, type Input, moment, option, unwrap } from './commands.ts';
import { isoOf, type Output } from './output.ts';

const PASSWORD = 'The password is asked for without showing it, or is the one line on standard input.';

type Changed = {
  readonly account: Account;
  readonly sessionsEnded?: number;
  readonly failuresForgotten?: number;
  readonly passkeysRemoved?: number;
  readonly passkeysLeft?: number;
};

const printAccount = (
  { account, ...counts }: Changed,
  output: Output,
  more: object = {},
  ending = '',
): Promise<void> => {
  const { id, role, firstName, lastName } = account;
  const email = addressOf(account);
  const row = { id, role, 'e-mail': email ?? NO_ADDRESS, name: `${firstName} ${lastName}`, ...counts };
  return output.one({ id, role, email, firstName, lastName, ...counts, ...more }, row, ending);
};

type Waiting = Awaited<ReturnType<OperatorApplication['countWaiting']>>;

const WAITING = {
  ongoingCases: 'Ongoing cases',
  openTasks: 'Open tasks',
  casesToDecide: 'Cases with a decision that waits',
  certificationsToConfirm: 'Certifications to confirm',
  assistants: 'Assistants',
  doctors: 'Doctors assisted',
} as const;

/** D-32, D-41: what somebody has to take over. */
const sentencesOf = (waiting: Waiting): string => {
  const counts = Object.entries(waiting).map(([name, count]) => `${WAITING[name as keyof typeof WAITING]}: ${count}.`);
  const cases = 'ongoingCases' in waiting && waiting.ongoingCases > 0;
  const handOver = cases
    ? 'A manager gives the cases to other doctors in the portal, or a parent of each child does.\n'
    : '';
  return counts.length === 0 ? '' : `${counts.join(' ')}\n${handOver}`;
};

/** D-28: an account whose address was somebody else's is named by its identifier. */
const parseAddressee: Parser<EmailAddress> = Object.assign(
  (text: string): Parsed<EmailAddress> => {
    const id = parseId<AccountId>(text);
    return id.ok ? ok(noAddressOf(id.value)) : parseEmail(text);
  },
  { longest: parseEmail.longest },
);

const EMAIL = argument('email', 'the e-mail address of the account, or its identifier if it has none', parseAddressee);
const ID = argument('id', 'the identifier of the account', parseId<AccountId>);

const NO_ADDRESS = 'none';
const addressOf = (account: Account): string | null => (hasAddress(account) ? account.email : null);

const onAccount = (
  change: 'confirmByOperator' | 'enableAccount' | 'endSessions' | 'resetFactor' | 'unlockLogin',
  about: string,
): Command => ({
  about,
  arguments: [EMAIL],
  examples: ['jan@example.org'],
  run: async (given: Input<typeof change>, output, operator) =>
    printAccount(unwrap(await operator[change](given)), output),
});

const accountRow = ({ account, disabledAt }: KnownAccount) => ({
  id: account.id,
  role: account.role,
  email: addressOf(account),
  name: `${account.firstName} ${account.lastName}`,
  registeredAt: isoOf(account.registeredAt),
  secondFactor: account.secondFactor ? 'yes' : 'no',
  confirmed: account.role === 'Par' ? 'yes' : (account.confirmed ?? 'no'),
  manager: account.isManager ? 'yes' : 'no',
  disabledAt: disabledAt === undefined ? null : isoOf(disabledAt),
});
const accountColumns = {
  id: 36,
  role: 4,
  email: 32,
  name: 32,
  registeredAt: 24,
  secondFactor: 13,
  confirmed: 10,
  manager: 7,
  disabledAt: 0,
};

const listAccounts = async (wanted: Input<'listAccounts'>, output: Output, operator: OperatorApplication) =>
  output.pages(unwrap(await operator.listAccounts(wanted)), accountRow, accountColumns);

const BY_ROLE = new Option('--role <role>', 'only those of this role').choices(ROLES);

type Erase = Input<'eraseAccount'> & { readonly yes: boolean };

const eraseAccount = async ({ yes, ...given }: Erase, { say }: Output, operator: OperatorApplication) => {
  if (!yes) throw new OperatorError('Nothing was erased: this cannot be undone, so add --yes to confirm it.');
  const erased = await operator.eraseAccount(given);
  if (!erased.ok && erased.refusal.code === 'CASES_LEFT') {
    const cases = unwrap(await operator.listOngoingCases(given));
    throw new OperatorError(
      `Nothing was erased: the doctor has ongoing cases. Disable the account first, so that no new ones come in; then have each finished by an assistant, or handed over by a manager or a parent. The first ones: ${cases.join(', ')}.`,
    );
  }
  const { id, sessionsEnded } = unwrap(erased);
  await say({ erased: id, sessionsEnded }, `The account ${id} is erased. What it did stays under this identifier.\n`);
};

const account: Group = {
  about: 'accounts: sessions, passwords, and who may log in',
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
    disable: {
      about:
        'Ends all sessions of an account and refuses its logins. Its data stays. Says what waits with a doctor or an assistant.',
      arguments: [EMAIL],
      examples: ['jan@example.org'],
      run: async (given: Input<'disableAccount'>, output, operator) => {
        const disabled = unwrap(await operator.disableAccount(given));
        const waiting = await operator.countWaiting(disabled.account);
        await printAccount(disabled, output, { waiting }, sentencesOf(waiting));
      },
    },
    enable: onAccount('enableAccount', 'Lets a disabled account log in again.'),
    list: {
      about: 'Lists the accounts, oldest first.',
      options: [BY_ROLE],
      examples: ['', '--role Doc --json'],
      run: listAccounts,
    },
    find: {
      about: 'Finds accounts by name or address.',
      options: [
        option(
          '--name <words>',
          'each is the beginning of a word of the names; accents make no difference',
          parseNameSearch,
        ),
        option('--email <address>', 'the e-mail address', parseEmail),
        BY_ROLE,
      ],
      examples: ['--name "greta ho"', '--email jan@example.org --json'],
      run: listAccounts,
    },
    confirm: onAccount(
      'confirmByOperator',
      'Confirms a doctor or an assistant who waits for it. Make sure whose the address is.',
    ),
    'reset-factor': onAccount(
      'resetFactor',
      'Turns off the second factor of somebody who has lost it, and removes all passkeys. Make sure who asks: the password alone opens the account then.',
    ),
    export: {
      about:
        'Prints all that is held about a person as JSON, of a parent with the children and their numbers in the clear: for that person. It has nothing by which somebody signs in.',
      arguments: [EMAIL],
      examples: ['jan@example.org > jan.json'],
      run: async (given: Input<'exportAccount'>, { print }, operator) => {
        const textOf = (entry: object) => jsonText(entry, momentsAsText, 2);
        for await (const text of asJson(unwrap(await operator.exportAccount(given)), textOf)) await print(text);
      },
    },
    erase: {
      about:
        'Erases the data of a person for good: names, address, password. What the account did stays under its identifier.',
      arguments: [EMAIL],
      options: [flag('--yes', 'confirms that the account is to be erased')],
      examples: ['jan@example.org --yes'],
      run: eraseAccount,
    },
    'end-sessions': onAccount('endSessions', 'Ends all sessions of an account.'),
    unlock: onAccount('unlockLogin', 'Forgets the failed logins of an account, so that its next login need not wait.'),
    'set-email': {
      about:
        'Gives an account another e-mail address, also one that was disabled because its address was not its own. Make sure whose the address is: a new password can be asked for by it.',
      arguments: [ID, argument('email', 'the new e-mail address', parseNewEmail)],
      examples: ['01993f2e-6d1c-7a40-8c55-0b1f6f3f9a21 jan@example.org'],
      run: async (given: Input<'changeAddress'>, output, operator) =>
        printAccount(unwrap(await operator.changeAddress(given)), output),
    },
    'set-password': {
      about: `Sets a new password and ends all sessions of the account. Passkeys stay: account reset-factor removes them. ${PASSWORD}`,
      arguments: [EMAIL],
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

const mailRow = ({ id, accountId, kind, at, attempts, notBefore, failedAt, problem }: WaitingMail) => ({
  id,
  account: accountId ?? null,
  at: isoOf(at),
  kind,
  attempts,
  next: failedAt === undefined ? isoOf(notBefore) : 'none',
  problem: problem ?? null,
});
const mailColumns = { id: 36, account: 36, at: 24, kind: 23, attempts: 8, next: 24, problem: 0 };

type Retry = { readonly id?: MailId; readonly all: boolean; readonly requestId: string };

/** Of all mails, each is a unit of work of its own. */
const retryMails = async ({ id, all, requestId }: Retry, { say }: Output, operator: OperatorApplication) => {
  if ((id === undefined) !== all) throw new OperatorError('Nothing is tried again: name either one mail or --all.');
  if (id !== undefined) {
    unwrap(await operator.retryMail({ mailId: id, requestId }));
    return say({ retried: id }, `The mail ${id} is tried again.\n`);
  }
  let retried = 0;
  for await (const page of unwrap(await operator.listMails())) {
    for (const { id: mailId } of page.filter(({ failedAt }) => failedAt !== undefined)) {
      // One that was removed meanwhile needs nothing.
      if ((await operator.retryMail({ mailId, requestId })).ok) retried += 1;
    }
  }
  return say({ retried }, `${retried} mails are tried again.\n`);
};

const mail: Group = {
  about: 'mails that wait to be sent, and those that could not be sent',
  commands: {
    list: {
      about: 'Lists the mails that wait and those that failed, and the account of each, without addresses and texts.',
      run: async (_: unknown, output, operator) =>
        output.pages(unwrap(await operator.listMails()), mailRow, mailColumns),
    },
    retry: {
      about: 'Tries a mail again at once, and for a day; or all that failed.',
      arguments: [argument('id', 'the identifier of the mail', parseId<MailId>, true)],
      options: [flag('--all', 'every mail that failed')],
      examples: ['01993f2e-6d1c-7a40-8c55-0b1f6f3f9a21', '--all'],
      run: retryMails,
    },
  },
};

export const accountGroups = { account, invitation, mail };
