import type { Password } from '../model/password.ts';

/** D-08: the passwords that most people use, of those long enough to be set, and repeats and sequences of characters. */
export interface CommonPasswords {
  /** Whatever the case of its letters. */
  includes(password: Password): Promise<boolean>;
}
