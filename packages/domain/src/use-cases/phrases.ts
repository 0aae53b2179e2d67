import type { Account } from '../model/account.ts';
import type { Phrase } from '../model/phrase.ts';
import type { PhraseId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { lockOwn } from './credentials.ts';
import type { Caller } from './declaration.ts';
import { managing } from './managers.ts';
import { command, query } from './runner.ts';

type Owner = Pick<Caller, 'actor'>;
type OnePhrase = Owner & { readonly phrase: PhraseId };

const ofAll = async (owners: readonly Phrase['accountId'][], { phrases }: Reads): Promise<readonly Phrase[]> =>
  (await Promise.all(owners.map(phrases.of))).flat();

/** A doctor keeps the own ones, a manager those of the practice, which have no account. */
const ownersFor = ({ id, role }: Account, isManager: boolean): readonly Phrase['accountId'][] => [
  ...(role === 'Doc' ? [id] : []),
  ...(isManager ? [undefined] : []),
];

/** As `ownersFor`. Locks who keeps them, so that of two changes at once the second sees the first. */
const lockOwners = async ({ actor }: Owner, stores: Stores) => {
  const isManager = actor.isManager && (await managing(stores, actor)).ok;
  return ownersFor(await lockOwn(actor, stores), isManager);
};

const findIn = (phrases: readonly Phrase[], id: PhraseId) => phrases.find((one) => one.id === id);
const lockOne = async (input: OnePhrase, stores: Stores) =>
  findIn(await ofAll(await lockOwners(input, stores), stores), input.phrase);
const findOne = async ({ actor, phrase }: OnePhrase, reads: Reads) =>
  findIn(await ofAll(ownersFor(actor, actor.isManager), reads), phrase);

/** D-47: those to choose from, and those that a manager keeps: first the caller's, then the practice's. */
const listPhrases = query({
  run: async ({ actor }: Owner, reads) => {
    const owners = ownersFor(actor, actor.isManager || actor.role === 'Doc');
    return owners.length > 0 ? ok(await ofAll(owners, reads)) : refuse('ROLE_NOT_ALLOWED');
  },
  audit: 'own account',
});

/** How many of a kind a doctor, or the practice, keeps. */
export const MOST_PHRASES = 30;

type NewPhrase = Owner & Pick<Phrase, 'kind' | 'text'> & { readonly isOfPractice?: boolean };

/** As the last of its kind. One that is there stays as it is. */
const addPhrase = command({
  run: async (input: NewPhrase, stores, { ids }) => {
    const { actor, kind, text, isOfPractice } = input;
    const accountId = isOfPractice ? undefined : actor.id;
    if (!(await lockOwners(input, stores)).includes(accountId)) return refuse('ROLE_NOT_ALLOWED');
    const there = (await stores.phrases.of(accountId)).filter((one) => one.kind === kind);
    const same = there.find((one) => one.text === text);
    if (same) return ok(same.id);
    if (there.length >= MOST_PHRASES) return refuse('TOO_MANY_PHRASES');
    const id = ids.next<PhraseId>();
    await stores.phrases.save({ id, accountId, kind, text, place: (there.at(-1)?.place ?? 0) + 1 });
    return ok(id);
  },
  audit: { action: 'phrase added', on: ({ actor }) => actor.id },
  idempotency: {
    fields: ['kind', 'text', 'isOfPractice'],
    answerAgain: async (id, reads, _, { actor, text }) => {
      const found = await findOne({ actor, phrase: id as PhraseId }, reads);
      return found?.text === text ? ok(found.id) : refuse('IDEMPOTENCY_KEY_REUSED');
    },
  },
});

const changePhrase = command({
  run: async (input: OnePhrase & Pick<Phrase, 'text'>, stores) => {
    const found = await lockOne(input, stores);
    if (!found) return refuse('PHRASE_NOT_FOUND');
    await stores.phrases.save({ ...found, text: input.text });
    return ok(undefined);
  },
  audit: { action: 'phrase changed', on: ({ actor }) => actor.id },
  idempotency: {
    fields: ['phrase', 'text'],
    answerAgain: async (_, reads, __, input) => (await findOne(input, reads))?.text === input.text,
  },
});

/** Ahead of the others of its kind: so they get any order. */
const putPhraseFirst = command({
  run: async (input: OnePhrase, stores) => {
    const found = await lockOne(input, stores);
    if (!found) return refuse('PHRASE_NOT_FOUND');
    const first = (await stores.phrases.of(found.accountId)).find(({ kind }) => kind === found.kind) ?? found;
    if (first.id !== found.id) await stores.phrases.save({ ...found, place: first.place - 1 });
    return ok(undefined);
  },
  audit: { action: 'phrase put first', on: ({ actor }) => actor.id },
});

const removePhrase = command({
  run: async (input: OnePhrase, stores) => {
    if (!(await lockOne(input, stores))) return refuse('PHRASE_NOT_FOUND');
    await stores.phrases.remove(input.phrase);
    return ok(undefined);
  },
  audit: { action: 'phrase removed', on: ({ actor }) => actor.id },
  idempotency: { fields: ['phrase'], answerAgain: async (_, reads, __, input) => !(await findOne(input, reads)) },
});

export const phraseUseCases = { addPhrase, changePhrase, listPhrases, putPhraseFirst, removePhrase };
