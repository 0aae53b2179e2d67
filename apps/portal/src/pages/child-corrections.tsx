import { type ClearedField, type Correction, parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { ASKED_AGE, askingAge, checkAge } from '../kit/child-age.ts';
import { day, personName, text } from '../kit/fields.ts';
import { type AnyForm, form } from '../kit/form.ts';
import { InsetText, TextLink } from '../kit/show.tsx';
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

/** Whom it is about, and what follows. */
const warned = ({ words }: MemberVisit) => [<ChildName />, <InsetText>{words.children.correct.warning}</InsetText>];

const ofChild = (visit: MemberVisit): string => pathOf(childIdOf(visit));
const save = ({ children }: Words): string => children.correct.save;

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
  send: save,
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
  send: save,
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

/** The number that is known is not shown, so the field is empty. */
const correctNumber = form('/children/:id/number', ['Par'], 'does the same', {
  fields: { socSecNum: { ...text(parseSocSecNum, { width: 20 }), isMasked: true } },
  carries: CARRIED_NAME,
  start: startNaming,
  title: ({ children }) => children.correct.socSecNum,
  back: ofChild,
  about: () => <ChildName />,
  below: clear('number', 'socSecNum'),
  send: save,
  submit: correct,
  beside: { CHILD_KNOWN: 'socSecNum' },
  leadsTo: corrected,
});

export const correctionPages = [
  ...[correctName, correctBirthDate, correctNumber],
  ...[clearing('birth-date', 'birthDate'), clearing('number', 'socSecNum')],
];
