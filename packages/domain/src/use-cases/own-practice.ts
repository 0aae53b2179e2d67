import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { AccountId } from '../model/values.ts';
import type { AccountReads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import { isDoctor } from './participation.ts';

type Outcome = Result<undefined, Refusal<'DOCTOR_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

/** Only the doctor decides who assists the doctor. That a doctor exists is no secret: anyone may list them. */
export const ownPractice = async (accounts: AccountReads, actor: Account, doctorId: AccountId): Promise<Outcome> => {
  if (actor.id === doctorId && actor.role === 'Doc') return ok(undefined);
  return refuse((await isDoctor(accounts, doctorId)) ? 'ROLE_NOT_ALLOWED' : 'DOCTOR_NOT_FOUND');
};
