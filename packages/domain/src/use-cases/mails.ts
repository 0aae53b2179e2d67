import type { Account } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { isRefused, type MailKind, type WaitingMail } from '../model/mail.ts';
import type { AccountId, CaseId, MailId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import type { Platform } from './declaration.ts';

type About = Pick<WaitingMail, 'childId'> & { readonly caseId?: CaseId | undefined };
type Addressee =
  | ({ readonly accountId: AccountId; readonly to?: EmailAddress } & About)
  | ({ readonly accountId?: undefined; readonly to: EmailAddress } & Partial<
      Pick<WaitingMail, 'invitation' | 'language'>
    >);

/** D-43: the newest mail that a server has refused, if the account's owner has not proven the address since. */
export const unreached = async ({ id, provenAt }: Account, { mails }: Reads): Promise<WaitingMail | undefined> =>
  (await mails.failedTo(id))
    .filter((mail) => isRefused(mail) && mail.at > (provenAt ?? 0))
    .reduce<WaitingMail | undefined>((newest, mail) => (newest && newest.at > mail.at ? newest : mail), undefined);

/** D-27: puts a mail into the outbox, with the change that causes it. */
export const putMail = (
  kind: MailKind,
  addressee: Addressee,
  { mails }: Stores,
  { ids, clock }: Platform,
): Promise<void> => {
  const at = clock.now();
  const waiting = {
    id: ids.next<MailId>(),
    kind,
    at,
    notBefore: at,
    attempts: 0,
    failedAt: undefined,
    problem: undefined,
  };
  if (addressee.accountId === undefined) {
    const { to, invitation, language } = addressee;
    const more = language && { language };
    return mails.insert({ ...waiting, accountId: undefined, to, caseId: undefined, invitation, ...more });
  }
  const { accountId, to, caseId, childId } = addressee;
  return mails.insert({ ...waiting, accountId, to, caseId, childId, invitation: undefined });
};

/** D-27: nobody is told of what they did themselves. The operator is no account. */
export const tellOthers = async (
  kind: MailKind,
  { to, except, ...about }: About & { readonly to: readonly AccountId[]; readonly except: AccountId | undefined },
  stores: Stores,
  ports: Platform,
): Promise<void> => {
  for (const accountId of to) if (accountId !== except) await putMail(kind, { accountId, ...about }, stores, ports);
};
