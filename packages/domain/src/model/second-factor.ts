import { missing, ok, type Parser, parser, problem } from '../result.ts';
import { type CodeDigest, LONGEST_CODE } from './account.ts';
import { bareCode } from './typed-text.ts';
import type { AccountId, Brand, Instant } from './values.ts';

/** Of a TOTP (RFC 6238): 160 random bits in base32. Encrypted at rest. */
export type FactorSecret = Brand<string, 'FactorSecret'>;

/** D-29: a second factor counts from `confirmedAt` on. Before that, it is only offered to the account. */
export type SecondFactor = {
  readonly accountId: AccountId;
  readonly secret: FactorSecret;
  readonly confirmedAt: Instant | undefined;
  /** The step of the last one-time password that was accepted (RFC 6238, 5.2). */
  readonly lastStep: number;
  /** Those that were not used yet. */
  readonly recoveryCodes: readonly CodeDigest[];
};

/** A one-time password or a recovery code, without what divides it. */
export type FactorAttempt = Brand<string, 'FactorAttempt'>;

const NO_CODE = problem('must be a one-time password of six digits, or a recovery code');

/** Whatever is typed is compared: a text of another form is wrong, not malformed (D-29: the same reply). */
export const parseFactorAttempt: Parser<FactorAttempt> = parser(LONGEST_CODE, ok('too long' as FactorAttempt), (text) =>
  ok(bareCode(text) as FactorAttempt),
);

/** As `parseFactorAttempt`, where a slip must not count as a guess: six digits, or a recovery code. */
export const parseTypedFactor: Parser<FactorAttempt> = parser(LONGEST_CODE, NO_CODE, (text) => {
  const attempt = bareCode(text);
  if (attempt === '') return missing;
  return /^(?:\d{6}|[0-9a-foil]{32})$/i.test(attempt) ? ok(attempt as FactorAttempt) : NO_CODE;
});

/** What an attempt turned out to be. */
export type FactorProof =
  | { readonly kind: 'one-time password'; readonly step: number }
  | { readonly kind: 'recovery code'; readonly digest: CodeDigest };

/** The factor after the proof was accepted; `undefined` if it was accepted before, or never is. */
export const accept = (factor: SecondFactor, proof: FactorProof): SecondFactor | undefined => {
  if (proof.kind === 'one-time password') {
    return proof.step > factor.lastStep ? { ...factor, lastStep: proof.step } : undefined;
  }
  const recoveryCodes = factor.recoveryCodes.filter((digest) => digest !== proof.digest);
  return recoveryCodes.length < factor.recoveryCodes.length ? { ...factor, recoveryCodes } : undefined;
};
