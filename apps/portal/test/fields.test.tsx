import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { Radios, Select } from '../src/components/choices.tsx';
import { DateInput } from '../src/components/date-input.tsx';
import { Fieldset } from '../src/components/fieldset.tsx';
import { Input, PasswordInput, Textarea } from '../src/components/inputs.tsx';
import { ErrorMessage, Hint, Label } from '../src/components/question.tsx';
import { compared } from './support/compared.ts';
import { type Content, contentOf, withContent } from './support/content.tsx';

/* As in components.test.tsx: the components that ask, against the examples of the design system. */

type LabelOptions = Content & { readonly classes?: string; readonly isPageHeading?: boolean };
const LABEL = ['text', 'html', 'classes', 'isPageHeading'];

compared<LabelOptions & { readonly for?: string }>('label', {
  count: 15,
  takes: [...LABEL, 'for'],
  isTaken: ({ text, html }) => (text ?? html) !== undefined,
  // Most examples have a label alone, and no field that it is for.
  withoutAttributes: ({ for: id }) => (id === undefined ? 'for' : undefined),
  render: ({ for: id = 'field', ...label }) => <Label for={id} {...withContent(label)} />,
});

compared<Content & { readonly id?: string; readonly classes?: string }>('hint', {
  count: 5,
  takes: ['text', 'html', 'id', 'classes'],
  render: (options) => <Hint {...withContent(options)} />,
});

compared<Content & { readonly id?: string; readonly visuallyHiddenText?: string | false }>('error-message', {
  count: 5,
  takes: ['text', 'html', 'id', 'visuallyHiddenText'],
  isTaken: ({ visuallyHiddenText }) => visuallyHiddenText !== false && visuallyHiddenText !== '',
  render: ({ visuallyHiddenText, ...others }) => (
    <ErrorMessage visuallyHiddenText={visuallyHiddenText || 'Error'} {...withContent(others)} />
  ),
});

type LegendOptions = { readonly legend?: LabelOptions; readonly describedBy?: string; readonly classes?: string };
const LEGEND = [...LABEL.map((name) => `legend.${name}`), 'describedBy', 'classes'];
const isNamed = ({ legend }: LegendOptions = {}): boolean => (legend?.text ?? legend?.html) !== undefined;

compared<LegendOptions & { readonly html?: string; readonly role?: 'group' }>('fieldset', {
  count: 17,
  takes: [...LEGEND, 'html', 'role'],
  isTaken: isNamed,
  render: ({ legend = {}, html, ...others }) => (
    <Fieldset legend={withContent(legend)} {...others}>
      {contentOf({ html })}
    </Fieldset>
  ),
});

type ExplainedOptions = { readonly hint?: Content; readonly errorMessage?: Content };
const EXPLAINED = ['hint', 'errorMessage'].flatMap((part) => [`${part}.text`, `${part}.html`]);

const explained = ({ hint, errorMessage }: ExplainedOptions) => ({
  ...(hint && { hint: withContent(hint) }),
  ...(errorMessage && { errorMessage: { ...withContent(errorMessage), visuallyHiddenText: 'Error' } }),
});

type QuestionOptions = ExplainedOptions & {
  readonly id?: string;
  readonly name: string;
  readonly label: LabelOptions;
  readonly classes?: string;
  readonly describedBy?: string;
};
const QUESTION = [...EXPLAINED, ...LABEL.map((name) => `label.${name}`), 'id', 'name', 'classes', 'describedBy'];

/** Without an id, the design system takes the name; our components ask for one. */
const asked = <Options extends QuestionOptions>({ id, label, hint, errorMessage, ...others }: Options) => ({
  id: id ?? others.name,
  label: withContent(label),
  ...explained({ ...(hint && { hint }), ...(errorMessage && { errorMessage }) }),
  ...others,
});

type InputOptions = QuestionOptions & {
  readonly type?: string;
  readonly value?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'decimal';
  readonly spellcheck?: boolean;
};

compared<InputOptions>('input', {
  count: 26,
  takes: [...QUESTION, 'type', 'value', 'autocomplete', 'inputmode', 'spellcheck'],
  render: (options) => <Input {...asked(options)} />,
});

const PASSWORD_TEXTS = {
  showPasswordText: 'Show',
  hidePasswordText: 'Hide',
  showPasswordAriaLabelText: 'Show password',
  hidePasswordAriaLabelText: 'Hide password',
  passwordShownAnnouncementText: 'Your password is visible',
  passwordHiddenAnnouncementText: 'Your password is hidden',
};

compared<QuestionOptions & Partial<typeof PASSWORD_TEXTS> & { readonly autocomplete?: 'new-password' }>(
  'password-input',
  {
    count: 10,
    takes: [...QUESTION, ...Object.keys(PASSWORD_TEXTS), 'autocomplete'],
    // The script of the design system has these texts in English, so its examples leave them out.
    withoutAttributes: ({ showPasswordText }) => (showPasswordText === undefined ? 'data-i18n' : undefined),
    render: (options) => <PasswordInput {...PASSWORD_TEXTS} {...asked(options)} />,
  },
);

type TextareaOptions = QuestionOptions & {
  readonly value?: string;
  readonly rows?: number;
  readonly autocomplete?: string;
  readonly spellcheck?: boolean;
};

compared<TextareaOptions>('textarea', {
  count: 16,
  takes: [...QUESTION, 'value', 'rows', 'autocomplete', 'spellcheck'],
  render: (options) => <Textarea {...asked(options)} />,
});

type Option = { readonly value?: string; readonly text: string; readonly selected?: boolean };

compared<QuestionOptions & { readonly items?: readonly Option[] }>('select', {
  count: 9,
  takes: [...QUESTION, ...['value', 'text', 'selected'].map((name) => `items[].${name}`)],
  render: ({ items = [], ...options }) => <Select items={items} {...asked(options)} />,
});

type ItemOptions = Content & {
  readonly value: string;
  readonly hint?: Content;
  readonly checked?: boolean;
};

type ChoiceOptions = ExplainedOptions & {
  readonly idPrefix?: string;
  readonly name: string;
  readonly fieldset?: LegendOptions;
  readonly classes?: string;
  readonly items: readonly ItemOptions[];
};
const CHOICE = [
  ...EXPLAINED,
  ...LEGEND.map((name) => `fieldset.${name}`),
  ...['text', 'html', 'value', 'checked', 'hint.text', 'hint.html'].map((name) => `items[].${name}`),
  ...['idPrefix', 'name', 'classes'],
];

const chosen = <Options extends ChoiceOptions>({ idPrefix, name, items, hint, errorMessage, ...others }: Options) => ({
  idPrefix: idPrefix ?? name,
  name,
  ...explained({ ...(hint && { hint }), ...(errorMessage && { errorMessage }) }),
  items: items.map(({ hint: own, ...item }) => ({ ...withContent(item), ...(own && { hint: withContent(own) }) })),
  ...(others.classes && { classes: others.classes }),
});

const legendOf = ({ legend = {}, ...others }: LegendOptions) => ({ legend: withContent(legend), ...others });

compared<ChoiceOptions>('radios', {
  count: 15,
  takes: CHOICE,
  isTaken: ({ fieldset }) => isNamed(fieldset),
  render: (options) => <Radios {...chosen(options)} fieldset={legendOf(options.fieldset ?? {})} />,
});

type PartOptions = {
  readonly id?: string;
  readonly name?: string;
  readonly label?: string;
  readonly value?: string;
  readonly classes?: string;
  readonly error?: boolean;
  readonly autocomplete?: string;
};

type DateOptions = ExplainedOptions & {
  readonly id: string;
  readonly namePrefix?: string;
  readonly fieldset?: LegendOptions;
  readonly classes?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly day?: PartOptions;
  readonly month?: PartOptions;
  readonly year?: PartOptions;
  readonly items?: readonly PartOptions[];
};
const PART = ['id', 'name', 'label', 'value', 'classes', 'error', 'autocomplete'];

/** The design system finds names, ids and widths by itself; our component is given them. */
const partsOf = ({ id, namePrefix, values = {}, day, month, year, items }: DateOptions) => {
  const given = items ?? [
    { name: 'day', ...day },
    { name: 'month', ...month },
    { name: 'year', ...year },
  ];
  return given.map(({ name = '', classes, ...part }) => {
    const full = namePrefix === undefined ? name : `${namePrefix}-${name}`;
    const value = part.value ?? values[full] ?? values[name];
    const width = `govuk-input--width-${/year$/.test(name) ? 4 : 2}`;
    return {
      id: `${id}-${name}`,
      label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      ...part,
      name: full,
      classes: classes?.includes('--width-') ? classes : `${width} ${classes ?? ''}`.trim(),
      ...(value !== undefined && { value }),
    };
  });
};

compared<DateOptions>('date-input', {
  count: 25,
  takes: [
    ...EXPLAINED,
    ...LEGEND.map((name) => `fieldset.${name}`),
    ...['day', 'month', 'year', 'items[]'].flatMap((part) => PART.map((name) => `${part}.${name}`)),
    ...['values.day', 'values.month', 'values.year', 'values.dob-day', 'values.dob-month', 'values.dob-year'],
    ...['id', 'namePrefix', 'classes'],
  ],
  // Ours is told by `error` what is wrong, not by a class.
  isTaken: ({ fieldset, ...options }) => isNamed(fieldset) && !JSON.stringify(options).includes('govuk-input--error'),
  render: (options) => (
    <DateInput
      id={options.id}
      fieldset={legendOf(options.fieldset ?? {})}
      {...explained(options)}
      {...(options.classes && { classes: options.classes })}
      items={partsOf(options)}
    />
  ),
});

test('a text area keeps the line break that a text begins with', () => {
  const html = String(<Textarea id="text" name="text" label={{ text: 'Text' }} value={'\nSecond line'} />);
  expect(JSON.stringify(parseFragment(html), ['childNodes', 'value'])).toContain(JSON.stringify('\nSecond line'));
});

test('what is typed is text, wherever it stands', () => {
  const typed = '"><script>alert(1)</script>';
  const html = String(
    <Input
      id="name"
      name="name"
      label={{ text: typed }}
      hint={{ text: typed }}
      errorMessage={{ text: typed, visuallyHiddenText: typed }}
      value={typed}
    />,
  );
  expect(html).not.toContain('<script');
});
