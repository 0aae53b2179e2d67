import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@health-case/domain/application';
import type { Language, SessionLifetimes } from '@health-case/domain/model/account';
import type { TextCipher } from '@health-case/domain/ports/security';
import type { Log, Observation } from '@health-case/http/server/observation';

export type PortalOptions = {
  readonly application: Application;
  readonly log: Log;
  readonly observation: Observation;
  readonly shareTime?: (<T>(call: () => Promise<T>) => Promise<T>) | undefined;
  readonly trustedProxies: number;
  readonly publicUrl: string | undefined;
  readonly registration: 'open' | 'invited' | 'confirmed';
  /** The default is that of the machine. */
  readonly timeZone: string | undefined;
  readonly sessionLifetimes: SessionLifetimes;
  readonly cipher: TextCipher;
};

export type Exchange = { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };

export type Env = {
  Bindings: Exchange & { readonly isInClear: boolean };
  /** `language`, `drafts`: chosen and kept by this request. `cookies`: as they came. */
  Variables: {
    language?: Language;
    drafts?: string;
    cookies?: Readonly<Record<string, string>>;
  };
};
