import type { Password } from '@health-case/domain/model/account';
import type { OperatorApplication } from '@health-case/domain/operator-application';
import type { ProgressLine } from '@health-case/terminal/progress-line';

/** What the commands need and do not know how to get. */
export type Surroundings = {
  /** Opens the store, which need not be there yet if it may be new, does the work, and closes the store. */
  readonly operate: (
    store: 'existing' | 'existing or new',
    work: (operator: OperatorApplication) => Promise<void>,
  ) => Promise<void>;
  readonly readPassword: () => Promise<Password>;
  /** Where it is shown how far a long command has come. */
  readonly line: ProgressLine;
  /** Copies the store into a new file, and tells when it is done. */
  readonly backUp: (file: string, tell: (done: BackedUp) => Promise<void>) => Promise<void>;
  /** Puts a backup in the place of the store, and tells when it is done. */
  readonly restore: (
    given: { readonly backup: string; readonly force: boolean },
    tell: (done: Restored) => Promise<void>,
  ) => Promise<void>;
};

export type BackedUp = {
  readonly store: string;
  readonly backup: string;
  readonly bytes: number;
  /** The file or the setting that holds the secret key. */
  readonly secretKey: string;
};

/** `setAside` is where the store is kept that was in the place before. */
export type Restored = {
  readonly store: string;
  readonly backup: string;
  readonly bytes: number;
  readonly setAside: string | undefined;
  /** Of the last record in the backup, if the end of its audit trail is what was written. */
  readonly auditPlace: number | undefined;
  readonly sessionsEnded: number;
};
