import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { AccountId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { ownPractice } from './own-practice.ts';

type Input = { readonly actor: Account; readonly doctorId: AccountId; readonly email: EmailAddress };
type Outcome = Result<AccountId, Refusal<'ASSISTANT_NOT_FOUND' | 'DOCTOR_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

/** A doctor names an assistant by the address of the assistant's account; repeating it is no mistake. */
export const linkAssistant =
  ({ storage }: Ports) =>
  ({ actor, doctorId, email }: Input): Promise<Outcome> =>
    storage.write(async ({ accounts, assistants }): Promise<Outcome> => {
      const own = await ownPractice(accounts, actor, doctorId);
      if (!own.ok) return own;
      const assistant = (await accounts.credentialsByEmail(email))?.account;
      if (assistant?.role !== 'Ast') return refuse('ASSISTANT_NOT_FOUND');
      await assistants.link(doctorId, assistant.id);
      return ok(assistant.id);
    });
