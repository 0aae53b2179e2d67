import type { EmailAddress } from '@health-case/domain/model/email';
import type { Ports } from '@health-case/domain/ports/ports';

/** `publicUrl`: where each mail's only link leads. `timeZone`: of the moments told; by default the machine's. */
export type Sender = {
  readonly from: EmailAddress;
  readonly publicUrl: string;
  readonly timeZone?: string | undefined;
};

export type Mailer = Ports['mailer'] & {
  /** Closes the connections that there are. Letters on their way still arrive, or their `send` rejects. */
  readonly close: () => void;
};
