import type { Account } from '../../src/model/account.ts';
import type { LetterKind } from '../../src/model/mail.ts';
import { ok } from '../../src/result.ts';
import { openClinic } from './clinic.ts';
import { deliveryOf } from './mails.ts';
import { must } from './values.ts';

/** A clinic that the doctor Dora and the assistant Anna run: `boss` and `deputy`. */
export const openPractice = async () => {
  const clinic = await openClinic();
  const { assistant, doctor, mailer, storage } = clinic;
  const now = async ({ id }: Account) => must(ok(await storage.read.accounts.find(id))) as Account;
  const [boss, deputy] = [await clinic.setManager(doctor), await clinic.setManager(assistant)];
  const deliver = deliveryOf(clinic);
  /** Who was told of what since the last time, in order. */
  const told = async (): Promise<readonly (readonly [to: string, kind: LetterKind])[]> => {
    await deliver();
    return mailer.sent.splice(0).map(({ to, kind }) => [to, kind]);
  };
  return { ...clinic, boss, deliver, deputy, now, told };
};
