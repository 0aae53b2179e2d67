import type { PageLimit } from '@health-case/domain/model/pages';
import { type AccountId, type CoverId, parseDay, parseId } from '@health-case/domain/model/values';
import { ok, type Parser, parser, problem } from '@health-case/domain/result';
import { Field } from '../components/fields.tsx';
import { doctorFields, doctorStep } from '../kit/doctor-choice.tsx';
import { EnterGoesOn, FormOf, nameOf, Submit, toldApart } from '../kit/elements.tsx';
import { day, nameSearch, optional, reason, ticks } from '../kit/fields.ts';
import {
  type FormState,
  firstPage,
  form,
  idIn,
  type MemberVisit,
  NotShown,
  needed,
  page,
  TICK_END,
  type Visit,
} from '../kit/form.ts';
import { ButtonLink, Facts, Heading, InsetText, Link, Links, NONE, Table, Text } from '../kit/show.tsx';
import { pathHere } from '../kit/urls.ts';
import { colleagueIn } from './own-child.tsx';

const OWN = '/practice/cover';
const OF_STAFF = '/manage/staff/:staff/cover';

const staffIn = (visit: Visit) => idIn<AccountId>(visit, 'DOCTOR_NOT_FOUND', 'staff');
const ownId = ({ call }: MemberVisit): AccountId => call.actor.id;

type ShownCover = Awaited<ReturnType<typeof coversOf>>[number];
export const daysOf = ({ words, formats }: Visit, { firstDay, lastDay }: ShownCover): string =>
  firstDay === lastDay ? formats.day(firstDay) : words.covers.fromTo(formats.day(firstDay), formats.day(lastDay));

export const coversOf = async ({ app, call }: MemberVisit, doctorId: AccountId) =>
  needed(await app.listCovers({ ...call, doctorId }));

/** Of one doctor: as doctor, and as deputy. `own`: the doctor reads it. */
const coverList = async (visit: MemberVisit, doctorId: AccountId, here: string, own: boolean) => {
  const { covers, cases } = visit.words;
  const texts = own ? covers : { ...covers, ...covers.ofStaff };
  const found = await coversOf(visit, doctorId);
  const rowOf = (cover: ShownCover) => {
    const other = cover.doctorId === doctorId ? cover.deputy : cover.doctor;
    const isAsked = own && cover.deputyId === doctorId && cover.agreedAt === undefined;
    const what = nameOf(other);
    return [
      colleagueIn(visit.words, other),
      daysOf(visit, cover),
      isAsked
        ? { href: `/covers/${cover.id}/agree`, text: texts.agree, what }
        : texts.states[cover.agreedAt === undefined ? 'asked' : 'agreed'],
      { href: `/covers/${cover.id}/end?from=${encodeURIComponent(here)}`, text: texts.end, what },
    ];
  };
  const parts = [
    [texts.deputies, texts.deputy, found.filter((cover) => cover.doctorId === doctorId)],
    [texts.doctors, cases.doctor, found.filter((cover) => cover.deputyId === doctorId)],
  ] as const;
  return [
    <Text>{texts.text}</Text>,
    found.length === 0 ? <Text>{texts.nobody}</Text> : null,
    parts.map(([caption, who, ofPart]) =>
      ofPart.length === 0 ? null : (
        <Table caption={caption} head={[who, texts.days, visit.common.state, texts.end]} rows={ofPart.map(rowOf)} />
      ),
    ),
    <ButtonLink href={`${here}/new`}>{texts.name}</ButtonLink>,
  ];
};

const own = page(OWN, ['Doc'], async (visit) => ({
  title: visit.words.covers.title,
  back: '/practice/assistants',
  isWide: true,
  body: [
    await coverList(visit, ownId(visit), OWN, true),
    <Links links={[['/practice/leaving', visit.words.covers.leave]]} />,
  ],
}));

const staffPath = (visit: Visit) => `/manage/staff/${staffIn(visit)}`;
const pathOfStaff = (visit: Visit) => OF_STAFF.replace(':staff', staffIn(visit));
const ofStaff = page(OF_STAFF, 'manager', async (visit) => ({
  title: visit.words.covers.ofStaff.title,
  back: staffPath(visit),
  isWide: true,
  body: [
    <p class="govuk-body-l">
      {nameOf(needed(await visit.app.showStaff({ ...visit.call, id: staffIn(visit) })).account)}
    </p>,
    await coverList(visit, staffIn(visit), pathOfStaff(visit), false),
  ],
}));

const fields = { ...doctorFields, firstDay: day(parseDay), lastDay: day(parseDay) } as const;
const beside = { COVER_DAYS_INVALID: 'firstDay', COVER_OVERLAPS: 'firstDay', DOCTOR_NOT_FOUND: 'doctorId' } as const;

const name = form(`${OWN}/new`, ['Doc'], {
  fields,
  carries: ['after'],
  steps: [
    doctorStep({
      title: ({ covers }) => covers.chooseTitle,
      back: () => OWN,
      whom: (visit) => ({ childId: undefined, except: ownId(visit) }),
    }),
    {
      asks: ['firstDay', 'lastDay'],
      title: ({ covers }) => covers.daysTitle,
      about: ({ words }) => <Text>{words.covers.text}</Text>,
      send: ({ covers }) => covers.ask,
    },
  ],
  submit: ({ app, call }, { doctorId: deputyId, firstDay, lastDay }) =>
    app.nameDeputy({ ...call, doctorId: call.actor.id, deputyId, firstDay, lastDay }),
  beside,
  leadsTo: () => `${OWN}?done=coverAsked`,
});

const nameForStaff = form(`${OF_STAFF}/new`, 'manager', {
  fields: { ...fields, reason: optional(reason) },
  carries: ['after'],
  steps: [
    doctorStep({
      title: ({ covers }) => covers.ofStaff.chooseTitle,
      back: pathOfStaff,
      whom: (visit) => ({ childId: undefined, except: staffIn(visit) }),
    }),
    {
      asks: ['firstDay', 'lastDay', 'reason'],
      title: ({ covers }) => covers.daysTitle,
      about: ({ words }) => <Text>{words.covers.reasonText}</Text>,
      send: ({ covers }) => covers.ask,
    },
  ],
  submit: (visit, { doctorId: deputyId, firstDay, lastDay, reason }) =>
    visit.app.nameDeputy({ ...visit.call, doctorId: staffIn(visit), deputyId, firstDay, lastDay, reason }),
  beside: { ...beside, REASON_NEEDED: 'reason' },
  leadsTo: (visit) => `${pathOfStaff(visit)}?done=saved`,
});

const coverIn = (visit: Visit) => idIn<CoverId>(visit, 'COVER_NOT_FOUND', 'cover');
const shownCover = async (visit: MemberVisit, may: (cover: ShownCover) => boolean, text: string) => {
  const { app, call, cases, covers: texts } = visit;
  const found = needed(await app.showCover({ ...call, coverId: coverIn(visit) }));
  if (!may(found)) throw new NotShown({ code: 'COVER_NOT_FOUND' });
  const facts = [
    { name: cases.doctor, value: nameOf(found.doctor) },
    { name: texts.deputy, value: nameOf(found.deputy) },
    { name: texts.days, value: daysOf(visit, found) },
  ];
  return [<Facts facts={facts} />, <Text>{text}</Text>];
};

const agree = form('/covers/:cover/agree', ['Doc'], {
  title: ({ covers }) => covers.agreeTitle,
  back: OWN,
  about: (visit) => shownCover(visit, ({ deputyId }) => deputyId === ownId(visit), visit.words.covers.agreeText),
  send: ({ covers }) => covers.agree,
  submit: (visit) => visit.app.agreeToCover({ ...visit.call, coverId: coverIn(visit) }),
  leadsTo: () => `${OWN}?done=coverAgreed`,
});

/** Where it was chosen. */
const listOf = ({ call }: MemberVisit, from: string | undefined): string =>
  pathHere(from) ?? (call.actor.role === 'Doc' ? OWN : '/manage/staff');

export const endCover = form('/covers/:cover/end', ['Doc', 'Ast'], {
  carries: ['from'],
  start: async ({ c }) => ({ from: c.req.query('from') ?? '' }),
  title: ({ covers }) => covers.endTitle,
  back: (visit, { hidden: { from } }) => listOf(visit, from),
  about: (visit) => shownCover(visit, () => true, visit.words.covers.endText),
  send: ({ covers }) => covers.end,
  kind: 'warning',
  submit: (visit) => visit.app.endCover({ ...visit.call, coverId: coverIn(visit) }),
  leadsTo: (visit, { carried: { from } }) => `${listOf(visit, from)}?done=coverEnded`,
});

/** Where a doctor begins: who stands in for whom today, and what is asked. */
export const coverNotice = async (visit: MemberVisit) => {
  const { covers: texts } = visit.words;
  const own = ownId(visit);
  const lines = (await coversOf(visit, own)).flatMap((cover) => {
    const { doctor, deputy, deputyId, agreedAt, firstDay } = cover;
    const isDeputy = deputyId === own;
    if (agreedAt === undefined) return isDeputy ? [texts.asked(nameOf(doctor), daysOf(visit, cover))] : [];
    if (!visit.formats.hasBegun(firstDay)) return [];
    return [
      (isDeputy ? texts.youCover : texts.covered)(nameOf(isDeputy ? doctor : deputy), visit.formats.day(cover.lastDay)),
    ];
  });
  return lines.length === 0 ? null : (
    <InsetText>
      {lines.map((line) => (
        <Text>{line}</Text>
      ))}
      <Text>
        <Link href={OWN}>{texts.title}</Link>
      </Text>
    </InsetText>
  );
};

/** D-41: who takes the cases of a doctor who leaves, as the doctor or a manager says. A page shows how many, and no title. */

const MOST = 100;
const ID_LENGTH = 36;
const NOBODY = problem('must name doctors');
const parseReceivers: Parser<readonly AccountId[]> = parser(MOST * (ID_LENGTH + TICK_END.length), NOBODY, (text) => {
  const ids = text.split(TICK_END).map((one) => parseId<AccountId>(one));
  const all = ids.flatMap((id) => (id.ok ? id.value : []));
  return all.length === ids.length ? ok(all) : NOBODY;
});

const chosenIn = ({ values }: FormState): ReadonlySet<AccountId> => {
  const ids = parseReceivers(values['receivers'] ?? '');
  return new Set(ids.ok ? ids.value : []);
};

/** Those who can take children: first who is ticked, and of the name, if one is typed. */
const offered = async ({ app, call }: MemberVisit, from: AccountId, state: FormState) => {
  const find = async (which: Pick<Parameters<typeof app.findDoctors>[0], 'ids' | 'name'>) =>
    firstPage(needed(await app.findDoctors({ ...call, ...which, paging: { limit: MOST as PageLimit } })));
  const [chosen, name] = [chosenIn(state), nameSearch.parse(state.values['name'] ?? '')];
  const found = await find({ name: name.ok ? name.value : undefined });
  const all = [...(await find({ ids: [...chosen] })), ...found.filter(({ id }) => !chosen.has(id))];
  return all.filter(({ id, takesNoChildren }) => id !== from && !takesNoChildren);
};

const leavingTitle = ({ call, covers }: MemberVisit, from: AccountId, what: 'leave' | 'giveTitle'): string =>
  call.actor.id === from ? covers[what] : covers.ofStaff[what];

const view = async (visit: MemberVisit, from: AccountId, state: FormState) => {
  const { app, call, words, covers: texts } = visit;
  const { doctor, ongoing, finished } = needed(await app.showLeaving({ ...call, doctorId: from }));
  const doctors = await offered(visit, from, state);
  const named = await toldApart(doctors);
  const chosen = chosenIn(state);
  const isOver = ongoing + finished === 0;
  const isOthers = doctor.isAvailable && call.actor.id !== from;
  return {
    title: leavingTitle(visit, from, 'leave'),
    body: [
      <p class="govuk-body-l">{nameOf(doctor)}</p>,
      <Text>{isOver ? texts.noneLeft : texts.left(ongoing, finished)}</Text>,
      isOthers ? <Text>{texts.stillHere}</Text> : null,
      isOver || isOthers
        ? null
        : [
            <Text>{texts.leaveText}</Text>,
            <FormOf>
              <EnterGoesOn />
              <Field name="name" />
              <Submit go="again" kind="secondary">
                {words.staff.findDoctor}
              </Submit>
              <Heading>{words.fields.receivers.label}</Heading>
              {doctors.length > 0 ? (
                <Table
                  caption={words.fields.receivers.label}
                  isCaptionHidden
                  head={[words.cases.tick, words.cases.doctor]}
                  rows={doctors.map((one) => [
                    {
                      name: 'receivers' as const,
                      value: one.id,
                      what: words.cases.tickWhat(named(one)),
                      isTicked: chosen.has(one.id),
                    },
                    named(one),
                  ])}
                />
              ) : (
                <Text>{state.values['name'] ? words.staff.nobodyElseFound : words.staff.nobodyHere}</Text>
              )}
              <Field name="reason" label={texts.leaveReason} />
              <Submit>{words.common.next}</Submit>
            </FormOf>,
          ],
    ],
  };
};

/** Mails tell of it, so nobody comes here by a slip of the finger alone. */
const sureView = async (visit: MemberVisit, from: AccountId, state: FormState) => {
  const { app, call, words, covers: texts } = visit;
  const { doctor, ongoing, finished } = needed(await app.showLeaving({ ...call, doctorId: from }));
  const doctors = await offered(visit, from, state);
  const [named, chosen] = [await toldApart(doctors), chosenIn(state)];
  const names = doctors.filter(({ id }) => chosen.has(id)).map(named);
  return {
    title: leavingTitle(visit, from, 'giveTitle'),
    body: (
      <FormOf>
        <Facts
          facts={[
            { name: words.cases.doctor, value: nameOf(doctor) },
            { name: words.fields.receivers.label, value: names.join(', '), change: 'step-0' },
            { name: texts.leaveReason, value: state.values['reason'] || NONE, change: 'step-0' },
          ]}
        />
        <Text>{texts.left(ongoing, finished)}</Text>
        <Submit kind="warning">{texts.give}</Submit>
      </FormOf>
    ),
  };
};

type Giving = {
  readonly who: 'manager' | readonly ['Doc'];
  readonly from: (visit: MemberVisit) => AccountId;
  readonly back: (visit: MemberVisit) => string;
};

const giving = (path: string, { who, from, back }: Giving) =>
  form(path, who, 'does the same', {
    fields: { name: optional(nameSearch), receivers: ticks(parseReceivers), reason: optional(reason) },
    // Who was chosen before is chosen again, until no case is left.
    start: async ({ c }) => ({ receivers: c.req.query('to') ?? '' }),
    steps: [
      {
        finds: 'name',
        asks: ['name', 'receivers', 'reason'],
        view: async (visit, state) => ({ ...(await view(visit, from(visit), state)), back: back(visit) }),
      },
      { asks: [], view: (visit, state) => sureView(visit, from(visit), state) },
    ],
    submit: (visit, values) => visit.app.giveCases({ ...visit.call, doctorId: from(visit), ...values }),
    says: { ROLE_NOT_ALLOWED: ({ covers }) => covers.stillHere },
    beside: { DOCTOR_NOT_FOUND: 'receivers', DOCTOR_TAKES_NO_CHILDREN: 'receivers', REASON_NEEDED: 'reason' },
    leadsTo: (visit, { values: { receivers } }) => `${visit.c.req.path}?done=casesGiven&to=${receivers.join(TICK_END)}`,
  });

const giveOwn = giving('/practice/leaving', { who: ['Doc'], from: ownId, back: () => OWN });
const giveOfStaff = giving('/manage/staff/:staff/cases', { who: 'manager', from: staffIn, back: staffPath });

export const pages = [own, ofStaff, name, nameForStaff, agree, endCover, giveOwn, giveOfStaff];
