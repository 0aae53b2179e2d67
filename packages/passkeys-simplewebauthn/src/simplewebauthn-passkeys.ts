import { hash } from 'node:crypto';
import {
  CHALLENGE_LIFETIME,
  type ChallengeDigest,
  type Passkey,
  type PasskeyId,
  parsePasskeyId,
} from '@health-case/domain/model/passkey';
import type { AccountId } from '@health-case/domain/model/values';
import type { PasskeyOffer, Ports } from '@health-case/domain/ports/ports';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

/** `rpId`: the host that keys belong to. `origins`: of the pages that may ask for them. `name`: what a device shows. */
export type Site = { readonly rpId: string; readonly origins: readonly string[]; readonly name: string };

/** What every device knows one of. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** It goes to the device, and comes back with each signature. */
const userHandleOf = (account: AccountId) => isoBase64URL.toBuffer(isoBase64URL.fromUTF8String(account));

const digestOf = (challenge: string) => hash('sha256', challenge, 'base64url') as ChallengeDigest;

const offered = (options: { readonly challenge: string }): PasskeyOffer => {
  return { options: JSON.stringify(options), digest: digestOf(options.challenge) };
};

/** Whatever the library throws, it is about the response. */
const unlessThrown = async <T>(verify: () => Promise<T | undefined>): Promise<T | undefined> => {
  try {
    return await verify();
  } catch {
    return undefined;
  }
};

/** Whether only the key itself has signed. To verify certificates, the library may fetch lists of revoked ones. */
const isAttestedByItself = (attestation: string): boolean => {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
};

/** D-38: WebAuthn by the package @simplewebauthn/server. */
export const createSimplewebauthnPasskeys = ({ rpId, origins, name }: Site): Ports['passkeys'] => {
  const expected = { expectedOrigin: [...origins], expectedRPID: rpId, requireUserVerification: true };
  const isFor = (digest: ChallengeDigest) => (challenge: string) => digestOf(challenge) === digest;
  return {
    offer: async ({ id, email, firstName, lastName }, existing) =>
      offered(
        await generateRegistrationOptions({
          rpID: rpId,
          rpName: name,
          userID: userHandleOf(id),
          userName: email,
          userDisplayName: `${firstName} ${lastName}`,
          timeout: CHALLENGE_LIFETIME,
          attestationType: 'none',
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          excludeCredentials: existing.map((known) => ({ id: known })),
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      ),
    challengeLogin: async () =>
      offered(
        await generateAuthenticationOptions({ rpID: rpId, timeout: CHALLENGE_LIFETIME, userVerification: 'required' }),
      ),
    read: async (text) => {
      const { id, challenge } = readResponse(text) ?? {};
      return id === undefined || challenge === undefined ? undefined : { id, digest: digestOf(challenge) };
    },
    verifyNew: (text, digest) =>
      unlessThrown(async () => {
        const { created } = readResponse(text) ?? {};
        if (!created || !isAttestedByItself(created.response.attestationObject)) return undefined;
        const challenge = { expectedChallenge: isFor(digest), supportedAlgorithmIDs: ALGORITHMS };
        const { registrationInfo } = await verifyRegistrationResponse({ response: created, ...expected, ...challenge });
        const id = parsePasskeyId(registrationInfo?.credential.id ?? '');
        if (!registrationInfo || !id.ok) return undefined;
        const { publicKey, counter } = registrationInfo.credential;
        return { id: id.value, publicKey: isoBase64URL.fromBuffer(publicKey) as Passkey['publicKey'], counter };
      }),
    verifyLogin: (text, digest, passkey) =>
      unlessThrown(async () => {
        const { signed } = readResponse(text) ?? {};
        if (!signed || signed.id !== passkey.id || !isOwners(signed.response.userHandle, passkey)) return undefined;
        // The library would compare the counter, too, but before others have changed it.
        const credential = { id: passkey.id, publicKey: isoBase64URL.toBuffer(passkey.publicKey), counter: 0 };
        const challenge = { expectedChallenge: isFor(digest) };
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: signed,
          ...expected,
          ...challenge,
          credential,
        });
        return verified ? { counter: authenticationInfo.newCounter } : undefined;
      }),
  };
};

const isOwners = (userHandle: string | undefined, { accountId }: Pick<Passkey, 'accountId'>): boolean =>
  userHandle === isoBase64URL.fromBuffer(userHandleOf(accountId));

/** What a browser answered (`PublicKeyCredential.toJSON`), before anything in it is verified. */
type Claimed = {
  readonly id: PasskeyId;
  /** 32 bytes, base64url. */
  readonly challenge: string;
  /** If it is the answer to an offer. */
  readonly created?: RegistrationResponseJSON;
  /** If it signs in. */
  readonly signed?: AuthenticationResponseJSON;
};

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** `undefined` for whatever is no such answer to a page of its own site, which no other site has embedded. */
const readResponse = (text: string): Claimed | undefined => {
  const given = parse(text);
  if (!isObject(given) || !isObject(given['response'])) return undefined;
  const { id, response } = given;
  const parsed = parsePasskeyId(typeof id === 'string' ? id : '');
  const client = parse(decode(response['clientDataJSON']));
  if (!parsed.ok || !isObject(client) || client['crossOrigin'] === true) return undefined;
  const { challenge } = client;
  if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) return undefined;
  const claimed = { id: parsed.value, challenge };
  if (isRegistration(given, response)) return { ...claimed, created: given };
  return isAuthentication(given, response) ? { ...claimed, signed: given } : claimed;
};

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const decode = (text: unknown): string => (typeof text === 'string' ? Buffer.from(text, 'base64url').toString() : '');

/** The library looks at the other members itself. */
const isRegistration = (_: unknown, response: Members): _ is RegistrationResponseJSON =>
  typeof response['attestationObject'] === 'string';
const isAuthentication = (_: unknown, response: Members): _ is AuthenticationResponseJSON =>
  typeof response['signature'] === 'string' && typeof response['authenticatorData'] === 'string';
