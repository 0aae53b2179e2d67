import type { EmailAddress } from '@health-case/domain/model/email';
import type { Ports } from '@health-case/domain/ports/ports';

/**
 * `from`: whom mails come from. `publicUrl`: where the only link of each mail leads. `timeZone`: in which moments are told;
 * the default is that of the machine.
 */
export type Sender = {
  readonly from: EmailAddress;
  readonly publicUrl: string;
  readonly timeZone?: string | undefined;
};

export type Mailer = Ports['mailer'] & {
  /** Closes the connections that there are. Letters on their way still arrive, or their `send` rejects. */
  readonly close: () => void;
};
