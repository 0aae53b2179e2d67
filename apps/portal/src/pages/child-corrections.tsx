import { type ClearedField, type Correction, parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parsePersonName } from '@health-case/domain/model/values';
import type { PropsWithChildren } from 'hono/jsx';
import { InsetText } from '../components/messages.tsx';
import { ASKED_AGE, askingAge, checkAge } from '../kit/child-age.ts';
import { confirmation } from '../kit/confirmation.tsx';
import { DayField, FormOf, Submit, TextField } from '../kit/elements.tsx';
import { type AnyForm, day, type FormState, field, form } from '../kit/form.ts';
import { Link, Text } from '../kit/show.tsx';
import type { MemberVisit } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';
import { CARRIED_NAME, ChildName, childIdOf, namedAmongOwn, pathOf, shownChild, startNaming } from './own-child.tsx';

/** A parent corrects what is known of a child (D-30). */

const correct = (visit: MemberVisit, given: Correction) =>
  visit.app.correctChild({ ...visit.call, ...given, childId: childIdOf(visit) });

type Corrected = { readonly withdrawn: number; readonly toConfirm: number };

const corrected = (visit: MemberVisit, { value }: { readonly value: Corrected }) => {
  const toConfirm = value.toConfirm > 0 ? 'correctedToConfirm' : 'saved';
  return `${pathOf(childIdOf(visit))}?done=${value.withdrawn > 0 ? 'correctedWithdrawn' : toConfirm}`;
};

type CorrectingProps = PropsWithChildren<{ readonly words: Words; readonly state: FormState }>;

const Correcting = ({ words, state, children }: CorrectingProps) => (
  <>
    <ChildName state={state} />
    <InsetText>{words.children.correct.warning}</InsetText>
    <FormOf state={state}>
      {children}
      <Submit>{words.children.correct.save}</Submit>
    </FormOf>
  </>
);

const correctName = form('does the same', {
  path: '/children/:id/name',
  who: ['Par'],
  fields: { firstName: field(parsePersonName), lastName: field(parsePersonName) },
  carries: CARRIED_NAME,
  start: async (visit) => {
    const child = await shownChild(visit);
    return { firstName: child.firstName, lastName: child.lastName, childName: await namedAmongOwn(visit, child) };
  },
  steps: [
    {
      asks: ['firstName', 'lastName'],
      view: (visit, state) => {
        const { words } = visit;
        return {
          title: words.children.correct.name,
          back: pathOf(childIdOf(visit)),
          body: (
            <Correcting words={words} state={state}>
              <TextField words={words} state={state} name="firstName" autocomplete="off" spellcheck={false} />
              <TextField words={words} state={state} name="lastName" autocomplete="off" spellcheck={false} />
            </Correcting>
          ),
        };
      },
    },
  ],
  submit: correct,
  leadsTo: corrected,
});

const correctBirthDate = form('does the same', {
  path: '/children/:id/birth-date',
  who: ['Par'],
  fields: { birthDate: day(parseBirthDate) },
  carries: [...CARRIED_NAME, ASKED_AGE],
  start: async (visit) => {
    const child = await shownChild(visit);
    return { birthDate: child.birthDate ?? '', childName: await namedAmongOwn(visit, child) };
  },
  steps: [
    {
      asks: ['birthDate'],
      check: checkAge,
      view: (visit, state) => {
        const { words } = visit;
        return {
          title: words.children.correct.birthDate,
          back: pathOf(childIdOf(visit)),
          body: (
            <>
              <Correcting words={words} state={askingAge(state)}>
                <DayField words={words} state={state} name="birthDate" />
              </Correcting>
              <Clear visit={visit} part="birth-date" name="birthDate" />
            </>
          ),
        };
      },
    },
  ],
  submit: correct,
  about: { BIRTH_DATE_IN_FUTURE: 'birthDate' },
  leadsTo: corrected,
});

/** D-30: what is optional can be taken back. */
const clearing = (part: 'birth-date' | 'number', name: ClearedField): AnyForm =>
  form('does the same', {
    path: `/children/:id/${part}/clear`,
    who: ['Par'],
    fields: {},
    carries: CARRIED_NAME,
    start: startNaming,
    steps: [
      {
        asks: [],
        view: (visit, state) => {
          const { correct: texts } = visit.words.children;
          return confirmation(visit.words, state, {
            title: texts.clear[name],
            back: pathOf(childIdOf(visit)),
            about: (
              <>
                <ChildName state={state} />
                {name === 'birthDate' ? <InsetText>{texts.warning}</InsetText> : null}
              </>
            ),
            send: texts.clear.submit,
            kind: 'warning',
          });
        },
      },
    ],
    submit: (visit) => visit.app.correctChild({ ...visit.call, childId: childIdOf(visit), clear: [name] }),
    leadsTo: corrected,
  });

/** Leads to taking back what the form corrects. */
const Clear = ({
  visit,
  part,
  name,
}: {
  readonly visit: MemberVisit;
  readonly part: string;
  readonly name: ClearedField;
}) => (
  <Text>
    <Link href={`${pathOf(childIdOf(visit))}/${part}/clear`}>{visit.words.children.correct.clear[name]}</Link>
  </Text>
);

/** The number that is known is not shown, so the field is empty. */
const correctNumber = form('does the same', {
  path: '/children/:id/number',
  who: ['Par'],
  fields: { socSecNum: field(parseSocSecNum) },
  carries: CARRIED_NAME,
  start: startNaming,
  steps: [
    {
      asks: ['socSecNum'],
      view: (visit, state) => {
        const { words } = visit;
        return {
          title: words.children.correct.socSecNum,
          back: pathOf(childIdOf(visit)),
          body: (
            <>
              <ChildName state={state} />
              <FormOf state={state}>
                <TextField
                  words={words}
                  state={state}
                  name="socSecNum"
                  autocomplete="off"
                  spellcheck={false}
                  width={20}
                />
                <Submit>{words.children.correct.save}</Submit>
              </FormOf>
              <Clear visit={visit} part="number" name="socSecNum" />
            </>
          ),
        };
      },
    },
  ],
  submit: correct,
  about: { CHILD_KNOWN: 'socSecNum' },
  leadsTo: corrected,
});

export const correctionForms = [
  ...[correctName, correctBirthDate, correctNumber],
  ...[clearing('birth-date', 'birthDate'), clearing('number', 'socSecNum')],
];
