import type { Phrase } from '@health-case/domain/model/phrase';
import type { AccountId, PhraseId, Statement } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Suite } from './harness.ts';
import { AWKWARD_TEXT, at, nextId } from './samples.ts';

export const phraseOf = (accountId: AccountId | undefined, place: number, facts: Partial<Phrase> = {}): Phrase => ({
  id: nextId<PhraseId>(),
  accountId,
  place,
  kind: 'statement',
  text: AWKWARD_TEXT as Statement,
  ...facts,
});

export const phrases: Suite = (it) => {
  it('of a doctor are listed in their order, changed and removed, and no others', async ({
    keep,
    keepAccount,
    read,
  }) => {
    const [one, other] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const [first, second] = [phraseOf(one.id, -1, { kind: 'reason' }), phraseOf(one.id, 0)];
    const [third, others] = [phraseOf(one.id, 0), phraseOf(other.id, 5)];
    const save = (...saved: readonly Phrase[]) =>
      keep(async ({ phrases }) => {
        for (const phrase of saved) await phrases.save(phrase);
      });
    await save(third, others, second, first);
    expect(await read.phrases.of(one.id)).toEqual([first, second, third]);
    const changed = { ...second, place: 9, text: 'Changed' as Statement };
    await save(changed);
    await keep(({ phrases }) => phrases.remove(first.id));
    expect(await read.phrases.of(one.id)).toEqual([third, changed]);
    await keep(({ accounts }) => accounts.erase(one.id, at(9)));
    expect([await read.phrases.of(one.id), await read.phrases.of(other.id)]).toEqual([[], [others]]);
  });

  it('of the practice are listed apart, and stay when an account is erased', async ({ keep, keepAccount, read }) => {
    const { id } = await keepAccount('Doc');
    const before = await read.phrases.of(undefined);
    const [own, first, second] = [phraseOf(id, 1), phraseOf(undefined, 1), phraseOf(undefined, 2)];
    await keep(async ({ phrases }) => {
      for (const phrase of [second, own, first]) await phrases.save(phrase);
    });
    await keep(({ accounts }) => accounts.erase(id, at(9)));
    expect(await read.phrases.of(id)).toEqual([]);
    expect((await read.phrases.of(undefined)).filter((one) => !before.includes(one))).toEqual([first, second]);
  });
};
