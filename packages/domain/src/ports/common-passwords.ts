import type { Password } from '../model/password.ts';

/** D-08: at least the 1,000 passwords that most people use, of those long enough to be set. */
export interface CommonPasswords {
  /** Whatever the case of its letters. */
  includes(password: Password): Promise<boolean>;
}
