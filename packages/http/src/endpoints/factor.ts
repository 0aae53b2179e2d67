import { z } from 'zod';
import { done, one } from '../answers.ts';
import { endpoints } from '../endpoint.ts';
import * as field from '../fields.ts';
import { reader } from '../reader.ts';
import { PASSWORD_AGAIN } from './account.ts';

const { passwordAttempt: password, otp } = field;

export const factor = endpoints('Accounts', {
  offerFactor: {
    summary: 'Begin to turn on a second factor',
    description:
      'Answers the secret for an app that makes one-time passwords (TOTP, RFC 6238). It counts once it is confirmed.',
    request: reader({ password }),
    answer: one(
      z.object({ secret: field.factorSecret, uri: field.factorUri }).meta({ id: 'OfferedFactor' }),
      ({ secret, uri }: { readonly secret: string; readonly uri: string }) => ({ secret, uri }),
    ),
    spared: { confirmation: true, secondFactor: true },
    refused: { ...PASSWORD_AGAIN, SECOND_FACTOR_ON: 'The account has one.' },
  },
  confirmFactor: {
    summary: 'Turn on the second factor',
    description: 'Answers ten recovery codes, which cannot be had again. From then on a login takes otp, too.',
    request: reader({ otp }),
    answer: one(
      z.object({ recoveryCodes: z.array(field.recoveryCode) }).meta({ id: 'RecoveryCodes' }),
      ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => ({ recoveryCodes: [...recoveryCodes] }),
    ),
    spared: { confirmation: true, secondFactor: true },
    refused: {
      CODE_INVALID: 'otp is not what the app shows, or no secret was asked for.',
      SECOND_FACTOR_ON: 'The account has one.',
      THROTTLED: 'Too many one-time passwords were wrong, or the account made too many calls.',
    },
  },
  removeFactor: {
    summary: 'Turn off the second factor',
    description: 'Without a second factor, nothing happens.',
    request: reader({ password, otp }),
    answer: done,
    spared: { confirmation: true },
    refused: { CODE_INVALID: 'otp is wrong, or was used before.', ...PASSWORD_AGAIN },
  },
});
