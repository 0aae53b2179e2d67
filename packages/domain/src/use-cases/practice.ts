import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { type Paging, pagesOf } from '../model/request-options.ts';
import { atMostPer } from '../model/throttle.ts';
import { type AccountId, HOUR } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import { isDoctor } from './participation.ts';
import { command, query, theList } from './runner.ts';

type ListDoctors = { readonly paging: Paging<AccountId> };

/** D-23: any role may. */
export const listDoctors = query({
  run: async ({ paging }: ListDoctors, { accounts }) => ok(pagesOf((request) => accounts.doctors(request), paging)),
  guard: theList,
});

type ListAssistants = { readonly doctorId: AccountId; readonly paging: Paging<AccountId> };

/** D-23: any role may. */
export const listAssistants = query({
  run: async ({ doctorId, paging }: ListAssistants, { accounts, assistants }) => {
    if (!(await isDoctor(accounts, doctorId))) return refuse('DOCTOR_NOT_FOUND');
    return ok(pagesOf((request) => assistants.ofDoctor(doctorId, request), paging));
  },
  guard: theList,
});

type OwnPractice = Result<undefined, Refusal<'DOCTOR_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

/** Only the doctor decides who assists the doctor. That a doctor exists is no secret: anyone may list them. */
const ownPractice = async (accounts: Reads['accounts'], actor: Account, doctorId: AccountId): Promise<OwnPractice> => {
  if (actor.id === doctorId && actor.role === 'Doc') return ok(undefined);
  return refuse((await isDoctor(accounts, doctorId)) ? 'ROLE_NOT_ALLOWED' : 'DOCTOR_NOT_FOUND');
};

/** P-07: how many addresses a doctor may name that are no assistant's. */
const MISSES_PER_HOUR = 10;

type LinkAssistant = { readonly actor: Account; readonly doctorId: AccountId; readonly email: EmailAddress };

/** A doctor names an assistant by the address of the assistant's account. Linking again is no mistake. */
export const linkAssistant = command({
  run: async ({ actor, doctorId, email }: LinkAssistant, { accounts, assistants }) => {
    const own = await ownPractice(accounts, actor, doctorId);
    if (!own.ok) return own;
    const assistant = (await accounts.credentialsByEmail(email))?.account;
    if (assistant?.role !== 'Ast') return refuse('ASSISTANT_NOT_FOUND');
    await assistants.link(doctorId, assistant.id);
    return ok(assistant.id);
  },
  audit: { action: 'assistant linked', on: ({ doctorId }, id) => id ?? doctorId },
  replay: { call: 'linkAssistant', fields: ['doctorId', 'email'] },
  limits: {
    of: ({ actor }) => [{ key: `misses of ${actor.id}`, throttle: atMostPer(HOUR, MISSES_PER_HOUR) }],
    failures: ['ASSISTANT_NOT_FOUND'],
  },
});

type UnlinkAssistant = { readonly actor: Account; readonly doctorId: AccountId; readonly assistantId: AccountId };

export const unlinkAssistant = command({
  run: async ({ actor, doctorId, assistantId }: UnlinkAssistant, { accounts, assistants }) => {
    const own = await ownPractice(accounts, actor, doctorId);
    if (!own.ok) return own;
    if (!(await assistants.assists(assistantId, doctorId))) return refuse('ASSISTANT_NOT_FOUND');
    await assistants.unlink(doctorId, assistantId);
    return ok(undefined);
  },
  audit: { action: 'assistant unlinked', on: ({ assistantId }) => assistantId },
});
