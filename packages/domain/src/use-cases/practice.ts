import type { Account, Password } from '../model/account.ts';
import type { Practice } from '../model/practice.ts';
import { type AccountId, DAY, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { hashForNewAccount, insertAccount, type NewAccount } from './accounts.ts';
import { codeLimits, issueCode } from './credentials.ts';
import type { ClientAddress, Platform } from './declaration.ts';
import { putMail } from './mails.ts';
import { byManager } from './managers.ts';
import { command } from './runner.ts';

/** D-39: for everybody. */
const showPractice =
  ({ storage: { read } }: Ports) =>
  async () =>
    ok(await read.practice.find());

type SetPractice = { readonly facts: Practice };

/** D-39: what is not given stays; an empty text is taken away. */
const savePractice = async (facts: Practice, { practice }: Stores): Promise<Practice> => {
  const all = { ...(await practice.find()), ...facts };
  const known = Object.entries(all).filter(([, text]) => text !== '');
  const kept = { ...Object.fromEntries(known), name: facts.name };
  await practice.save(kept);
  return kept;
};

/** For the operator. */
const setPractice = command({
  run: async ({ facts }: SetPractice, stores) => ok(await savePractice(facts, stores)),
  audit: { action: 'practice changed' },
});

const changePractice = command({
  rule: byManager,
  run: async ({ facts }: SetPractice & { readonly actor: Account }, stores) => ok(await savePractice(facts, stores)),
  audit: { action: 'practice changed' },
});

const isManaged = async ({ accounts }: Reads): Promise<boolean> => (await accounts.managers()).length > 0;

/** For the operator's process, which names the way to set up while nobody manages the practice. */
export const isUnmanaged = ({ storage }: Pick<Ports, 'storage'>) => isManaged(storage.read).then((known) => !known);

/** In milliseconds. */
const SETUP_CODE_LIFETIME = DAY;

/** D-39: for the operator, in place of the code before. Whoever has managers asks them: a code is worth as much as one. */
export const issueSetupCode = command({
  run: async (_: unknown, stores, ports) => {
    if (await isManaged(stores)) return refuse('MANAGER_EXISTS');
    const { code, digest } = issueCode(ports);
    await stores.setupCodes.save({ digest, expiresAt: later(ports.clock.now(), SETUP_CODE_LIFETIME) });
    return ok(code);
  },
  audit: { action: 'setup code issued' },
});

type SetUp = ClientAddress & { readonly code: string; readonly facts: Practice } & (
    | { readonly actor: Account; readonly newcomer?: undefined; readonly password?: undefined }
    | { readonly actor?: undefined; readonly newcomer: Omit<NewAccount, 'password'>; readonly password: Password }
  );

const isUsable = async (code: string, reads: Reads, { secretCodes, clock }: Platform): Promise<boolean> => {
  const digest = secretCodes.digestOf(code);
  const found = digest && (await reads.setupCodes.find(digest));
  return found !== undefined && clock.now() < found.expiresAt && !(await isManaged(reads));
};

/** Of the staff already, whoever has to confirm: the operator has given the code. */
const becomeManager = async ({ id }: Account, stores: Stores, ports: Platform) => {
  const account = await stores.accounts.findAvailable(id);
  if (!account || account.role === 'Par') return refuse('ROLE_NOT_ALLOWED');
  if (account.confirmed === undefined) await stores.accounts.setConfirmed(id, 'operator');
  await putMail('managers changed', { accountId: id }, stores, ports);
  return ok(account);
};

/** D-39: makes the practice and its first manager: a new account, or one of the staff. */
const setUpPractice = command({
  prepare: async ({ code, newcomer, password }: SetUp, reads, ports) => {
    if (!(await isUsable(code, reads, ports))) return refuse('CODE_INVALID');
    return newcomer ? hashForNewAccount({ ...newcomer, password }, reads, ports) : ok(undefined);
  },
  run: async ({ code, facts, actor, newcomer, password }: SetUp, stores, context) => {
    if (!(await isUsable(code, stores, context))) return refuse('CODE_INVALID');
    const { prepared } = context;
    const how = { madeThrough: 'portal', confirmed: 'operator' } as const;
    const made =
      newcomer && prepared
        ? await insertAccount({ ...newcomer, password }, how, stores, { ...context, prepared })
        : actor && (await becomeManager(actor, stores, context));
    if (!made?.ok) return made ?? refuse('ROLE_NOT_ALLOWED');
    await stores.accounts.setManager(made.value.id, true);
    await savePractice(facts, stores);
    await stores.setupCodes.remove();
    return ok(made.value.id);
  },
  audit: { action: 'practice set up', by: async (_, id) => id, on: (_, id) => id },
  idempotency: {
    fields: ['code', 'facts', 'newcomer'],
    owner: ({ code }: SetUp) => code,
    answerAgain: async (id) => ok(id as AccountId),
  },
  limits: { ...codeLimits, hashes: ({ code }) => code.toLowerCase() },
});

export const operatorPracticeUseCases = { issueSetupCode, setPractice, showPractice };
export const practiceUseCases = { changePractice, setUpPractice, showPractice };
