import { type BirthDate, maskedSocSecNum, parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parsePersonName } from '@health-case/domain/model/values';
import { ASKED_AGE, askingAge, checkAge } from '../kit/child-age.ts';
import { DayField, FormOf, Steps, Submit, TextField } from '../kit/elements.tsx';
import { day, type FormState, field, form, optional, page } from '../kit/form.ts';
import { ButtonLink, Facts, Link, Links, More, pageOf, pagingOf, Text } from '../kit/show.tsx';
import { nameOf } from '../kit/told-apart.ts';
import { dayOf } from '../kit/typed-day.ts';
import { type MemberVisit, needed } from '../kit/visit.ts';
import { ownChildrenApart, pathOf, shownChild } from './own-child.tsx';

/** A parent's own children (D-30). */

const children = page('/children', ['Par'], async (visit) => {
  const { app, call, words } = visit;
  const { entries, after } = await pageOf(needed(await app.listOwnChildren({ ...call, paging: pagingOf(visit) })));
  const named = await ownChildrenApart(visit, entries);
  const { title, none, missing, join } = words.children.list;
  return {
    title,
    body: (
      <>
        {entries.length === 0 ? (
          <>
            <Text>{none}</Text>
            <Text>{missing}</Text>
          </>
        ) : (
          <Links links={entries.map((child) => [pathOf(child.id), named(child)])} />
        )}
        <More words={words} path="/children" after={after} />
        <ButtonLink href="/children/new">{words.children.add.title}</ButtonLink>
        <Text>
          <Link href="/join">{join}</Link>
        </Text>
      </>
    ),
  };
});

const child = page('/children/:id', ['Par'], async (visit) => {
  const { words, formats } = visit;
  const { fields, common, access } = words;
  const { title, name, notGiven, openCase, openCaseFor, cases } = words.children.child;
  const shown = await shownChild(visit);
  const path = pathOf(shown.id);
  const { birthDate, maskedNumber } = shown;
  const change = (part: string, what: string) => ({ href: `${path}/${part}`, text: common.change, what });
  return {
    title,
    back: '/children',
    isTitleInBody: true,
    body: (
      <>
        <h1 class="govuk-heading-l">{nameOf(shown)}</h1>
        <Facts
          facts={[
            { name, value: nameOf(shown), change: change('name', name) },
            {
              name: fields.birthDate.label,
              value: birthDate ? formats.day(birthDate) : notGiven,
              change: change('birth-date', fields.birthDate.label),
            },
            {
              name: fields.socSecNum.label,
              value: maskedNumber ?? notGiven,
              change: change('number', fields.socSecNum.label),
            },
          ]}
        />
        <ButtonLink href={`/cases/new?child=${shown.id}`}>
          {openCase} <span class="govuk-visually-hidden">{openCaseFor}</span>
        </ButtonLink>
        <Links
          links={[
            [`/cases?child=${shown.id}`, cases],
            [`${path}/parents`, words.children.parents.title],
            [`${path}/access`, access.title],
          ]}
        />
      </>
    ),
  };
});

type Asking = { readonly visit: MemberVisit; readonly state: FormState };

const NameFields = ({ visit: { words }, state }: Asking) => (
  <>
    <TextField words={words} state={state} name="firstName" autocomplete="off" spellcheck={false} />
    <TextField words={words} state={state} name="lastName" autocomplete="off" spellcheck={false} />
  </>
);

/** What was typed, as it will be kept. */
const Answers = ({ visit: { words, formats }, state: { values } }: Asking) => {
  const { fields, common } = words;
  const { name, notGiven } = words.children.child;
  const birthDate = parseBirthDate(dayOf(values, 'birthDate'));
  const number = parseSocSecNum(values['socSecNum'] ?? '');
  const change = (go: `step-${number}`, what: string) => ({ go, text: common.change, what });
  return (
    <Facts
      facts={[
        {
          name,
          value: nameOf({ firstName: values['firstName'] ?? '', lastName: values['lastName'] ?? '' }),
          change: change('step-0', name),
        },
        {
          name: fields.birthDate.label,
          value: birthDate.ok ? formats.day(birthDate.value) : notGiven,
          change: change('step-1', fields.birthDate.label),
        },
        {
          name: fields.socSecNum.label,
          value: number.ok ? maskedSocSecNum(number.value) : notGiven,
          change: change('step-2', fields.socSecNum.label),
        },
      ]}
    />
  );
};

const addChild = form({
  path: '/children/new',
  who: ['Par'],
  needsProof: 'to open',
  fields: {
    firstName: field(parsePersonName),
    lastName: field(parsePersonName),
    birthDate: { ...optional(parseBirthDate), ...day<BirthDate>(parseBirthDate) },
    socSecNum: optional(parseSocSecNum),
  },
  carries: [ASKED_AGE],
  steps: [
    {
      asks: ['firstName', 'lastName'],
      view: (visit, state) => ({
        title: visit.words.children.add.name,
        back: '/children',
        body: (
          <FormOf state={state}>
            <NameFields visit={visit} state={state} />
            <Submit>{visit.words.common.next}</Submit>
          </FormOf>
        ),
      }),
    },
    {
      asks: ['birthDate'],
      check: checkAge,
      view: (visit, shown) => {
        const { birthDate, birthDateHint } = visit.words.children.add;
        const state = askingAge(shown);
        return {
          title: birthDate,
          isTitleInBody: true,
          body: (
            <FormOf state={state}>
              <DayField
                words={visit.words}
                state={state}
                name="birthDate"
                label={birthDate}
                hint={birthDateHint}
                isHeading
              />
              <Steps words={visit.words} back="step-0" />
            </FormOf>
          ),
        };
      },
    },
    {
      asks: ['socSecNum'],
      view: (visit, state) => {
        const { socSecNum, socSecNumHint } = visit.words.children.add;
        return {
          title: socSecNum,
          isTitleInBody: true,
          body: (
            <FormOf state={state}>
              <TextField
                words={visit.words}
                state={state}
                name="socSecNum"
                label={socSecNum}
                hint={socSecNumHint}
                autocomplete="off"
                spellcheck={false}
                width={20}
                isHeading
              />
              <Steps words={visit.words} back="step-1" />
            </FormOf>
          ),
        };
      },
    },
    {
      asks: [],
      view: (visit, state) => ({
        title: visit.words.children.add.check,
        body: (
          <FormOf state={state}>
            <Answers visit={visit} state={state} />
            <Steps words={visit.words} back="step-2">
              {visit.words.children.add.title}
            </Steps>
          </FormOf>
        ),
      }),
    },
  ],
  submit: ({ app, call }, values) => app.addChild({ ...call, ...values }),
  about: { BIRTH_DATE_IN_FUTURE: 'birthDate', CHILD_KNOWN: 'socSecNum' },
  leadsTo: (_, { value }) => `${pathOf(value)}?done=childAdded`,
});

export const childPages = [children, child];
export const childForms = [addChild];
