import { ok, type Parser, parser, problem } from '../result.ts';
import { type AccountId, type Brand, type Instant, MINUTE, type PasskeyName } from './values.ts';

/** The id that a device gave to a key: 1 to 1023 bytes (WebAuthn), base64url. Nobody can sign in by it. */
export type PasskeyId = Brand<string, 'PasskeyId'>;

/** A COSE key (RFC 9052), base64url. No secret. */
type PasskeyPublicKey = Brand<string, 'PasskeyPublicKey'>;

/** The store holds this in place of a challenge. */
export type ChallengeDigest = Brand<string, 'ChallengeDigest'>;

/** D-38: a key of an account, which a device of its owner holds. It replaces password and second factor. */
export type Passkey = {
  readonly id: PasskeyId;
  readonly accountId: AccountId;
  readonly name: PasskeyName;
  readonly publicKey: PasskeyPublicKey;
  /** How often the device has signed, as it said last. Most devices do not count, and say 0. */
  readonly counter: number;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | undefined;
};

/** D-38: how many an account keeps. */
export const MOST_PASSKEYS = 10;

/** What a device signs to add a passkey to the account, or without one to sign in. Counts once, until it expires. */
export type PasskeyChallenge = {
  readonly digest: ChallengeDigest;
  readonly accountId: AccountId | undefined;
  readonly expiresAt: Instant;
};

/** In milliseconds. */
export const CHALLENGE_LIFETIME = 5 * MINUTE;

/** 1023 bytes. */
const LONGEST_ID = 1364;
const PASSKEY_ID = /^[A-Za-z0-9_-]+$/;

const NO_PASSKEY = problem('is no id of a passkey');
export const parsePasskeyId: Parser<PasskeyId> = parser(LONGEST_ID, NO_PASSKEY, (text) =>
  PASSKEY_ID.test(text) ? ok(text as PasskeyId) : NO_PASSKEY,
);

/** The passkey after the device said that it has signed so often; `undefined` if a copy of the key may have signed. */
export const useAt = (passkey: Passkey, counter: number, at: Instant): Passkey | undefined => {
  const doesNotCount = passkey.counter === 0 && counter === 0;
  return doesNotCount || counter > passkey.counter ? { ...passkey, counter, lastUsedAt: at } : undefined;
};
