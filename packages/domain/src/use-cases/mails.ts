import type { EmailAddress } from '../model/email.ts';
import type { MailKind, WaitingMail } from '../model/mail.ts';
import type { AccountId } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import type { Platform } from './declaration.ts';

type Addressee =
  | { readonly accountId: AccountId; readonly to?: EmailAddress }
  | { readonly accountId?: undefined; readonly to: EmailAddress; readonly invitation?: WaitingMail['invitation'] };

/** D-27: puts a mail into the outbox, with the change that causes it. */
export const putMail = (
  kind: MailKind,
  addressee: Addressee,
  { mails }: Stores,
  { ids, clock }: Platform,
): Promise<void> => {
  const at = clock.now();
  const waiting = { id: ids.mail(), kind, at, notBefore: at, attempts: 0, failedAt: undefined, problem: undefined };
  if (addressee.accountId === undefined) {
    const { to, invitation } = addressee;
    return mails.insert({ ...waiting, accountId: undefined, to, invitation });
  }
  const { accountId, to } = addressee;
  return mails.insert({ ...waiting, accountId, to, invitation: undefined });
};
