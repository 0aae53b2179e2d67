import type { PageLimit } from '@health-case/domain/model/pages';
import { type AccountId, parseId } from '@health-case/domain/model/values';
import { ok, type Parser, parser, problem } from '@health-case/domain/result';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { nameSearch, optional, reason, ticks } from '../kit/fields.ts';
import { type AnyForm, type FormState, form, TICK_END } from '../kit/form.ts';
import { Heading, Table, Text } from '../kit/show.tsx';
import { nameOf, toldApart } from '../kit/told-apart.ts';
import { firstPage, idIn, type MemberVisit, needed, type Visit } from '../kit/visit.ts';

/** D-41: who takes the cases of a doctor who leaves, as the doctor or a manager says. A page shows how many, and no title. */

const MOST = 100;
const ID_LENGTH = 36;
const NOBODY = problem('must name doctors');
const parseReceivers: Parser<readonly AccountId[]> = parser(MOST * (ID_LENGTH + TICK_END.length), NOBODY, (text) => {
  const ids = text.split(TICK_END).map((one) => parseId<AccountId>(one));
  const all = ids.flatMap((id) => (id.ok ? id.value : []));
  return all.length === ids.length ? ok(all) : NOBODY;
});

/** Those who can take children. */
const offered = async ({ app, call }: MemberVisit, from: AccountId, { values }: FormState) => {
  const name = nameSearch.parse(values['name'] ?? '');
  const found = await app.findDoctors({
    ...call,
    paging: { limit: MOST as PageLimit },
    name: name.ok ? name.value : undefined,
  });
  return (await firstPage(needed(found))).filter(({ id, takesNoChildren }) => id !== from && !takesNoChildren);
};

const view = async (visit: MemberVisit, from: AccountId, state: FormState) => {
  const { app, call, words, c } = visit;
  const { covers: texts } = words;
  const { doctor, ongoing, finished } = needed(await app.showLeaving({ ...call, doctorId: from }));
  const doctors = await offered(visit, from, state);
  const named = await toldApart(doctors);
  // Who was chosen before is chosen again, until no case is left.
  const chosen = new Set((state.values['receivers'] ?? c.req.query('to') ?? '').split(TICK_END));
  const isOver = ongoing + finished === 0;
  const isOthers = doctor.isAvailable && call.actor.id !== from;
  return {
    title: call.actor.id === from ? texts.leave : texts.ofStaff.leave,
    body: [
      <p class="govuk-body-l">{nameOf(doctor)}</p>,
      <Text>{isOver ? texts.noneLeft : texts.left(ongoing, finished)}</Text>,
      isOthers ? <Text>{texts.stillHere}</Text> : null,
      isOver || isOthers
        ? null
        : [
            <Text>{texts.leaveText}</Text>,
            <FormOf>
              <Field name="name" />
              <Submit go="again" kind="secondary">
                {words.staff.findDoctor}
              </Submit>
              <Heading>{words.fields.receivers.label}</Heading>
              <Table
                caption={words.fields.receivers.label}
                isCaptionHidden
                head={[words.cases.tick, texts.doctor]}
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
              <Field name="reason" label={texts.leaveReason} />
              <Submit kind="warning">{texts.give}</Submit>
            </FormOf>,
          ],
    ],
  };
};

const giving = (path: string, who: 'manager' | readonly ['Doc'], fromIn: (visit: MemberVisit) => AccountId) =>
  form(path, who, 'does the same', {
    staysOpen: true,
    fields: { name: optional(nameSearch), receivers: ticks(parseReceivers), reason: optional(reason) },
    finds: 'name',
    view: (visit, state) => view(visit, fromIn(visit), state),
    submit: (visit, { receivers, reason }) => {
      const shared = receivers.map((doctorId) => ({ doctorId, share: 1 }));
      return visit.app.giveCases({ ...visit.call, doctorId: fromIn(visit), receivers: shared, reason });
    },
    says: { ROLE_NOT_ALLOWED: ({ covers }) => covers.stillHere },
    beside: { DOCTOR_NOT_FOUND: 'receivers', DOCTOR_TAKES_NO_CHILDREN: 'receivers', REASON_NEEDED: 'reason' },
    leadsTo: (visit, { values: { receivers } }) => `${visit.c.req.path}?done=casesGiven&to=${receivers.join(TICK_END)}`,
  });

const staffIn = (visit: Visit) => idIn<AccountId>(visit, 'DOCTOR_NOT_FOUND', 'staff');

export const leavingForms: readonly AnyForm[] = [
  giving('/practice/leaving', ['Doc'], ({ call }) => call.actor.id),
  giving('/manage/staff/:staff/cases', 'manager', staffIn),
];
