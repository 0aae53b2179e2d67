import {
  CASE_STATUSES,
  type CaseFilter,
  CERTIFICATION_STATUSES,
  parseCaseStatus,
  parseCertificationStatus,
} from '@health-case/domain/model/case';
import type { ChildNames } from '@health-case/domain/model/child';
import type { Work } from '@health-case/domain/model/notice';
import { type AccountId, type ChildId, parseId } from '@health-case/domain/model/values';
import { oneOf } from '@health-case/domain/result';
import type { CaseEntry } from '@health-case/domain/use-cases/case-lists';
import { Field, Select } from '../components/fields.tsx';
import { doctorFields, doctorStep } from '../kit/doctor-choice.tsx';
import { FormOf, nameOf, Submit } from '../kit/elements.tsx';
import { choice, title } from '../kit/fields.ts';
import { form, listPage, type MemberVisit, NotShown, needed, type Visit } from '../kit/form.ts';
import { once } from '../kit/rendering.ts';
import {
  ButtonLink,
  Facts,
  Heading,
  Links,
  type LinkTo,
  List,
  listed,
  More,
  NONE,
  Text,
  TextLink,
  tag,
} from '../kit/show.tsx';
import { listBefore } from '../kit/urls.ts';
import type { Words } from '../words/words.ts';
import { childAmong, childFacts, childrenApart } from './case-forms.tsx';
import { certificationTag } from './decisions.tsx';
import {
  childrenIn,
  doctorFilter,
  doctorIn,
  Filters,
  given,
  InAll,
  ListSearch,
  Narrowing,
  Ordering,
  type Whose,
  whose,
} from './find.tsx';
import { ownChildrenApart, pathOf } from './own-child.tsx';
import { doctorsOf, patientPath } from './patients.tsx';

/** The cases in which the caller takes part (D-19, D-31). */
const statusTag = (words: Words, status: CaseEntry['status']) =>
  tag(words.cases.statuses[status], status === 'ongoing' ? 'blue' : 'grey');

const isWithout = (filter: CaseFilter): boolean => Object.values(filter).every((value) => value === undefined);

const FILTERS = ['status', 'certification'] as const;
const ORDERS = ['newest', 'oldest'] as const;
const inOrder = (order: (typeof ORDERS)[number] | undefined) =>
  order === 'oldest' ? {} : ({ newestFirst: true } as const);

const filterOf = (visit: Visit) => ({
  status: given(visit, 'status', parseCaseStatus),
  certification: given(visit, 'certification', parseCertificationStatus),
  childId: given(visit, 'child', parseId<ChildId>),
  doctorId: doctorIn(visit),
  order: given(visit, 'order', oneOf(ORDERS)),
});

const filters = (visit: MemberVisit, filter: ReturnType<typeof filterOf>, doctor: Whose) => {
  const { words, c, cases, decisions } = visit;
  const ofDoctor = doctorFilter(visit, doctor);
  const all = { value: '', text: cases.all };
  const options = {
    status: CASE_STATUSES.map((value) => ({ value, text: cases.statuses[value] })),
    certification: CERTIFICATION_STATUSES.map((value) => ({ value, text: decisions.statuses[value] })),
  };
  const isPlain = ['child', 'search', 'doctor'].every((name) => c.req.query(name) === undefined) && !ofDoctor;
  const make = () => (
    <Filters visit={visit} path="/cases" keeps={['child', 'search']}>
      {FILTERS.map((name) => (
        <Select name={name} label={cases[name]} options={[all, ...options[name]]} value={filter[name] ?? ''} />
      ))}
      {ofDoctor}
      <Ordering visit={visit} orders={ORDERS} texts={cases.orders} order={filter.order ?? 'newest'} />
    </Filters>
  );
  return isPlain ? once(`filters ${words.language} ${Object.values(filter)}`, make) : make();
};

/** Where the cases of one child are asked for. */
const wayBack = ({ call: { actor } }: MemberVisit, childId: ChildId): string =>
  actor.role === 'Par' ? pathOf(childId) : '/practice/children';

/** A parent opens one for an own child; staff for a child of the doctor's list, from its cases. */
const openingPath = async (visit: MemberVisit, childId: ChildId | undefined, doctorId: AccountId | undefined) => {
  if (visit.call.actor.role === 'Par') return childId ? `/cases/new?child=${childId}` : '/cases/new';
  if (!childId || !doctorId) return undefined;
  const isFor = (await doctorsOf(visit)).some(({ id }) => id === doctorId);
  return isFor ? `/practice/cases/new?child=${childId}&doctor=${doctorId}` : undefined;
};

const noneOf = ({ cases }: Words, { status, certification, childId, doctorId, children }: CaseFilter): string =>
  status || certification || doctorId || children ? cases.none : childId ? cases.noneOfChild : cases.noneYet;

/** To the child of which the cases are, for the staff, and to the cases of all. */
const linksOf = ({ words, call }: MemberVisit, childId: ChildId, isKnown: boolean): readonly (LinkTo | false)[] => [
  isKnown && call.actor.role !== 'Par' && [patientPath(childId), words.patients.data],
  ['/cases', words.cases.allCases],
];

const searched = async (visit: MemberVisit, asked: CaseFilter) => {
  if (visit.call.actor.role === 'Par' || asked.childId) return { filter: asked, search: null };
  const found = await childrenIn(visit, '/cases');
  const filter: CaseFilter = { ...asked, ...(found && { children: found.children }) };
  return { filter, search: <ListSearch visit={visit} found={found} /> };
};

/** D-43: the cases that nobody of the doctor's staff has opened, oldest first. */
const NEW_CASES = '/new-cases';

const newCases = async (visit: MemberVisit) => {
  const { app, call, formats, cases } = visit;
  const { entries, after } = await listed(visit, (paging) =>
    app.listCases({ ...call, paging, filter: { isNew: true }, detail: 'full' }),
  );
  const named = await childrenApart(visit, entries);
  const doctor = await whose(visit);
  const list = (
    <List
      caption={cases.newCases}
      head={[cases.about, cases.child, cases.arrived, ...doctor.head]}
      rows={entries.map(({ id, title, child, newSince, doctorId }) => [
        { href: `/cases/${id}`, text: title },
        child ? named(child) : '',
        newSince === undefined ? '' : formats.ago(newSince),
        ...doctor.of(doctorId),
      ])}
      none={<Text>{cases.noneNew}</Text>}
      path={NEW_CASES}
      after={after}
    />
  );
  return { entries, list };
};

/** Above the other cases, for those who work for a doctor. */
const newCasesAbove = async (visit: MemberVisit) => {
  const { entries, list } = await newCases(visit);
  if (entries.length === 0) return null;
  const { cases } = visit.words;
  return [<Heading>{cases.newCases}</Heading>, list, <Heading>{cases.otherCases}</Heading>];
};

const newOnes = listPage(NEW_CASES, ['Doc', 'Ast'], async (visit) => {
  const { list } = await newCases(visit);
  return { title: visit.words.cases.newCases, back: '/cases', isWide: true, body: list };
});

/** D-43: where the list has no conditions, what is new to the staff stands above, and is no part of it. */
const apart = async (visit: MemberVisit, { newCases }: Work, filter: CaseFilter) => {
  const isApart = visit.call.actor.role !== 'Par' && isWithout(filter) && newCases > 0;
  if (!isApart) return { wanted: filter, newCases: null };
  const isAtStart = visit.c.req.query('after') === undefined;
  return { wanted: { ...filter, isNew: false }, newCases: isAtStart ? await newCasesAbove(visit) : null };
};

const list = listPage('/cases', 'member', async (visit) => {
  const { app, call, words, formats, cases } = visit;
  const { order, ...asked } = filterOf(visit);
  const { childId } = asked;
  const { filter, search } = await searched(visit, asked);
  const isFirst = isWithout(filter);
  // Before the list: where nothing is new, or unread, nothing is looked for.
  const work = needed(await app.showWork(call));
  const { wanted, newCases } = await apart(visit, work, filter);
  const { entries, after } = await listed(visit, (paging) =>
    app.listCases({ ...call, paging, filter: { ...wanted, ...inOrder(order) }, detail: 'full' }),
  );
  const child = childId && (entries[0]?.child ?? (await childAmong(visit, childId)));
  const named = await childrenApart(visit, entries);
  const ids = work.unreadNotes > 0 ? entries.map(({ id }) => id) : [];
  const unread = needed(await app.checkUnreadNotes({ ...call, cases: ids }));
  const opening = await openingPath(visit, childId, entries[0]?.doctorId);
  const doctor = await whose(visit);
  const filtering = filters(visit, { order, ...asked }, doctor);
  const inAll =
    call.actor.role !== 'Par' && (await InAll({ visit, list: { list: 'cases', filter: wanted }, entries, after }));
  return {
    title: cases.title,
    back: childId && listBefore(visit, wayBack(visit, childId)),
    heading: child ? `${cases.title} ${words.staff.casesOf(nameOf(child))}` : cases.title,
    isWide: true,
    work,
    body: [
      child?.birthDate ? <Text>{words.common.labelled(cases.birthDate, formats.day(child.birthDate))}</Text> : null,
      childId ? <Links links={linksOf(visit, childId, child !== undefined)} /> : null,
      opening ? <ButtonLink href={opening}>{cases.open}</ButtonLink> : null,
      isFirst && work.unreadNotes > 0 ? <TextLink href="/unread-notes">{cases.unreadNotes}</TextLink> : null,
      newCases,
      <Narrowing visit={visit}>
        {search}
        {filtering}
      </Narrowing>,
      inAll,
      <List
        caption={cases.title}
        head={[
          ...[cases.about, cases.child, cases.birthDate, cases.openedAt, cases.status, cases.certification],
          ...(unread.size > 0 ? [cases.unreadNotes] : []),
          ...doctor.head,
        ]}
        rows={entries.map(({ id, title, child, openedAt, status, certification, doctorId }) => [
          { href: `/cases/${id}`, text: title },
          child ? named(child) : '',
          child?.birthDate ? formats.day(child.birthDate) : NONE,
          formats.shortDayAt(openedAt),
          statusTag(words, status),
          certification ? certificationTag(words, certification) : NONE,
          ...(unread.size > 0 ? [unread.get(id) ?? NONE] : []),
          ...doctor.of(doctorId),
        ])}
        none={newCases ? null : <Text>{noneOf(words, filter)}</Text>}
        after={after}
      />,
    ],
  };
});

/** D-19: a parent opens a case of an own child with any doctor. */
const open = form('/cases/new', ['Par'], {
  needsProof: 'to open',
  fields: { childId: choice(parseId<ChildId>), ...doctorFields, title },
  start: async ({ c }) => ({ childId: c.req.query('child') ?? '' }),
  carries: ['after'],
  startsAt: ({ childId = '' }) => (parseId(childId).ok ? 1 : 0),
  steps: [
    {
      asks: ['childId'],
      view: async (visit, state) => {
        const { app, call, words } = visit;
        const { entries: children, after } = await listed(visit, (paging) => app.listOwnChildren({ ...call, paging }));
        const named = await ownChildrenApart(visit, children);
        return {
          title: words.fields.childId.label,
          back: '/cases',
          ...(children.length > 0 && { isTitleInBody: true }),
          body:
            children.length === 0
              ? [
                  <Text>{words.cases.noChildren}</Text>,
                  <ButtonLink href="/children/new">{words.children.add.title}</ButtonLink>,
                ]
              : [
                  <FormOf>
                    <Field
                      name="childId"
                      isHeading
                      options={children.map((child) => ({ value: child.id, text: named(child) }))}
                    />
                    <Submit>{words.common.next}</Submit>
                  </FormOf>,
                  <More path={`/cases/new?form=${state.hidden['key']}`} after={after} />,
                ],
        };
      },
    },
    doctorStep({
      title: ({ fields }) => fields.doctorId.label,
      whom: (_, typed) => ({ childId: typed['childId'] }),
      after: 'step-0',
    }),
    {
      asks: ['title'],
      title: ({ fields }) => fields.title.label,
      hint: ({ cases }) => cases.aboutHint,
      send: ({ cases }) => cases.open,
    },
  ],
  submit: ({ app, call }, { childId, doctorId, title }) => app.openCase({ ...call, childId, doctorId, title }),
  beside: { CHILD_NOT_FOUND: 'childId', DOCTOR_NOT_FOUND: 'doctorId', DOCTOR_TAKES_NO_CHILDREN: 'doctorId' },
  leadsTo: (_, { value }) => `/cases/${value}?done=caseOpened`,
});

const knownChild = async (visit: MemberVisit, childId: string | undefined): Promise<ChildNames> => {
  const id = parseId<ChildId>(childId ?? '');
  const child = id.ok && (await childAmong(visit, id.value));
  if (!child) throw new NotShown({ code: 'CHILD_NOT_FOUND' });
  return child;
};

/** Staff of a doctor, or the doctor's deputy, open one for a child of the list. */
const openAsStaff = form('/practice/cases/new', ['Doc', 'Ast'], {
  needsProof: 'to open',
  fields: { childId: choice(parseId<ChildId>), doctorId: choice(parseId<AccountId>), title },
  start: async ({ c, call }) => ({
    childId: c.req.query('child') ?? '',
    doctorId: c.req.query('doctor') ?? call.actor.id,
  }),
  asks: ['title'],
  title: ({ fields }) => fields.title.label,
  hint: ({ cases }) => cases.aboutHint,
  back: (_, { values }) => `/cases?child=${values['childId']}`,
  about: async (visit, { values }) => {
    const child = childFacts(visit, await knownChild(visit, values['childId']));
    const doctor = (await doctorsOf(visit)).find(({ id }) => id === values['doctorId']);
    if (!doctor) throw new NotShown({ code: 'DOCTOR_UNAVAILABLE' });
    return (
      <Facts
        facts={[...child, { name: visit.cases.doctor, value: doctor.id !== visit.call.actor.id && nameOf(doctor) }]}
      />
    );
  },
  send: ({ cases }) => cases.open,
  submit: ({ app, call }, { childId, doctorId, title }) => app.openCase({ ...call, childId, doctorId, title }),
  leadsTo: (_, { value }) => `/cases/${value}?done=caseOpened`,
});

export const pages = [list, newOnes, open, openAsStaff];
