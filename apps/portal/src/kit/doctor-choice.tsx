import { parseNameSearch } from '@health-case/domain/model/names';
import type { PageLimit } from '@health-case/domain/model/pages';
import { type AccountId, type ChildId, parseId } from '@health-case/domain/model/values';
import type { DoctorFound } from '@health-case/domain/use-cases/teams';
import type { Child } from 'hono/jsx';
import { Field } from '../components/fields.tsx';
import type { Words } from '../words/words.ts';
import { EnterGoesOn, FormOf, markOf, nameOf, Submit, toldApart, withTrait } from './elements.tsx';
import { choice, nameSearch, optional } from './fields.ts';
import { type FormState, firstPage, type MemberVisit, needed, type Typed } from './form.ts';
import { Text } from './show.tsx';

/** On a page. */
const MOST = 20;
const MOST_COUNTED = 100;
const ONE = 1 as PageLimit;
/** A parent's cases among which a doctor is looked for. */
const LAST = 30 as PageLimit;

/** How many are listed without a search. */
const MOST_LISTED = 10;

/** Whoever looks for somebody may type a title or "Frau", which is no part of a name here. */
const TITLES =
  /^(dre?|drs|prof|doctor|doktor|docteur|docteure|dokter|professor|professeure?|med|dent|habil|frau|herrn?|mrs?|ms|miss|mme|madame|monsieur|mevrouw|mevr|mw|meneer|dhr)$/i;
const parseDoctorSearch = (text: string) => {
  const words = text.split(/[\s.,]+/u);
  const names = words.filter((word) => !TITLES.test(word)).join(' ');
  return parseNameSearch(names.trim() === '' ? text : names);
};

/** All, where they are few, and otherwise those with whom a parent has a case, if there are any. */
const doctorsAtFirst = async (visit: MemberVisit, except: For['except']) => {
  const { app, call } = visit;
  const paging = { limit: (MOST_LISTED + 1) as PageLimit };
  const listed = async (ids?: readonly AccountId[]) =>
    firstPage(needed(await app.findDoctors({ ...call, paging, ...(ids && { ids }) })));
  const all = await listed();
  const areFew = all.length <= MOST_LISTED;
  const known = areFew ? [] : [...(await knownDoctors(visit))].filter((id) => id !== except);
  const doctors = areFew ? all : await listed(known);
  if (!areFew && doctors.length === 0) return undefined;
  return { doctors, named: await toldApart(doctors), next: undefined, count: doctors.length, areKnown: !areFew };
};

/** The doctors of a page, the last of them if there are more, and how many were found: at most one more than is counted. */
const doctorsFound = async (visit: MemberVisit, typed: FormState['values'], except?: For['except']) => {
  const { app, call } = visit;
  const { name: searched = '' } = typed;
  if (searched.trim() === '') return doctorsAtFirst(visit, except);
  const name = parseDoctorSearch(searched);
  if (!name.ok) return undefined;
  const find = async (after?: AccountId) => {
    const paging = { limit: (MOST_COUNTED + 1) as PageLimit, ...(after && { after }) };
    return firstPage(needed(await app.findDoctors({ ...call, name: name.value, paging })));
  };
  const first = await find();
  const after = parseId<AccountId>(typed['after'] ?? '');
  const rest = after.ok ? await find(after.value) : first;
  const doctors = rest.slice(0, MOST);
  // Of more than are counted, others of the name may stand on any page.
  const isUncounted = after.ok && first.length > MOST_COUNTED;
  const named = isUncounted
    ? (one: DoctorFound) => withTrait(nameOf(one), markOf(one.id))
    : await toldApart([...first, ...doctors]);
  const next = rest.length > MOST ? doctors.at(-1)?.id : undefined;
  return { doctors, named, next, count: first.length, areKnown: false };
};

export const chosenDoctor = async (visit: MemberVisit, { values, hidden }: FormState): Promise<string> => {
  const found = await doctorsFound(visit, { ...hidden, ...values });
  const chosen = found?.doctors.find(({ id }) => id === values['doctorId']);
  return found && chosen ? found.named(chosen) : '';
};

/** The child of the case, if it is for one, and a doctor who is not offered. */
type For = { readonly childId: string | undefined; readonly except?: AccountId };

/** D-43: whether the doctor does not take the child. A parent alone learns it: no doctor hears of others' cases. */
const isRefused = async ({ app, call }: MemberVisit, { id, takesNoChildren }: DoctorFound, child: string) => {
  const childId = parseId<ChildId>(child);
  if (!takesNoChildren || call.actor.role !== 'Par' || !childId.ok) return false;
  const filter = { childId: childId.value, doctorId: id };
  const cases = needed(await app.listCases({ ...call, paging: { limit: ONE }, filter }));
  return (await firstPage(cases)).length === 0;
};

/** With which doctors a parent has a case already, the last at first. */
const knownDoctors = async ({ app, call }: MemberVisit): Promise<ReadonlySet<AccountId>> => {
  if (call.actor.role !== 'Par') return new Set();
  const newest = { paging: { limit: LAST }, filter: { newestFirst: true } } as const;
  const cases = await firstPage(needed(await app.listCases({ ...call, ...newest })));
  return new Set(cases.map(({ doctorId }) => doctorId));
};

const doctorsOffered = async (visit: MemberVisit, typed: FormState['values'], { childId = '', except }: For) => {
  const found = await doctorsFound(visit, typed, except);
  const others = found?.doctors.filter(({ id }) => id !== except) ?? [];
  const offered = await Promise.all(
    others.map(async (doctor) => ({ ...doctor, isRefused: await isRefused(visit, doctor, childId) })),
  );
  const { nobodyHere, nobodyFound, nobodyElseFound } = visit.words.staff;
  const isNobody = found && offered.length === 0 && found.next === undefined;
  const isSearched = (typed['name'] ?? '').trim() !== '';
  const nobodyOfName = found?.count === 0 ? nobodyFound : nobodyElseFound;
  const nobody = isNobody ? (isSearched ? nobodyOfName : nobodyHere) : undefined;
  return { found, offered, nobody };
};

/** The doctor who was chosen is among those who are offered, also if the name was changed since. */
export const checkDoctor = async (visit: MemberVisit, typed: Typed, whom: For): Promise<FormState['errors']> => {
  const { fields, refusals } = visit.words;
  const { offered, nobody } = await doctorsOffered(visit, typed, whom);
  if (offered.length === 0) return { name: nobody ?? fields.name.missing };
  const chosen = offered.find(({ id }) => id === typed['doctorId']);
  if (!chosen) return { doctorId: fields.doctorId.missing };
  return chosen.isRefused ? { doctorId: refusals.DOCTOR_TAKES_NO_CHILDREN } : {};
};

type Offer = For & {
  readonly back?: `step-${number}`;
};

/** Finds doctors by name within a form, and lets one of them be chosen. */
const doctorChoice = async (visit: MemberVisit, state: FormState, { back, ...whom }: Offer) => {
  const { words, formats } = visit;
  const typed = { ...state.hidden, ...state.values };
  const { found, offered, nobody } = await doctorsOffered(visit, typed, whom);
  const { staff } = words;
  const areAlike = offered.some((doctor) => found?.named(doctor) !== nameOf(doctor));
  const known = areAlike || found?.areKnown ? await knownDoctors(visit) : new Set();
  const hintOf = (id: AccountId, takesNoChildren: boolean) =>
    [known.has(id) ? staff.known : [], takesNoChildren && whom.childId !== undefined ? staff.takesNoChildren : []]
      .flat()
      .join('. ');
  return [
    <EnterGoesOn />,
    <Field name="name" />,
    <Submit go="again" kind="secondary">
      {staff.findDoctor}
    </Submit>,
    nobody && state.errors.name === undefined ? <Text>{nobody}</Text> : null,
    found && found.count > MOST ? (
      <Text>
        {found.count > MOST_COUNTED
          ? staff.foundMore(formats.number(MOST_COUNTED))
          : staff.found(formats.number(found.count))}
      </Text>
    ) : null,
    offered.length > 0 ? (
      <Field
        name="doctorId"
        options={offered.map((doctor) => ({
          value: doctor.id,
          text: found?.named(doctor) ?? '',
          disabled: doctor.isRefused,
          hint: hintOf(doctor.id, doctor.takesNoChildren),
        }))}
      />
    ) : null,
    found?.next ? (
      <Submit go={`after-${found.next}`} kind="secondary">
        {words.common.nextPage}
      </Submit>
    ) : null,
    <div class="govuk-button-group">
      {offered.length > 0 ? <Submit>{words.common.next}</Submit> : null}
      {back ? (
        <Submit go={back} kind="secondary">
          {words.common.back}
        </Submit>
      ) : null}
    </div>,
  ];
};

export const doctorFields = { name: optional(nameSearch), doctorId: choice(parseId<AccountId>) } as const;

type DoctorStep<Whom extends For> = {
  readonly title: (words: Words) => string;
  readonly whom: (visit: MemberVisit, typed: FormState['values']) => Whom | Promise<Whom>;
  readonly back?: (visit: MemberVisit) => string;
  readonly about?: (visit: MemberVisit, whom: Whom) => Child | Promise<Child>;
  /** The step before. */
  readonly after?: `step-${number}`;
};

export const doctorStep = <Whom extends For>({ title, whom, back, about, after }: DoctorStep<Whom>) => ({
  asks: ['name', 'doctorId'] as ('name' | 'doctorId')[],
  finds: 'name' as const,
  check: async (visit: MemberVisit, typed: Typed) => checkDoctor(visit, typed, await whom(visit, typed)),
  view: async (visit: MemberVisit, state: FormState) => {
    const known = await whom(visit, state.values);
    return {
      title: title(visit.words),
      back: back?.(visit),
      body: [
        await about?.(visit, known),
        <FormOf>{await doctorChoice(visit, state, { ...known, ...(after && { back: after }) })}</FormOf>,
      ],
    };
  },
});
