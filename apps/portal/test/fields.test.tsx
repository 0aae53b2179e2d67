import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { DateInput, Input, PasswordInput, Radios, Select, Textarea } from '../src/components/fields.tsx';
import type { Option, Visit } from '../src/kit/form.ts';
import { rendering } from '../src/kit/rendering.ts';
import { wordsIn } from '../src/words/words.ts';
import { compared } from './support/compared.ts';
import { type Content, contentOf } from './support/content.tsx';

/*
 * As in components.test.tsx: the components that ask, against the examples of the design system. The id of ours is the
 * name, and their widths and headings are few.
 */

const visit = { words: wordsIn('en') } as Visit;
const rendered = (element: () => unknown): string => rendering({ visit }, element);

type Explained = { readonly hint?: Content; readonly errorMessage?: Content };
const EXPLAINED = ['hint', 'errorMessage'].flatMap((part) => [`${part}.text`, `${part}.html`]);

const explained = ({ hint, errorMessage }: Explained) => ({
  hint: hint && contentOf(hint),
  error: errorMessage && contentOf(errorMessage),
});

type Options = Explained & {
  readonly id?: string;
  readonly name: string;
  readonly label: Content & { readonly classes?: string; readonly isPageHeading?: boolean };
  readonly value?: string;
};
const QUESTION = [
  ...EXPLAINED,
  ...['text', 'html', 'classes', 'isPageHeading'].map((name) => `label.${name}`),
  'id',
  'name',
];

type Named = { readonly id?: string; readonly idPrefix?: string; readonly name?: string };

/** The id is the name, a heading is large, a field always says what is typed, and what is typed has its own direction. */
const alike = (html: string, { id, idPrefix = id, name = id }: Named): string =>
  (idPrefix === undefined
    ? html
    : html.replaceAll(`="${idPrefix}`, `="${name}`).replaceAll(` ${idPrefix}-`, ` ${name}-`)
  )
    .replaceAll(/ (?:value=""|dir="auto")/g, '')
    .replaceAll(/ govuk-(?:label|fieldset__legend)--[slmx]+/g, '');

const question = ({ name, label, value = '', ...others }: Options) => ({
  name,
  value,
  label: contentOf(label),
  isHeading: label.isPageHeading,
  ...explained(others),
});

type InputOptions = Options & {
  readonly type?: 'email';
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric';
  readonly spellcheck?: boolean;
};

compared<InputOptions>('input', {
  count: 9,
  takes: [...QUESTION, 'value', 'type', 'autocomplete', 'inputmode', 'spellcheck'],
  isTaken: ({ type = 'email', inputmode = 'numeric' }) => type === 'email' && inputmode === 'numeric',
  alike,
  render: ({ autocomplete, inputmode, spellcheck, type, ...options }) =>
    rendered(() => <Input {...{ type, autocomplete, inputmode, spellcheck }} {...question(options)} />),
});

type PasswordOptions = Options & { readonly autocomplete?: 'current-password' | 'new-password' };

compared<PasswordOptions>('password-input', {
  count: 6,
  takes: [...QUESTION, 'autocomplete'],
  alike,
  // The script of the design system has these texts in English, so its examples leave them out.
  withoutAttributes: () => 'data-i18n',
  render: ({ autocomplete = 'current-password', ...options }) =>
    rendered(() => <PasswordInput {...question(options)} autocomplete={autocomplete} />),
});

compared<Options & { readonly rows?: number }>('textarea', {
  count: 8,
  takes: [...QUESTION, 'value', 'rows'],
  alike,
  render: (options) => rendered(() => <Textarea {...question(options)} rows={options.rows ?? 5} />),
});

compared<Options & { readonly items?: readonly { readonly value: string; readonly text: string }[] }>('select', {
  count: 1,
  takes: ['id', 'name', 'label.text', 'items[].value', 'items[].text'],
  isTaken: ({ items }) => items?.every(({ value }) => value) === true,
  alike,
  render: (options) => rendered(() => <Select {...question(options)} options={options.items ?? []} />),
});

type Grouped = Explained & {
  readonly name?: string;
  readonly fieldset?: { readonly legend?: Content & { readonly isPageHeading?: boolean } };
};
const LEGEND = ['text', 'html', 'classes', 'isPageHeading'].map((name) => `fieldset.legend.${name}`);
const isNamed = ({ fieldset }: Grouped): boolean => (fieldset?.legend?.text ?? fieldset?.legend?.html) !== undefined;
const grouped = (name: string, { fieldset, ...others }: Grouped) => ({
  name,
  label: contentOf(fieldset?.legend ?? {}),
  isHeading: fieldset?.legend?.isPageHeading,
  ...explained(others),
});

type Item = Omit<Option, 'hint'> & { readonly hint?: Content; readonly checked?: boolean };

compared<Grouped & { readonly name: string; readonly items: readonly Item[] }>('radios', {
  count: 7,
  takes: [
    ...[...EXPLAINED, ...LEGEND, 'name', 'idPrefix'],
    ...['text', 'value', 'checked', 'disabled', 'hint.text'].map((name) => `items[].${name}`),
  ],
  isTaken: isNamed,
  alike,
  render: ({ items, ...options }) =>
    rendered(() => (
      <Radios
        {...grouped(options.name, options)}
        value={items.find(({ checked }) => checked)?.value ?? ''}
        options={items.map(({ hint, ...item }) => ({ ...item, hint: hint?.text }))}
      />
    )),
});

compared<Grouped & { readonly id: string; readonly namePrefix?: string }>('date-input', {
  count: 2,
  // Ours marks the part that is wrong, not all.
  takes: ['hint.text', ...LEGEND, 'id', 'namePrefix'],
  isTaken: isNamed,
  alike: (html, { id, ...options }) =>
    alike(html.replaceAll(/ name="(day|month|year)"/g, ` name="${id}-$1"`), { id, ...options }),
  render: (options) =>
    rendered(() => (
      <DateInput {...grouped(options.id, options)} values={{ day: '', month: '', year: '' }} wrong={undefined} />
    )),
});

const field = { name: 'text', label: 'Text', value: '' };

test('a text area keeps the line break that a text begins with', () => {
  const html = rendered(() => <Textarea {...field} rows={3} value={'\nSecond line'} />);
  expect(JSON.stringify(parseFragment(html), ['childNodes', 'value'])).toContain(JSON.stringify('\nSecond line'));
});

test('what is typed is text, wherever it stands', () => {
  const typed = '"><script>alert(1)</script>';
  const html = rendered(() => <Input {...field} label={typed} hint={typed} error={typed} value={typed} />);
  expect(html).not.toContain('<script');
});

test('of a day, the part that is wrong is marked', () => {
  const values = { day: '3', month: '13', year: '2020' };
  const html = rendered(() => <DateInput {...field} values={values} error="No day" wrong="month" />);
  expect(html.match(/<input class="[^"]*govuk-input--error" id="[^"]*"/g)).toEqual([
    expect.stringContaining('id="text-month"'),
  ]);
});
