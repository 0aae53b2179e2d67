import { expect, test } from 'vitest';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import type { Phrase } from '../../src/model/phrase.ts';
import type { PhraseId, Statement } from '../../src/model/values.ts';
import { refuse } from '../../src/result.ts';
import { MOST_PHRASES } from '../../src/use-cases/phrases.ts';
import { openClinic } from '../support/clinic.ts';
import { codeOf, must } from '../support/values.ts';

const idempotencyKey = must(parseIdempotencyKey('form'));

const openPhrases = async () => {
  const clinic = await openClinic();
  const { app, doctor } = clinic;
  const add = async (text: string, kind: Phrase['kind'] = 'statement', actor = doctor) =>
    must(await app.addPhrase({ actor, kind, text: text as Statement }));
  const kept = async (actor = doctor) =>
    must(await app.listPhrases({ actor })).map(({ kind, text }) => `${kind}: ${text}`);
  return { ...clinic, add, kept };
};

test('a doctor keeps phrases of two kinds, in any order, and each text of a kind once (D-47)', async () => {
  const { add, app, doctor, kept } = await openPhrases();
  const [fit] = [
    await add('Fit for sports'),
    await add('Unfit'),
    await add('Slip', 'reason'),
    await add('Fit', 'reason'),
  ];
  const travel = await add('Fit for travel');
  expect(await add('Fit for sports')).toBe(fit);
  must(await app.putPhraseFirst({ actor: doctor, phrase: travel }));
  must(await app.putPhraseFirst({ actor: doctor, phrase: travel }));
  must(await app.changePhrase({ actor: doctor, phrase: fit, text: 'Fit for school' as Statement }));
  const ofKind = async (of: string) => (await kept()).filter((one) => one.startsWith(of));
  expect(await ofKind('statement')).toEqual(
    ['Fit for travel', 'Fit for school', 'Unfit'].map((one) => `statement: ${one}`),
  );
  must(await app.removePhrase({ actor: doctor, phrase: fit }));
  expect(await ofKind('statement')).toEqual(['statement: Fit for travel', 'statement: Unfit']);
  expect(await ofKind('reason')).toEqual(['reason: Slip', 'reason: Fit']);
});

test('others neither read nor change them, and who is no doctor has none', async () => {
  const { add, app, assistant, doctor, kept, otherDoctor, parent } = await openPhrases();
  const phrase = await add('Fit for sports');
  for (const actor of [otherDoctor, assistant, parent]) {
    const about = { actor, phrase, text: 'Changed' as Statement };
    for (const name of ['changePhrase', 'putPhraseFirst', 'removePhrase'] as const)
      expect(codeOf(await app[name](about))).toBe('PHRASE_NOT_FOUND');
  }
  for (const actor of [assistant, parent]) {
    expect(await app.listPhrases({ actor })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    const input = { actor, kind: 'reason', text: 'Mine' as Statement } as const;
    expect(await app.addPhrase(input)).toEqual(refuse('ROLE_NOT_ALLOWED'));
  }
  expect([await kept(otherDoctor), await kept(doctor)]).toEqual([[], ['statement: Fit for sports']]);
});

test('of a kind there are so many, also if two are added at once', async () => {
  const { add, app, doctor, kept } = await openPhrases();
  for (let nth = 1; nth < MOST_PHRASES; nth += 1) await add(`Phrase ${nth}`);
  const more = (text: string) => app.addPhrase({ actor: doctor, kind: 'statement', text: text as Statement });
  const codes = (await Promise.all([more('One'), more('Other')])).map(codeOf);
  expect(codes.toSorted()).toEqual(['OK', 'TOO_MANY_PHRASES']);
  expect(await add('Phrase 1')).toBeDefined();
  await add('A reason', 'reason');
  expect(await kept()).toHaveLength(MOST_PHRASES + 1);
});

test('a manager keeps those of the practice, which each doctor chooses from behind the own ones (D-47)', async () => {
  const { add, app, assistant, doctor, kept, otherDoctor, parent, setManager } = await openPhrases();
  const manager = await setManager(assistant);
  const ofPractice = { kind: 'statement', text: 'Fit for school' as Statement, isOfPractice: true } as const;
  const phrase = must(await app.addPhrase({ actor: manager, ...ofPractice }));
  expect(must(await app.addPhrase({ actor: manager, ...ofPractice }))).toBe(phrase);
  await add('Fit for sports');
  expect(await kept()).toEqual(['statement: Fit for sports', 'statement: Fit for school']);
  for (const actor of [otherDoctor, manager]) expect(await kept(actor)).toEqual(['statement: Fit for school']);
  // Who is a manager no more has nothing of a manager.
  const former = { ...doctor, isManager: true };
  for (const actor of [doctor, former, parent])
    expect(await app.addPhrase({ actor, ...ofPractice })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  for (const name of ['changePhrase', 'putPhraseFirst', 'removePhrase'] as const)
    for (const actor of [doctor, former])
      expect(codeOf(await app[name]({ actor, phrase, text: 'Mine' as Statement }))).toBe('PHRASE_NOT_FOUND');
  const travel = must(await app.addPhrase({ actor: manager, ...ofPractice, text: 'Fit for travel' as Statement }));
  must(await app.putPhraseFirst({ actor: manager, phrase: travel }));
  must(await app.changePhrase({ actor: manager, phrase, text: 'Fit again' as Statement }));
  expect(await kept(otherDoctor)).toEqual(['statement: Fit for travel', 'statement: Fit again']);
  must(await app.removePhrase({ actor: manager, phrase }));
  must(await app.eraseAccount({ email: doctor.email }));
  expect(await kept(otherDoctor)).toEqual(['statement: Fit for travel']);
});

test('what was sent twice is done once, and said to be done only if it still is', async () => {
  const { app, doctor, kept } = await openPhrases();
  const send = async (text: string) =>
    app.addPhrase({ actor: doctor, kind: 'reason', text: text as Statement, idempotencyKey });
  const id = must(await send('A slip')) as PhraseId;
  expect(must(await send('A slip'))).toBe(id);
  expect(codeOf(await send('Another'))).toBe('IDEMPOTENCY_KEY_REUSED');
  must(await app.removePhrase({ actor: doctor, phrase: id }));
  expect(codeOf(await send('A slip'))).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await kept()).toEqual([]);
});

test('they go with the account', async () => {
  const { add, app, doctor, storage } = await openPhrases();
  await add('Fit for sports');
  must(await app.eraseAccount({ email: doctor.email }));
  expect(await storage.read.phrases.of(doctor.id)).toEqual([]);
});
