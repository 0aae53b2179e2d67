import type { Role } from '@health-case/domain/model/account';
import { HOUR, type Instant } from '@health-case/domain/model/values';
import { type Command, Option } from 'commander';
import { newCall, parseCount, parsedBy, parseInstant, withExamples } from './arguments.ts';
import { type Column, printOne, printPages } from './output.ts';
import { answered, carriedOut } from './refused.ts';
import type { Surroundings } from './surroundings.ts';

type Json = { readonly json?: boolean };
type Issued = { readonly role: Role; readonly code: string; readonly validDays: number };
type Listed = {
  readonly issuedAt: string;
  readonly role: Role;
  readonly expiresAt: string;
  readonly state: string;
  readonly usedBy: string | null;
};

const ISSUED: readonly Column<Issued>[] = [
  { heading: 'ROLE', of: ({ role }) => role },
  { heading: 'CODE', of: ({ code }) => code },
  { heading: 'VALID FOR', of: ({ validDays }) => `${validDays} days` },
];
const LISTED: readonly Column<Listed>[] = [
  { heading: 'ISSUED', width: 24, of: ({ issuedAt }) => issuedAt },
  { heading: 'ROLE', width: 4, of: ({ role }) => role },
  { heading: 'EXPIRES', width: 24, of: ({ expiresAt }) => expiresAt },
  { heading: 'STATE', width: 7, of: ({ state }) => state },
  { heading: 'USED BY', of: ({ usedBy }) => usedBy ?? '-' },
];

const written = (instant: Instant): string => new Date(instant).toISOString();

export const addInvitationCommands = (invitation: Command, surroundings: Surroundings): void => {
  addIssue(invitation, surroundings);
  addList(invitation, surroundings);
};

const addIssue = (invitation: Command, { operate }: Surroundings): void => {
  const command = invitation
    .command('issue')
    .description('Makes a code with which one person can register. It is shown once, and kept nowhere.')
    .addOption(new Option('--role <role>', 'what the person will be').choices(['Doc', 'Ast']).makeOptionMandatory())
    .option('--days <n>', 'how long it is valid', parsedBy(parseCount), 14);
  withExamples(command, 'operator invitation issue --role Doc', 'operator invitation issue --role Ast --days 3').action(
    carriedOut(({ json = false, role, days }: Json & { readonly role: Role; readonly days: number }) =>
      operate('existing or new', async (operator) => {
        const code = answered(await operator.issueInvitation({ role, validFor: days * 24 * HOUR, ...newCall() }));
        await printOne({ role, code, validDays: days }, { json, columns: ISSUED });
      }),
    ),
  );
};

const addList = (invitation: Command, { operate }: Surroundings): void => {
  const command = invitation
    .command('list')
    .description('Lists what was issued, oldest first: open, used or expired. The codes cannot be shown again.')
    .option('--from <moment>', 'only what was issued from this moment on', parsedBy(parseInstant), 0 as Instant)
    .option('--limit <n>', 'at most so many', parsedBy(parseCount), 1000);
  withExamples(command, 'operator invitation list', 'operator invitation list --from 2026-06-01 --json').action(
    carriedOut(({ json = false, from, limit }: Json & { readonly from: Instant; readonly limit: number }) =>
      operate('existing', async (operator) => {
        const invitations = answered(await operator.listInvitations({ from, limit }));
        const rows = invitations.map(({ role, issuedAt, expiresAt, state, usedBy }): Listed => {
          return { issuedAt: written(issuedAt), role, expiresAt: written(expiresAt), state, usedBy: usedBy ?? null };
        });
        await printPages(onePage(rows), { json, columns: LISTED });
      }),
    ),
  );
};

async function* onePage<Row>(rows: readonly Row[]) {
  yield rows;
}
