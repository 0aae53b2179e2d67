import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, walkTokens } from 'marked';
import { expect, it } from 'vitest';
import { root } from './support/guide.ts';

type Page = {
  readonly word: (name: string) => string;
  readonly verdictWords: (verdict: string, values: object) => readonly string[];
};
const moduleOf = (name: string) => join(root, 'packages/http/verify', name);
const { speak }: { readonly speak: (language: string) => void } = await import(moduleOf('language.js'));
const page: Page = await import(moduleOf('words.js'));

const NAMES = ['trust', 'pin', 'scan', 'image', 'text', 'verify'];
const VERDICTS =
  `genuine revoked expired not_yet_valid status_unknown no_keys altered unknown_key unknown_issuer not_readable`
    .split(' ')
    .map((verdict) => verdict.replaceAll('_', ' '));

it.each([
  ['en', 'schools.md'],
  ['de', 'schools.de.md'],
  ['fr', 'schools.fr.md'],
  ['nl', 'schools.nl.md'],
])('in %s, what is bold in the guide for schools is what the page says, in the same order', (language, file) => {
  speak(language);
  const bold: string[] = [];
  walkTokens(lexer(readFileSync(join(root, 'docs', file), 'utf8')), (token) => {
    if (token.type === 'strong') bold.push(token['text'].replaceAll('\n', ' '));
  });
  const headings = VERDICTS.map((verdict) => page.verdictWords(verdict, {})[0]);
  expect(bold).toEqual([...NAMES.map((name) => page.word(name)), ...headings]);
});
