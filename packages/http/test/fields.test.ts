import { character as anyCharacter } from '@health-case/domain/testing/characters';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { account } from '../src/endpoints/account.ts';
import * as fields from '../src/fields.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const fitsDocument = (string: z.ZodString) => ajv.compile(z.toJSONSchema(string));
const patternOf = (string: z.ZodString) => new RegExp(String(z.toJSONSchema(string).pattern ?? ''));

const ODD = ' \t\n\u200b\u202e\u0000\u0085\u00a0\u2028\ufb2c𐍈';

/** A text that is nearly right more often than not. */
const textOf = (unit: string, length: number) => {
  const character = fc.oneof(
    // So that also among the longest texts some are right.
    { weight: 400, arbitrary: fc.constantFrom(...unit) },
    { weight: 1, arbitrary: anyCharacter },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  );
  const bounds = fc.constantFrom(0, 1, 3, 4, 7, 8, length - 1, length, length + 1);
  return bounds
    .chain((size) => fc.array(character, { minLength: Math.max(0, size - 1), maxLength: size }))
    .map((all) => all.join(''));
};

const id = fc.uuid({ version: 7 });
const upperCaseId = id.map((text) => text.toUpperCase());
const ids = fc.oneof(id, fc.uuid(), upperCaseId);
const days = fc.oneof(
  fc
    .date({ min: new Date('1800-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc
    .tuple(fc.integer({ min: 1, max: 13 }), fc.integer({ min: 0, max: 32 }))
    .map(([month, day]) => `2023-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`),
  textOf('0123456789-', 10),
);
const emails = fc.oneof(
  fc.emailAddress(),
  textOf('abcÄß.@-', 254),
  fc.tuple(textOf('aé', 64), textOf('bc', 63)).map(([local, label]) => `${local}@${label}.org`),
);
const limits = fc.oneof(fc.nat(1100).map(String), textOf('0123', 4));
const passwords = textOf('aé!🙂', 128);
const NAMES = textOf("Mía Ö-'", 100);
const LONG = textOf("Mía Ö-'", 500);

type Case = {
  readonly name: string;
  readonly field: fields.Field<unknown>;
  readonly texts: fc.Arbitrary<string>;
  /** What the domain says of texts that break a rule which the schema does not say; normalising lengthens some. */
  readonly beyond?: RegExp;
};

const NUMBER = /must have 4 to 32|must contain a letter|must consist of/;
const TEXT = /at most|is missing|must have a letter|(control|invisible) characters|well-formed/;

const profile = (name: string) => account.changeProfile.request.fields.shape[name].unwrap();

const CASES: readonly Case[] = [
  { name: 'firstName', field: fields.firstName, texts: NAMES, beyond: TEXT },
  { name: 'lastName', field: fields.lastName, texts: NAMES, beyond: TEXT },
  { name: 'email', field: fields.email, texts: emails, beyond: /at most|is missing|must be an e-mail|invisible/ },
  { name: 'password', field: fields.password, texts: passwords, beyond: /must have 8 to 128/ },
  { name: 'passwordAttempt', field: fields.passwordAttempt, texts: passwords },
  { name: 'role', field: fields.role, texts: fc.constantFrom('Doc', 'Ast', 'Par', 'doc', ' Doc', '') },
  { name: 'birthDate', field: fields.birthDate, texts: days, beyond: /must not lie before 1900/ },
  { name: 'socSecNum', field: fields.socSecNum, texts: textOf('756. -/aß', 32), beyond: NUMBER },
  { name: 'title', field: fields.title, texts: LONG, beyond: TEXT },
  { name: 'reason', field: fields.reason, texts: LONG, beyond: TEXT },
  { name: 'limit', field: fields.limit, texts: limits, beyond: /from 1 to 1000/ },
  { name: 'accountId', field: fields.accountId, texts: ids },
  { name: 'loginId', field: fields.loginId, texts: textOf('aZ09_-', 43) },
  {
    name: 'language',
    field: profile('language'),
    texts: fc.constantFrom('en', 'de', 'fr', 'nl', 'EN', 'it', ' en', ''),
  },
  { name: 'nameSearch', field: fields.nameSearch, texts: NAMES, beyond: /at most|must contain a letter|well-formed/ },
  { name: 'caseStatus', field: fields.caseStatus, texts: fc.constantFrom('ongoing', 'finished', 'open', ' ongoing') },
  { name: 'taskStatus', field: fields.taskStatus, texts: fc.constantFrom('open', 'closed', 'ongoing', ' open') },
  { name: 'detail', field: fields.detail, texts: fc.constantFrom('full', 'more', ' full') },
  { name: 'notices', field: profile('notices'), texts: fc.constantFrom('all', 'security', 'none', ' all', '') },
];

it.each(CASES)('the API document lets a text through as $name if the domain accepts it', ({ field, texts, beyond }) => {
  const [fits, pattern] = [fitsDocument(field.in), patternOf(field.in)];
  let [accepted, fitting] = [0, 0];
  const check = (text: string): void => {
    const parsed = field.safeParse(text);
    if (parsed.success) {
      accepted += 1;
      // As it is kept, and as it is sent: white space around it, or a 0 before it, is for the domain to judge.
      expect(fits(String(parsed.data)), JSON.stringify(text)).toBe(true);
      expect(text).toMatch(pattern);
    }
    // D-06: white space alone counts as missing before any field is looked at.
    if (!fits(text) || text.trim() === '') return;
    fitting += 1;
    const problem = parsed.error?.issues[0]?.message;
    expect(problem === undefined || beyond?.test(problem), `${JSON.stringify(text)} ${problem}`).toBe(true);
  };
  fc.assert(fc.property(texts, check), { numRuns: 1000 });
  expect(Math.min(accepted, fitting)).toBeGreaterThan(20);
});
