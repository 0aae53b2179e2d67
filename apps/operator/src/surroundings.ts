import type { Password } from '@health-case/domain/model/password';
import type { OperatorApplication } from '@health-case/domain/operator-application';

/** What the commands need and do not know how to get. */
export type Surroundings = {
  /** Opens the store, which need not be there yet if it may be new, does the work, and closes the store. */
  readonly operate: (
    store: 'existing' | 'existing or new',
    work: (operator: OperatorApplication) => Promise<void>,
  ) => Promise<void>;
  readonly readPassword: () => Promise<Password>;
};
