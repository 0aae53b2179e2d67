import { oneTimePasswordsContract } from '@health-case/domain/contracts/one-time-passwords-contract';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { Instant } from '@health-case/domain/model/values';
import { TOTP, URI } from 'otpauth';
import { expect, it } from 'vitest';
import { createOtpauthPasswords } from '../src/otpauth-passwords.ts';

const create = () => createOtpauthPasswords('Health case service');
oneTimePasswordsContract('those of otpauth', create);

const { issue, stepOf } = create();

it.each(['parent@example.org', "o'neil+a&b=c?%41/x!*@example.org", 'jürgen@bücher.example'])(
  'a URI for %s reads back as what it was made of, and its passwords are accepted',
  (account) => {
    const { secret, uri } = issue(account as EmailAddress);
    const app = URI.parse(uri) as TOTP;
    expect(app).toBeInstanceOf(TOTP);
    expect(app.toString()).toBe(uri);
    expect(app).toMatchObject({
      issuer: 'Health case service',
      label: account,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    });
    expect(app.secret.base32).toBe(secret);
    const at = 1_790_000_000_000 as Instant;
    const password = app.generate({ timestamp: at });
    expect(stepOf(password, secret, at)).toBe(Math.floor(at / 30_000));
  },
);
