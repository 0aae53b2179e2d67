import {
  CLEARABLE,
  type ClearedField,
  type Correction,
  maskedSocSecNum,
  parseBirthDate,
  parseSocSecNum,
} from '@health-case/domain/model/child';
import { ASKED_AGE, askingAge, checkAge } from '../kit/child-age.ts';
import { nameOf } from '../kit/elements.tsx';
import { day, personName, text } from '../kit/fields.ts';
import { type AnyForm, type FormState, form, type MemberVisit, page, type Visit } from '../kit/form.ts';

import {
  ButtonLink,
  type Fact,
  Facts,
  Heading,
  InsetText,
  Link,
  Links,
  listed,
  More,
  Text,
  TextLink,
} from '../kit/show.tsx';
import type { Words } from '../words/words.ts';
import { readyAbove } from './certificate.tsx';
import { firstDay } from './first-day.tsx';
import {
  CARRIED_NAME,
  CHILD_FIELDS,
  ChildName,
  type Corrected,
  childIdOf,
  correctedAt,
  factsBeside,
  ownChildrenApart,
  PARTS,
  pathOf,
  shownChild,
  startNaming,
  startWith,
  typedChild,
} from './own-child.tsx';

const children = page('/children', ['Par'], async (visit) => {
  const { app, call, words } = visit;
  const { entries, after } = await listed(visit, (paging) => app.listOwnChildren({ ...call, paging }));
  const named = await ownChildrenApart(visit, entries);
  const { title, none, missing, join } = words.children.list;
  const { wishes } = words;
  return {
    title,
    body: [
      await readyAbove(visit),
      entries.length === 0
        ? [<Text>{none}</Text>, await firstDay(visit), <Text>{missing}</Text>]
        : entries.map((child) => [
            <Heading>
              <Link href={pathOf(child.id)}>{named(child)}</Link>
            </Heading>,
            <div class="govuk-button-group">
              <ButtonLink href={`${pathOf(child.id)}/certificate`} kind="secondary">
                {wishes.ask} <span class="govuk-visually-hidden">{wishes.askFor(named(child))}</span>
              </ButtonLink>
              <Link href={`${pathOf(child.id)}/certificates`}>{wishes.listTitle(named(child))}</Link>
            </div>,
          ]),
      <More after={after} />,
      <ButtonLink href="/children/new">{words.children.add.title}</ButtonLink>,
      <TextLink href="/join">{join}</TextLink>,
    ],
  };
});

const child = page('/children/:id', ['Par'], async (visit) => {
  const { words, access } = visit;
  const { title, name, notGiven, openCase, openCaseFor, cases } = words.children.child;
  const shown = await shownChild(visit);
  const path = pathOf(shown.id);
  const facts: readonly Fact[] = [
    { name, value: nameOf(shown), change: `${path}/name` },
    ...factsBeside(visit, shown, notGiven, (name) => `${path}/${PARTS[name]}`),
  ];
  return {
    title,
    back: '/children',
    heading: nameOf(shown),
    body: [
      <Facts facts={facts} />,
      <ButtonLink href={`${path}/certificate`}>{words.wishes.ask}</ButtonLink>,
      <ButtonLink href={`/cases/new?child=${shown.id}`} kind="secondary">
        {openCase} <span class="govuk-visually-hidden">{openCaseFor}</span>
      </ButtonLink>,
      <Links
        links={[
          [`${path}/certificates`, words.wishes.listTitle(nameOf(shown))],
          [`/cases?child=${shown.id}`, cases],
          [`${path}/parents`, words.children.parents.title],
          [`${path}/access`, access.title],
        ]}
      />,
    ],
  };
});

/** What was typed, as it will be kept. */
const answers = (visit: Visit, { values }: FormState) => {
  const { name, notGiven } = visit.words.children.child;
  const { firstName = '', lastName = '' } = values;
  const { birthDate, socSecNum } = typedChild(values);
  const shown = { birthDate, maskedNumber: socSecNum && maskedSocSecNum(socSecNum) };
  const names: Fact = { name, value: nameOf({ firstName, lastName }), change: 'step-0' };
  const beside = factsBeside(visit, shown, notGiven, (name) => `step-${CLEARABLE.indexOf(name) + 1}`);
  return <Facts facts={[names, ...beside]} />;
};

const addChild = form('/children/new', ['Par'], {
  needsProof: 'to open',
  fields: CHILD_FIELDS,
  carries: [ASKED_AGE],
  steps: [
    { asks: ['firstName', 'lastName'], title: ({ children }) => children.add.name, back: '/children' },
    ...CLEARABLE.map((name) => ({
      asks: [name],
      ...(name === 'birthDate' && { check: checkAge, onceWrong: askingAge }),
      title: ({ children }: Words) => children.add[name],
      isHeading: true as const,
      hint: ({ children }: Words) => children.add[`${name}Hint`],
    })),
    {
      asks: [],
      title: ({ children }) => children.add.check,
      within: answers,
      send: ({ children }) => children.add.title,
    },
  ],
  submit: ({ app, call }, values) => app.addChild({ ...call, ...values }),
  beside: { BIRTH_DATE_IN_FUTURE: 'birthDate', CHILD_KNOWN: 'socSecNum' },
  leadsTo: (_, { value }) => `${pathOf(value)}?done=childAdded`,
});

const correct = (visit: MemberVisit, given: Correction) =>
  visit.app.correctChild({ ...visit.call, ...given, childId: childIdOf(visit) });

const corrected = (visit: MemberVisit, { value }: { readonly value: Corrected }) =>
  correctedAt(pathOf(childIdOf(visit)), value);

const warned = ({ words }: MemberVisit) => [<ChildName />, <InsetText>{words.children.correct.warning}</InsetText>];

const ofChild = (visit: MemberVisit): string => pathOf(childIdOf(visit));

const CORRECTING = { back: ofChild, submit: correct, leadsTo: corrected } as const;

const correctName = form('/children/:id/name', ['Par'], 'does the same', {
  ...CORRECTING,
  fields: { firstName: personName(), lastName: personName() },
  carries: CARRIED_NAME,
  start: startWith('firstName', 'lastName'),
  title: ({ children }) => children.correct.name,
  about: warned,
});

/** Leads to taking back what the form corrects. */
const clear = (name: ClearedField) => (visit: MemberVisit) => (
  <TextLink href={`${ofChild(visit)}/${PARTS[name]}/clear`}>{visit.words.children.correct.clear[name]}</TextLink>
);

const correctBirthDate = form('/children/:id/birth-date', ['Par'], 'does the same', {
  ...CORRECTING,
  fields: { birthDate: day(parseBirthDate) },
  carries: [...CARRIED_NAME, ASKED_AGE],
  start: startWith('birthDate'),
  title: ({ children }) => children.correct.birthDate,
  check: checkAge,
  onceWrong: askingAge,
  about: warned,
  below: clear('birthDate'),
  beside: { BIRTH_DATE_IN_FUTURE: 'birthDate' },
});

/** D-30: what is optional can be taken back. */
const clearing = (name: ClearedField): AnyForm =>
  form(`/children/:id/${PARTS[name]}/clear`, ['Par'], 'does the same', {
    carries: CARRIED_NAME,
    start: startNaming,
    ...CORRECTING,
    title: ({ children }) => children.correct.clear[name],
    about: (visit) => (name === 'birthDate' ? warned(visit) : <ChildName />),
    send: ({ children }) => children.correct.clear.submit,
    kind: 'warning',
    submit: (visit) => visit.app.correctChild({ ...visit.call, childId: childIdOf(visit), clear: [name] }),
  });

/** The number that is known is not shown, so the field is empty. */
const correctNumber = form('/children/:id/number', ['Par'], 'does the same', {
  ...CORRECTING,
  fields: { socSecNum: { ...text(parseSocSecNum, { width: 20 }), isMasked: true } },
  carries: CARRIED_NAME,
  start: startNaming,
  title: ({ children }) => children.correct.socSecNum,
  about: () => <ChildName />,
  below: clear('socSecNum'),
  beside: { CHILD_KNOWN: 'socSecNum' },
});

export const pages = [
  children,
  child,
  addChild,
  correctName,
  correctBirthDate,
  correctNumber,
  ...CLEARABLE.map(clearing),
];
