import type { FactorSecret } from '@health-case/domain/model/second-factor';
import type { Ports } from '@health-case/domain/ports/ports';
import { Secret, TOTP } from 'otpauth';

/** RFC 4226, 4 (R6) recommends 160 bits. */
const SECRET_BYTES = 20;
/** RFC 6238 in the only form that every app knows. Seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 };
const PASSWORD = /^[0-9]{6}$/;

/** D-29: how many steps a clock may be ahead or behind. */
const DRIFT = 1;

/**
 * D-29: TOTP by the package otpauth. Secrets are base32 without padding. Passwords are compared in constant time.
 * `issuer`: what an app shows above the one-time password, beside the address of the account.
 */
export const createOtpauthPasswords = (issuer: string): Ports['oneTimePasswords'] => ({
  issue: (account) => {
    const secret = new Secret({ size: SECRET_BYTES });
    const uri = new TOTP({ ...FORM, issuer, label: account, secret }).toString();
    return { secret: secret.base32 as FactorSecret, uri };
  },
  stepOf: (password, secret, at) => {
    if (!PASSWORD.test(password)) return undefined;
    const settings = { ...FORM, secret: Secret.fromBase32(secret) };
    const delta = TOTP.validate({ ...settings, token: password, timestamp: at, window: DRIFT });
    return delta === null ? undefined : TOTP.counter({ period: FORM.period, timestamp: at }) + delta;
  },
});
