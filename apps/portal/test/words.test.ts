import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@health-case/domain/model/account';
import type { RefusalCode } from '@health-case/domain/result';
import { OTHER_WORDS } from '@health-case/domain/testing/wording';
import { expect, it } from 'vitest';
import type { Visit } from '../src/kit/form.ts';
import { createFormats } from '../src/kit/formats.ts';
import { sentenceOf } from '../src/kit/problems.tsx';
import { wordsIn } from '../src/words/words.ts';
import { openPortal } from './support/portal.ts';

const { visitor } = openPortal();

/** Without the ending by which French agrees with a noun. */
const termOf = (status: string): string => status.toLowerCase().replace(/e$/, '');

it.each(LANGUAGES)('a history calls what was done as the status does that it led to (%s)', (language) => {
  const { access, cases, decisions } = wordsIn(language);
  const ledTo = {
    'case finished': cases.statuses.finished,
    'task closed': cases.forParents.taskStatuses.closed,
    'certification requested': decisions.statuses.requested,
    'certification issued': decisions.statuses.issued,
    'certification rejected': decisions.statuses.rejected,
    'certification revoked': decisions.statuses.revoked,
  } as const;
  const actions = Object.keys(ledTo) as (keyof typeof ledTo)[];
  const others = actions.filter((action) => !access.actions[action].toLowerCase().includes(termOf(ledTo[action])));
  expect(others).toEqual([]);
});

/** Audit actions of which no record names a child. */
const OF_NO_CHILD = `
  account closed, account exported, own data asked for, figures shown, waiting shown, staff invited,
  invitation of staff withdrawn, account confirmed, account declined, address given, address kept,
  account disabled, account enabled, manager made, manager ended, practice set up, setup code issued,
  account changed, account created, account disowned, account erased, account registered, address change requested,
  address changed, address proof requested, address proven, address set, cover ended, deputy agreed, deputy named,
  import started, import decided, assistant linked, assistant unlinked, child erased, data key rotated,
  finished cases erased, invitation issued, logged in, logged out, login ended, login unlocked, mail tried again,
  own children listed, phrase added, phrase changed, phrase put first, phrase removed, trust in a device ended,
  passkey added, passkey offered, passkey removed, password changed, password reset, password reset requested,
  password set, practice changed, recovery codes renewed, second factor offered, second factor reset,
  second factor turned off, second factor turned on, signing key rotated, signing key withdrawn, store restored`
  .trim()
  .split(/,\s+/);
/** In histories alone: a record says that the case or task was corrected. */
const OF_HISTORIES = ['case renamed', 'task renamed'];

it('"who has looked" has words for each audit action about a child', () => {
  const cwd = join(import.meta.dirname, '../../../packages/domain/src/use-cases');
  const source = globSync('*.ts', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'));
  const actions = source.flatMap((text) =>
    Array.from(text.matchAll(/\baction: (['"`])([^:]+?)(?:: .*)?\1/g), ([, , action = '']) => action),
  );
  expect(actions.length).toBeGreaterThan(50);
  const known = [...Object.keys(wordsIn('en').access.actions), ...OF_NO_CHILD, ...OF_HISTORIES];
  expect(actions.filter((action) => !known.includes(action))).toEqual([]);
});

/** The texts of several words that stand in both. */
const sameIn = (one: unknown, other: unknown, path: string): readonly string[] => {
  if (typeof one === 'string') return one === other && one.includes(' ') ? [`${path}: ${one}`] : [];
  if (typeof one !== 'object' || one === null) return [];
  return Object.entries(one).flatMap(([name, text]) =>
    sameIn(text, (other as Readonly<Record<string, unknown>>)[name], `${path}.${name}`),
  );
};

it.each(LANGUAGES.filter((language) => language !== 'en'))('no sentence is left in English (%s)', (language) => {
  expect(sameIn(wordsIn('en'), wordsIn(language), language)).toEqual([]);
});

it('a form that is still under way is not told as too many tries', () => {
  const visit = { words: wordsIn('en'), formats: createFormats('UTC')('en') } as unknown as Visit;
  const said = (code: RefusalCode) => sentenceOf(visit, { code, retryAfterSeconds: 1 });
  expect(said('REQUEST_IN_FLIGHT')).toBe(wordsIn('en').refusals.REQUEST_IN_FLIGHT);
  expect(said('THROTTLED')).not.toBe(wordsIn('en').refusals.THROTTLED);
});

/** All texts of a language. Those that are made of something are made of "0". */
const textsOf = (words: unknown): readonly string[] => {
  if (typeof words === 'function') return textsOf(words('0', '0'));
  if (typeof words === 'object' && words !== null) return Object.values(words).flatMap(textsOf);
  return typeof words === 'string' ? [words] : [];
};

/** A certificate has one name in each language, for whoever reads it. */
const OTHER_NAMES: Readonly<Record<Language, RegExp>> = {
  en: /certification/i,
  de: /zertifi|ausfertigung/i,
  fr: /certificat/i,
  nl: /certifi|exempla/i,
};

it.each(LANGUAGES)('one thing has one word (%s)', (language) => {
  const texts = textsOf(wordsIn(language));
  expect(texts.length).toBeGreaterThan(500);
  const others = [OTHER_WORDS[language], OTHER_NAMES[language]];
  expect(texts.filter((text) => others.some((words) => words.test(text)))).toEqual([]);
});

it.each([
  ['en', /[„«»]|‘/],
  ['de', /[”«»‘]/],
  ['fr', /[„“”‘]/],
  ['nl', /[„“”«»]/],
] as const)('a language has its own quotation marks, and no other (%s)', (language, others) => {
  expect(textsOf(wordsIn(language)).filter((text) => others.test(text))).toEqual([]);
});

it('French counts one, and several', () => {
  const { common, covers } = wordsIn('fr');
  expect(['1', '2'].map(common.newCount)).toEqual(['1 nouveau', '2 nouveaux']);
  expect([covers.left(1, 1), covers.left(2, 2)]).toEqual([
    'Dossiers restants\u00a0: 1 en cours, 1 terminé.',
    'Dossiers restants\u00a0: 2 en cours, 2 terminés.',
  ]);
});

it('French leaves out a vowel before another', () => {
  const { wishes, imports, staff } = wordsIn('fr');
  expect(['Emma', 'Élise', 'Mia', '\u2068Emma'].map(wishes.listTitle)).toEqual([
    'Attestations d’Emma',
    'Attestations d’Élise',
    'Attestations de Mia',
    'Attestations d’\u2068Emma',
  ]);
  expect(staff.casesOf('Emma')).toBe('d’Emma');
  expect(imports.sameAs('Emma', '')).toContain('qu’Emma');
});

it('French leaves no vowel before another of a name, where no number stands', () => {
  const made = (words: unknown): readonly string[] => {
    if (typeof words === 'function') return [words('Emma', 'Emma', 'Emma')].flatMap(textsOf);
    if (typeof words === 'object' && words !== null) return Object.values(words).flatMap(made);
    return [];
  };
  expect(made(wordsIn('fr')).filter((text) => /(?<!plus )\b(de|que|je|se|ne) Emma/i.test(text))).toEqual([]);
});

it('French has no-break spaces beside the signs that stand apart', () => {
  const texts = textsOf(wordsIn('fr'));
  expect(texts.filter((text) => /[?:]$/.test(text)).length).toBeGreaterThan(10);
  expect(texts.filter((text) => / [?!:;»]|« /.test(text))).toEqual([]);
});

it('no page puts a colon behind a label itself, as French would lack its space', () => {
  const cwd = join(import.meta.dirname, '../src/pages');
  const sources = globSync('*.tsx', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'));
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.flatMap((text) => text.match(/\}: (\$\{|\d)|\}:<\//g) ?? [])).toEqual([]);
  expect(wordsIn('fr').common.labelled('Motif', 'erreur')).toBe('Motif\u00a0: erreur');
});

it('French has one before the colon of an error, too', async () => {
  const { open, send } = visitor();
  await open('/language/fr');
  await open('/sign-in');
  const { html } = await send({ email: '' });
  expect(html.match(/Erreur.{0,2}/gu)).toEqual(['Erreur\u00a0:', 'Erreur\u00a0:', 'Erreur\u00a0:']);
});

it.each(['parents', 'assistants', 'doctors', 'managers'])('what the guide for %s names is a word', (readers) => {
  const guide = readFileSync(join(import.meta.dirname, `../../../docs/portal-${readers}.md`), 'utf8');
  const named = [...guide.matchAll(/\*\*?([^*]+)\*\*?/g)].map(([, bold]) => bold?.replace(/\s+/g, ' '));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((bold) => !textsOf(wordsIn('en')).includes(bold ?? ''))).toEqual([]);
});
