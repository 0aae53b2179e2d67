import { createDelivery } from '../../src/courier.ts';
import type { EmailAddress } from '../../src/model/email.ts';
import type { Letter, LetterKind } from '../../src/model/mail.ts';
import type { Ports } from '../../src/ports/ports.ts';

/** Sends all that is due. */
export const deliveryOf = (ports: Ports) => {
  const { sendNext } = createDelivery(ports, () => undefined);
  return async (): Promise<void> => {
    while (await sendNext());
  };
};

type Mailing = Ports & { readonly mailer: { readonly sent: Letter[] } };

/** What is mailed from one call to the next, as `[kind, address]`. */
export const tellingOf = (clinic: Mailing) => {
  const deliver = deliveryOf(clinic);
  return async () => {
    await deliver();
    return clinic.mailer.sent.splice(0).map(({ kind, to }): readonly [LetterKind, EmailAddress] => [kind, to]);
  };
};

/** The same as `kind to name`, sorted. */
export const namesTold = (told: readonly (readonly [kind: string, to: string])[]): readonly string[] =>
  told.map(([kind, to]) => `${kind} to ${to.split('@')[0]}`).toSorted();

/** The code in the newest letter of a kind, to anybody or to one address. */
export const codeMailed = ({ mailer }: Pick<Mailing, 'mailer'>, kind: LetterKind, to?: EmailAddress): string => {
  const letter = mailer.sent.findLast((sent) => sent.kind === kind && (to ?? sent.to) === sent.to);
  return letter && 'code' in letter ? letter.code : 'no code';
};
