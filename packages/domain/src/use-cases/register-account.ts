import { type Refusal, refuse } from '../errors.ts';
import { type Account, type Invitation, isOpenTo, type Password, type Role } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Instant, PersonName } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { InvitationReads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';

type Input = {
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly email: EmailAddress;
  readonly password: Password;
  readonly role: Role;
  readonly invitation?: string | undefined;
};
type Outcome = Result<Account, Refusal<'EMAIL_TAKEN' | 'INVITATION_INVALID' | 'PASSWORD_COMMON'>>;

/**
 * D-15. The first look at the invitation and the address only spares the hash; the unit of work decides between those
 * who come at once.
 */
export const registerAccount =
  (ports: Ports) =>
  async ({ firstName, lastName, email, password, role, invitation }: Input): Promise<Outcome> => {
    const { storage, passwords, commonPasswords, ids, clock } = ports;
    const invited = invitationFor(ports, role, invitation);
    if (!(await invited(storage.read.invitations, clock.now())).ok) return refuse('INVITATION_INVALID');
    if (await commonPasswords.includes(password)) return refuse('PASSWORD_COMMON');
    if (await storage.read.accounts.credentialsByEmail(email)) return refuse('EMAIL_TAKEN');
    const passwordHash = await passwords.hash(password);
    return storage.write(async ({ accounts, invitations }): Promise<Outcome> => {
      const registeredAt = clock.now();
      const open = await invited(invitations, registeredAt);
      if (!open.ok) return open;
      const account: Account = { id: ids.account(), firstName, lastName, email, role, registeredAt };
      const inserted = await accounts.insert({ account, passwordHash });
      if (!inserted.ok) return inserted;
      if (open.value) await invitations.save({ ...open.value, usedBy: account.id });
      return ok(account);
    });
  };

type Invited = Result<Invitation | undefined, Refusal<'INVITATION_INVALID'>>;

/** The invitation that a registration needs and has; none where none is needed. */
const invitationFor =
  ({ registration, invitationCodes }: Ports, role: Role, text: string | undefined) =>
  async (invitations: InvitationReads, now: Instant): Promise<Invited> => {
    if (registration === 'open' || role === 'Par') return ok(undefined);
    const digest = text === undefined ? undefined : invitationCodes.digestOf(text);
    const found = digest && (await invitations.find(digest));
    return found && isOpenTo(found, role, now) ? ok(found) : refuse('INVITATION_INVALID');
  };
