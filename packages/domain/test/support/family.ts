import type { Account, SecretCode } from '../../src/model/account.ts';
import type { EmailAddress } from '../../src/model/email.ts';
import { parseNameSearch } from '../../src/model/names.ts';
import type { ChildId } from '../../src/model/values.ts';
import { openCertificates } from './certificates.ts';
import { deliveryOf, tellingOf } from './mails.ts';
import { must, name } from './values.ts';

export const search = (text: string) => must(parseNameSearch(text));

/** A child with a birth date, a case of it and its closed task, and how further parents become its parents. */
export const openFamily = async () => {
  const clinic = await openCertificates();
  const { app, childId, mailer, parent } = clinic;
  const [deliver, told] = [deliveryOf(clinic), tellingOf(clinic)];

  /** The code in the newest letter to the address. */
  const codeFor = async (to: EmailAddress): Promise<SecretCode | undefined> => {
    await deliver();
    const letter = mailer.sent.findLast((sent) => sent.to === to && sent.kind === 'parent invited');
    return letter && 'code' in letter ? letter.code : undefined;
  };
  const invite = (email: EmailAddress, actor: Account = parent, of: ChildId = childId) =>
    app.inviteParent({ actor, childId: of, email });
  const invited = async (email: EmailAddress, actor?: Account, of?: ChildId): Promise<SecretCode> => {
    must(await invite(email, actor, of));
    const code = await codeFor(email);
    if (code === undefined) throw new Error('No invitation was sent.');
    return code;
  };
  const join = (actor: Account, code: string) => app.joinChild({ actor, code });
  /** Makes the account a parent of the child, too. */
  const share = async (account: Account, of?: ChildId, by?: Account): Promise<Account> => {
    must(await join(account, await invited(account.email, by, of)));
    return account;
  };
  const parents = async (of: ChildId = childId) =>
    (await clinic.storage.read.children.parents(of)).map(({ firstName }) => firstName as string);
  const more = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, nth) => clinic.register('Par', `Parent${nth}`)));
  const child = { firstName: name('Carla'), lastName: name('Example') };
  return { ...clinic, child, codeFor, deliver, invite, invited, join, more, parents, share, told };
};
