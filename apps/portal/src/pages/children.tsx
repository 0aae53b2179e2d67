import {
  type ClearedField,
  type Correction,
  maskedSocSecNum,
  parseBirthDate,
  parseSocSecNum,
} from '@health-case/domain/model/child';
import { ASKED_AGE, askingAge, checkAge } from '../kit/child-age.ts';
import { nameOf } from '../kit/elements.tsx';
import { day, optional, personName, text } from '../kit/fields.ts';
import { type AnyForm, type FormState, form, type MemberVisit, page, type Visit } from '../kit/form.ts';
import { dayOf } from '../kit/read-fields.ts';
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
import { readyAbove } from './certificate.tsx';
import { firstDay } from './first-day.tsx';
import {
  CARRIED_NAME,
  ChildName,
  childIdOf,
  namedAmongOwn,
  ownChildrenApart,
  pathOf,
  shownChild,
  startNaming,
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
  const { words, formats, fields, access } = visit;
  const { title, name, notGiven, openCase, openCaseFor, cases } = words.children.child;
  const shown = await shownChild(visit);
  const path = pathOf(shown.id);
  const { birthDate, maskedNumber } = shown;
  const born = birthDate ? formats.day(birthDate) : notGiven;
  const facts: readonly Fact[] = [
    { name, value: nameOf(shown), change: `${path}/name` },
    { name: fields.birthDate.label, value: born, change: `${path}/birth-date` },
    { name: fields.socSecNum.label, value: maskedNumber ?? notGiven, change: `${path}/number` },
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
const answers = ({ words, formats, fields }: Visit, { values }: FormState) => {
  const { name, notGiven } = words.children.child;
  const { firstName = '', lastName = '', socSecNum = '' } = values;
  const birthDate = parseBirthDate(dayOf(values, 'birthDate'));
  const number = parseSocSecNum(socSecNum);
  const born = birthDate.ok ? formats.day(birthDate.value) : notGiven;
  const facts: readonly Fact[] = [
    { name, value: nameOf({ firstName, lastName }), change: 'step-0' },
    { name: fields.birthDate.label, value: born, change: 'step-1' },
    { name: fields.socSecNum.label, value: number.ok ? maskedSocSecNum(number.value) : notGiven, change: 'step-2' },
  ];
  return <Facts facts={facts} />;
};

const addChild = form('/children/new', ['Par'], {
  needsProof: 'to open',
  fields: {
    firstName: personName(),
    lastName: personName(),
    birthDate: optional(day(parseBirthDate)),
    socSecNum: { ...optional(text(parseSocSecNum, { width: 20 })), isMasked: true },
  },
  carries: [ASKED_AGE],
  steps: [
    { asks: ['firstName', 'lastName'], title: ({ children }) => children.add.name, back: '/children' },
    {
      asks: ['birthDate'],
      check: checkAge,
      onceWrong: askingAge,
      title: ({ children }) => children.add.birthDate,
      isHeading: true,
      hint: ({ children }) => children.add.birthDateHint,
    },
    {
      asks: ['socSecNum'],
      title: ({ children }) => children.add.socSecNum,
      isHeading: true,
      hint: ({ children }) => children.add.socSecNumHint,
    },
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

type Corrected = { readonly withdrawn: number; readonly toConfirm: number };

const corrected = (visit: MemberVisit, { value }: { readonly value: Corrected }) => {
  const toConfirm = value.toConfirm > 0 ? 'correctedToConfirm' : 'saved';
  return `${pathOf(childIdOf(visit))}?done=${value.withdrawn > 0 ? 'correctedWithdrawn' : toConfirm}`;
};

const warned = ({ words }: MemberVisit) => [<ChildName />, <InsetText>{words.children.correct.warning}</InsetText>];

const ofChild = (visit: MemberVisit): string => pathOf(childIdOf(visit));

const correctName = form('/children/:id/name', ['Par'], 'does the same', {
  fields: { firstName: personName(), lastName: personName() },
  carries: CARRIED_NAME,
  start: async (visit) => {
    const child = await shownChild(visit);
    return { firstName: child.firstName, lastName: child.lastName, childName: await namedAmongOwn(visit, child) };
  },
  title: ({ children }) => children.correct.name,
  back: ofChild,
  about: warned,
  submit: correct,
  leadsTo: corrected,
});

/** Leads to taking back what the form corrects. */
const clear = (part: string, name: ClearedField) => (visit: MemberVisit) => (
  <TextLink href={`${ofChild(visit)}/${part}/clear`}>{visit.words.children.correct.clear[name]}</TextLink>
);

const correctBirthDate = form('/children/:id/birth-date', ['Par'], 'does the same', {
  fields: { birthDate: day(parseBirthDate) },
  carries: [...CARRIED_NAME, ASKED_AGE],
  start: async (visit) => {
    const child = await shownChild(visit);
    return { birthDate: child.birthDate ?? '', childName: await namedAmongOwn(visit, child) };
  },
  title: ({ children }) => children.correct.birthDate,
  back: ofChild,
  check: checkAge,
  onceWrong: askingAge,
  about: warned,
  below: clear('birth-date', 'birthDate'),
  submit: correct,
  beside: { BIRTH_DATE_IN_FUTURE: 'birthDate' },
  leadsTo: corrected,
});

/** D-30: what is optional can be taken back. */
const clearing = (part: 'birth-date' | 'number', name: ClearedField): AnyForm =>
  form(`/children/:id/${part}/clear`, ['Par'], 'does the same', {
    carries: CARRIED_NAME,
    start: startNaming,
    title: ({ children }) => children.correct.clear[name],
    back: ofChild,
    about: (visit) => (name === 'birthDate' ? warned(visit) : <ChildName />),
    send: ({ children }) => children.correct.clear.submit,
    kind: 'warning',
    submit: (visit) => visit.app.correctChild({ ...visit.call, childId: childIdOf(visit), clear: [name] }),
    leadsTo: corrected,
  });

const clearBirthDate = clearing('birth-date', 'birthDate');
const clearNumber = clearing('number', 'socSecNum');

/** The number that is known is not shown, so the field is empty. */
const correctNumber = form('/children/:id/number', ['Par'], 'does the same', {
  fields: { socSecNum: { ...text(parseSocSecNum, { width: 20 }), isMasked: true } },
  carries: CARRIED_NAME,
  start: startNaming,
  title: ({ children }) => children.correct.socSecNum,
  back: ofChild,
  about: () => <ChildName />,
  below: clear('number', 'socSecNum'),
  submit: correct,
  beside: { CHILD_KNOWN: 'socSecNum' },
  leadsTo: corrected,
});

export const pages = [
  children,
  child,
  addChild,
  correctName,
  correctBirthDate,
  clearBirthDate,
  clearNumber,
  correctNumber,
];
