import { MOST_LISTED } from '@health-case/domain/model/case';
import type { ChildNames } from '@health-case/domain/model/child';
import { parsePatientSearch } from '@health-case/domain/model/names';
import type { PageLimit } from '@health-case/domain/model/pages';
import { type AccountId, parseId } from '@health-case/domain/model/values';
import { ok, type Parsed } from '@health-case/domain/result';
import type { CountedList } from '@health-case/domain/use-cases/case-lists';
import type { PropsWithChildren } from 'hono/jsx';
import { Button } from '../components/button.tsx';
import { Field, Select } from '../components/fields.tsx';
import { FormOf, Submit, toldApart } from '../kit/elements.tsx';
import { searchAt, searchedAt } from '../kit/encrypted.ts';
import { text } from '../kit/fields.ts';
import { firstPage, form, type MemberVisit, needed, type Visit } from '../kit/form.ts';
import { stateOf } from '../kit/form-state.ts';
import { withNumbersOfMonths } from '../kit/read-fields.ts';
import { Links, List, NONE, PAGE_SIZE, Text } from '../kit/show.tsx';
import { listFromStart, listHere } from '../kit/urls.ts';
import { childrenApart } from './case-forms.tsx';
import { colleagueIn } from './own-child.tsx';
import { EnterLink } from './patients.tsx';

/** What a list is asked for by its address. All of it are a few known words, and ids. */
export const given = <Value,>(
  { c }: Visit,
  name: string,
  parse: (text: string) => Parsed<Value>,
): Value | undefined => {
  const parsed = parse(c.req.query(name) ?? '');
  return parsed.ok ? parsed.value : undefined;
};

type Filters = { readonly visit: Visit; readonly path: string; readonly keeps?: readonly string[] };

/** Asks for a list again, by what is chosen. `keeps`: names of what it is asked for otherwise. */
export const Filters = ({ visit: { c, words }, path, keeps = [], children }: PropsWithChildren<Filters>) => (
  <form method="get" action={path} class="portal-filters">
    {keeps.map((name) => (c.req.query(name) ? <input type="hidden" name={name} value={c.req.query(name)} /> : null))}
    {children}
    <Button classes="govuk-button--secondary">{words.cases.apply}</Button>
  </form>
);

type Ordering<Order extends string> = {
  readonly visit: Visit;
  readonly orders: readonly Order[];
  readonly texts: Readonly<Record<Order, string>>;
  readonly order: Order;
};
export const Ordering = <Order extends string>({ visit, orders, texts, order }: Ordering<Order>) => (
  <Select
    name="order"
    label={visit.words.cases.order}
    options={orders.map((value) => ({ value, text: texts[value] }))}
    value={order}
  />
);

export const doctorIn = (visit: Visit): AccountId | undefined => given(visit, 'doctor', parseId<AccountId>);

/** For an assistant of several doctors, or a deputy (D-41): a column that says whose each entry of a list is. */
export const whose = async ({ app, call, words }: MemberVisit) => {
  const isForOthers = call.actor.role === 'Ast' || call.actor.coversOn !== undefined;
  const found = isForOthers ? needed(await app.listOwnDoctors(call)) : [];
  const named = await toldApart(found);
  const doctors =
    found.length > 1
      ? found.map((doctor) => ({ value: doctor.id, text: colleagueIn(words, doctor, named(doctor)) }))
      : [];
  const known = new Map(doctors.map(({ value, text }) => [value, text]));
  const isShown = doctors.length > 0;
  return {
    doctors,
    head: isShown ? [words.cases.doctor] : [],
    of: (doctorId: AccountId | undefined) => (isShown ? [(doctorId && known.get(doctorId)) ?? ''] : []),
  };
};
export type Whose = Awaited<ReturnType<typeof whose>>;

export const doctorFilter = (visit: MemberVisit, { doctors }: Whose) =>
  doctors.length === 0 ? null : (
    <Select
      name="doctor"
      label={visit.words.cases.doctor}
      options={[{ value: '', text: visit.words.cases.all }, ...doctors]}
      value={doctorIn(visit) ?? ''}
    />
  );

/** D-46: a child is found from the header of every page, by those who work for its doctor. */

const PATH = '/find';

/** Also of a day that was copied from a page. */
const parsePatient = Object.assign(
  (typed: string) => parsePatientSearch(withNumbersOfMonths(typed)),
  parsePatientSearch,
);

const childList = async (visit: Visit, found: readonly ChildNames[]) => {
  const { words, formats } = visit;
  const named = await childrenApart(
    visit,
    found.map((child) => ({ child })),
  );
  return (
    <List
      caption={words.staff.children}
      head={[words.cases.child, words.cases.birthDate]}
      rows={found.map((child) => [
        { href: `/cases?child=${child.id}`, text: named(child) },
        child.birthDate ? formats.day(child.birthDate) : NONE,
      ])}
      none={<Text>{words.staff.noChildFound}</Text>}
    />
  );
};

/** At most one more than a page shows. */
const childrenFound = async ({ app, call }: MemberVisit, typed: string): Promise<readonly ChildNames[]> => {
  const search = parsePatient(typed);
  const paging = { limit: (PAGE_SIZE + 1) as PageLimit };
  return search.ok ? firstPage(needed(await app.findChildren({ ...call, search: search.value, paging }))) : [];
};

const find = form(PATH, ['Doc', 'Ast'], 'does the same', {
  isList: true,
  staysOpen: true,
  fields: { patient: text(parsePatient, { width: 20 }) },
  carries: ['list'],
  start: async (visit) => ({ patient: searchedAt(PATH, visit) ?? '' }),
  view: async (visit) => {
    const { staff, common, fields } = visit.words;
    const searched = searchedAt(PATH, visit);
    const found = searched === undefined ? undefined : await childrenFound(visit, searched);
    const list = found && (await childList(visit, found.slice(0, PAGE_SIZE)));
    return {
      title: fields.patient.label,
      body: [
        <FormOf {...(found && { id: null })}>
          <Field name="patient" />
          <Submit kind="secondary">{common.search}</Submit>
        </FormOf>,
        list,
        <EnterLink visit={visit} />,
        found && found.length > PAGE_SIZE ? <Text>{staff.moreFound}</Text> : null,
      ],
    };
  },
  submit: async (_, __, { patient = '' }) => ok(patient),
  // In a list it is searched there. The only one is shown at once.
  leadsTo: async (visit, { value, carried: { list } }) => {
    const place = listHere(visit, list);
    if (place) return searchAt(place, visit, value);
    const [first, ...others] = await childrenFound(visit, value);
    return first && others.length === 0 ? `/cases?child=${first.id}` : searchAt(PATH, visit, value);
  },
});

/** What a list of the staff is searched for: the children, of whom a page at most counts. */
export const childrenIn = async (visit: MemberVisit, path: string) => {
  const text = visit.call.actor.role === 'Par' ? undefined : searchedAt(path, visit);
  if (text === undefined) return undefined;
  const found = await childrenFound(visit, text);
  return { text, children: found.slice(0, PAGE_SIZE).map(({ id }) => id), areMore: found.length > PAGE_SIZE };
};

type ListSearch = { readonly visit: MemberVisit; readonly found: Awaited<ReturnType<typeof childrenIn>> };

/** Above a list: for whom it is searched, how to see all again, and that it does not show all whom the search finds. */
export const ListSearch = ({ visit, found }: ListSearch) => {
  const { staff, common } = visit.words;
  const all = listFromStart(visit.c.req.url, 'search');
  const state = stateOf(visit, find, { step: 0, typed: { patient: found?.text ?? '', list: all } });
  return [
    <FormOf id={null} state={{ ...state, action: PATH }}>
      <Field name="patient" label={staff.findInList} />
      <Submit kind="secondary">{common.search}</Submit>
    </FormOf>,
    found ? <Links links={[[all, staff.allChildren]]} /> : null,
    found?.children.length === 0 ? <Text>{staff.noChildFound}</Text> : null,
    found?.areMore ? <Text>{staff.moreFound}</Text> : null,
  ];
};

const NARROWS = ['certification', 'doctor', 'order', 'search', 'status'];

/** What a list is searched and filtered by. In a narrow window it is folded, unless the address asks for some of it. */
export const Narrowing = ({ visit: { c, words }, children }: PropsWithChildren<{ readonly visit: Visit }>) => (
  <details class="govuk-details portal-narrowing" open={NARROWS.some((name) => c.req.query(name))}>
    <summary class="govuk-details__summary">
      <span class="govuk-details__summary-text">{words.cases.narrow}</span>
    </summary>
    {children}
  </details>
);

type Counted = {
  readonly visit: MemberVisit;
  readonly list: CountedList;
  /** Of a page of the list, and the last of them if there may be more. */
  readonly entries: readonly unknown[];
  readonly after: string | undefined;
};

/** D-46: how many there are in all. Where the page shows them all, nothing is asked. */
export const InAll = async ({ visit, list, entries, after }: Counted) => {
  const { app, c, call, words, formats } = visit;
  const isAll = after === undefined && c.req.query('after') === undefined;
  const count = isAll ? entries.length : needed(await app.countListed({ ...call, ...list }));
  const { inAll, moreThan } = words.common;
  return <Text>{inAll(count < MOST_LISTED ? formats.number(count) : moreThan(formats.number(MOST_LISTED - 1)))}</Text>;
};

export const pages = [find];
