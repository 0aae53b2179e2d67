import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { AccountId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { ownPractice } from './own-practice.ts';

type Input = { readonly actor: Account; readonly doctorId: AccountId; readonly assistantId: AccountId };
type Outcome = Result<undefined, Refusal<'ASSISTANT_NOT_FOUND' | 'DOCTOR_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

export const unlinkAssistant =
  ({ storage }: Ports) =>
  ({ actor, doctorId, assistantId }: Input): Promise<Outcome> =>
    storage.write(async ({ accounts, assistants }): Promise<Outcome> => {
      const own = await ownPractice(accounts, actor, doctorId);
      if (!own.ok) return own;
      if (!(await assistants.assists(assistantId, doctorId))) return refuse('ASSISTANT_NOT_FOUND');
      await assistants.unlink(doctorId, assistantId);
      return ok(undefined);
    });
