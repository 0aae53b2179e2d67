import { Fault, type Refusal } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Ports } from '../ports/ports.ts';
import type { Result } from '../result.ts';
import { registerAccount } from './register-account.ts';

type Input = Omit<Parameters<ReturnType<typeof registerAccount>>[0], 'invitation'>;
type Outcome = Result<Account, Refusal<'EMAIL_TAKEN' | 'PASSWORD_COMMON'>>;

/** For the operator, who needs no invitation: whoever may do this may also issue one. */
export const createAccount =
  (ports: Ports) =>
  async (input: Input): Promise<Outcome> => {
    const outcome = await registerAccount({ ...ports, registration: 'open' })(input);
    if (!outcome.ok && outcome.refusal.code === 'INVITATION_INVALID') {
      throw new Fault('An invitation was asked for where registration is open.');
    }
    return outcome as Outcome;
  };
