import { type PasskeyId, parsePasskeyId } from '@health-case/domain/model/passkey';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

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
export const readResponse = (text: string): Claimed | undefined => {
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
