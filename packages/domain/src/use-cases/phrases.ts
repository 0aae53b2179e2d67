import type { Phrase } from '../model/phrase.ts';
import type { PhraseId } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { lockOwn } from './credentials.ts';
import type { Caller } from './declaration.ts';
import { command, query } from './runner.ts';

type Owner = Pick<Caller, 'actor'>;
type OnePhrase = Owner & { readonly phrase: PhraseId };

const findIn = (phrases: readonly Phrase[], id: PhraseId) => phrases.find((one) => one.id === id);
const findOwn = async ({ actor, phrase }: OnePhrase, { phrases }: Reads) =>
  findIn(await phrases.ofAccount(actor.id), phrase);

/** Those of the caller. Locks the account, so that of two changes at once the second sees the first. */
const lockPhrases = async ({ actor }: Owner, stores: Stores) => {
  await lockOwn(actor, stores);
  return stores.phrases.ofAccount(actor.id);
};

/** D-47. */
const listPhrases = query({
  run: async ({ actor }: Owner, { phrases }) =>
    actor.role === 'Doc' ? ok(await phrases.ofAccount(actor.id)) : refuse('ROLE_NOT_ALLOWED'),
  audit: 'own account',
});

/** How many of a kind a doctor keeps. */
export const MOST_PHRASES = 30;

/** As the last of its kind. One that is there stays as it is. */
const addPhrase = command({
  run: async (input: Owner & Pick<Phrase, 'kind' | 'text'>, stores, { ids }) => {
    const { actor, kind, text } = input;
    if (actor.role !== 'Doc') return refuse('ROLE_NOT_ALLOWED');
    const own = (await lockPhrases(input, stores)).filter((one) => one.kind === kind);
    const same = own.find((one) => one.text === text);
    if (same) return ok(same.id);
    if (own.length >= MOST_PHRASES) return refuse('TOO_MANY_PHRASES');
    const id = ids.next<PhraseId>();
    await stores.phrases.save({ id, accountId: actor.id, kind, text, place: (own.at(-1)?.place ?? 0) + 1 });
    return ok(id);
  },
  audit: { action: 'phrase added', on: ({ actor }) => actor.id },
  idempotency: {
    fields: ['kind', 'text'],
    answerAgain: async (id, reads, _, { actor, text }) => {
      const found = await findOwn({ actor, phrase: id as PhraseId }, reads);
      return found?.text === text ? ok(found.id) : refuse('IDEMPOTENCY_KEY_REUSED');
    },
  },
});

const changePhrase = command({
  run: async (input: OnePhrase & Pick<Phrase, 'text'>, stores) => {
    const found = findIn(await lockPhrases(input, stores), input.phrase);
    if (!found) return refuse('PHRASE_NOT_FOUND');
    await stores.phrases.save({ ...found, text: input.text });
    return ok(undefined);
  },
  audit: { action: 'phrase changed', on: ({ actor }) => actor.id },
  idempotency: {
    fields: ['phrase', 'text'],
    answerAgain: async (_, reads, __, input) => (await findOwn(input, reads))?.text === input.text,
  },
});

/** Ahead of the others of its kind: so they get any order. */
const putPhraseFirst = command({
  run: async (input: OnePhrase, stores) => {
    const own = await lockPhrases(input, stores);
    const found = findIn(own, input.phrase);
    if (!found) return refuse('PHRASE_NOT_FOUND');
    const first = own.find(({ kind }) => kind === found.kind) ?? found;
    if (first.id !== found.id) await stores.phrases.save({ ...found, place: first.place - 1 });
    return ok(undefined);
  },
  audit: { action: 'phrase put first', on: ({ actor }) => actor.id },
});

const removePhrase = command({
  run: async (input: OnePhrase, stores) => {
    if (!findIn(await lockPhrases(input, stores), input.phrase)) return refuse('PHRASE_NOT_FOUND');
    await stores.phrases.remove(input.phrase);
    return ok(undefined);
  },
  audit: { action: 'phrase removed', on: ({ actor }) => actor.id },
  idempotency: { fields: ['phrase'], answerAgain: async (_, reads, __, input) => !(await findOwn(input, reads)) },
});

export const phraseUseCases = { addPhrase, changePhrase, listPhrases, putPhraseFirst, removePhrase };
