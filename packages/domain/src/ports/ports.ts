import type * as Accounts from '../model/account.ts';
import type { NotedRecord } from '../model/audit.ts';
import type { Calendar } from '../model/calendar.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Letter } from '../model/mail.ts';
import type { ChallengeDigest, Passkey, PasskeyId } from '../model/passkey.ts';
import type { FactorSecret } from '../model/second-factor.ts';
import type * as Values from '../model/values.ts';
import type { CertificateSigner } from './security.ts';
import type { Storage } from './storage.ts';

/** What a browser is given to ask a device for a signature: as JSON, with a new challenge of 32 random bytes. */
export type PasskeyOffer = { readonly options: string; readonly digest: ChallengeDigest };

/** What whoever runs the service has decided. */
type Rules = {
  /** D-35: after so many years finished cases are erased. 0: never. */
  readonly finishedCasesKeptYears: number;
  readonly registration: 'open' | 'invited' | 'confirmed';
  /** D-28: `waived`: every address counts as proven, as mails are written to files. */
  readonly addressProof: 'asked' | 'waived';
  /** D-29: `staff`: doctors and assistants without one may do little but turn one on. */
  readonly secondFactor: 'offered' | 'staff';
  /** Failed logins and registrations per client address; calls per account, counted by each process. 0: no limit; without one of calls, none of D-43. */
  readonly ratesPerMinute: { readonly loginFailures: number; readonly registrations: number; readonly calls: number };
  readonly sessionLifetimes: Accounts.SessionLifetimes;
};

/** What the domain needs from outside. */
export type Ports = {
  /**
   * For calls that changed nothing: reads and refusals. A record reaches the store within a second, once and in order.
   * During an outage of the store records wait. Throws `Unavailable` when too many wait.
   */
  readonly auditTrail: { note(record: NotedRecord): void };
  readonly calendar: Calendar;
  readonly certificateSigner: CertificateSigner;
  readonly clock: {
    now(): Values.Instant;
    /** `early` is given what ends it before its time. */
    sleep(milliseconds: number, early?: (end: () => void) => void): Promise<void>;
  };
  /** D-08: the most common passwords of 8 characters or more, and repeats and sequences of characters, in any case. */
  readonly commonPasswords: { includes(password: Accounts.Password): Promise<boolean> };
  /** D-10: unique UUIDv7. Each sorts after all earlier ids of the process, and all that the store had at its start. */
  readonly ids: { next<Id extends string>(): Id };
  /** Codes of 128 random bits (D-15, D-28, D-29). The store holds only their digests. */
  readonly secretCodes: {
    issue(): Accounts.SecretCode;
    /** `undefined` for what is no code. Ignores white space around it. */
    digestOf(text: string): Accounts.CodeDigest | undefined;
  };
  /**
   * D-27: resolves when a mail server has taken the letter. Rejects within `LONGEST_SENDING`: with `MailRefused` if
   * another attempt would fail, too; with `MailDeferred` if it may succeed later, and other letters now; with any other
   * error if the server takes no letter at all. The same letter may be sent again.
   */
  readonly mailer: { send(letter: Letter): Promise<void> };
  /** D-29: TOTP (RFC 6238) with SHA-1, 30 seconds and 6 digits, which every app knows. */
  readonly oneTimePasswords: {
    /** `uri`: for an app, as `otpauth:`. */
    issue(account: EmailAddress): { readonly secret: FactorSecret; readonly uri: string };
    /** The step that the password is of: the one now, the one before or the one after. */
    stepOf(password: string, secret: FactorSecret, at: Values.Instant): number | undefined;
  };
  /**
   * D-38: WebAuthn. Keys are found by the device, user verification is required, no attestation is. `response` is
   * what a browser answered, as JSON, and comes from anybody: whatever does not fit gives `undefined`. It fits only the
   * site of this service.
   */
  readonly passkeys: {
    /** For `navigator.credentials.create`. A device that holds one of the keys that the account has makes no other. */
    offer(account: Accounts.Account, existing: readonly PasskeyId[]): Promise<PasskeyOffer>;
    /** For `navigator.credentials.get`, whoever signs in. */
    challengeLogin(): Promise<PasskeyOffer>;
    /** What a response claims: of which key it is, and to which challenge. */
    read(response: string): Promise<{ readonly id: PasskeyId; readonly digest: ChallengeDigest } | undefined>;
    verifyNew(
      response: string,
      challenge: ChallengeDigest,
    ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter'> | undefined>;
    /** The counter is only read: whoever calls compares it. */
    verifyLogin(
      response: string,
      challenge: ChallengeDigest,
      passkey: Pick<Passkey, 'id' | 'accountId' | 'publicKey'>,
    ): Promise<Pick<Passkey, 'counter'> | undefined>;
  };
  /** Throws `Unavailable` when too many calls wait. */
  readonly passwords: {
    /** How many calls it accepts at once, waiting ones included. */
    readonly room: number;
    /** How many of these it works on at once. */
    readonly atOnce: number;
    /** Two hashes of one password differ. */
    hash(password: Accounts.Password): Promise<Accounts.PasswordHash>;
    /**
     * Without a hash it takes as long as with one, and never matches (D-16). `outdated`: weaker than a new hash, or of
     * another kind. Throws `Fault` for a hash of a kind that it does not verify.
     */
    verify(
      attempt: Accounts.PasswordAttempt,
      hash?: Accounts.PasswordHash,
    ): Promise<{ readonly matches: boolean; readonly outdated: boolean }>;
  };
  /** A whole number from 0 that is less than `limit`, each equally likely, which nobody can guess. */
  readonly random: { below(limit: number): number };
  readonly rules: Rules;
  /** D-09: tokens of 32 random bytes, base64url. The store holds only their digests. */
  readonly sessionTokens: {
    issue(): Accounts.SessionToken;
    digestOf(text: string): Accounts.SessionDigest | undefined;
  };
  readonly storage: Storage;
};
