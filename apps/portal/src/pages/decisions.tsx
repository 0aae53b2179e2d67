import type { Certification, WaitingFilter } from '@health-case/domain/model/case';
import { DEFAULT_DAYS, DEFAULT_STATEMENTS } from '@health-case/domain/model/certificate';
import { type ChildNames, isSameIdentity } from '@health-case/domain/model/child';
import type { PageLimit } from '@health-case/domain/model/pages';
import { PHRASE_KINDS } from '@health-case/domain/model/phrase';
import { isolated } from '@health-case/domain/model/text-direction';
import { type CaseId, parseDay, parseStatement, type TaskId } from '@health-case/domain/model/values';
import { oneOf } from '@health-case/domain/result';
import type { Child } from 'hono/jsx';
import { Field } from '../components/fields.tsx';
import { FormOf, nameOf, Submit, withTrait } from '../kit/elements.tsx';
import { day, longText, optional, reason } from '../kit/fields.ts';
import { type FormState, firstPage, form, idIn, listPage, type MemberVisit, needed } from '../kit/form.ts';
import { TypedValues } from '../kit/problems.tsx';
import { ButtonLink, Facts, Heading, Link, Links, List, listed, NONE, Text, TextLink, tag } from '../kit/show.tsx';
import { withQuery } from '../kit/urls.ts';
import type { Words } from '../words/words.ts';
import { childrenApart, taskWords } from './case-forms.tsx';
import { coverNotice } from './covers.tsx';
import { childrenIn, Filters, given, InAll, ListSearch, Narrowing, Ordering, whose } from './find.tsx';
import { firstDay } from './first-day.tsx';
import { CARRIED_SEEN, issuedList, seenOf, shownIn } from './issued.tsx';
import { filledByPhrase, phrasesToChoose } from './phrases.tsx';

/** What a doctor decides (D-21, D-22, D-26). */
const COLOURS: Readonly<Record<Certification['status'], Parameters<typeof tag>[1]>> = {
  requested: 'blue',
  issued: 'green',
  rejected: 'grey',
  revoked: 'red',
};

export const certificationTag = (words: Words, status: Certification['status']) =>
  tag(words.decisions.statuses[status], COLOURS[status]);

const ORDERS = {
  oldest: {},
  newest: { backwards: true },
  needed: { byNeed: true },
  child: { byChild: true },
  childBack: { byChild: true, backwards: true },
} as const satisfies Record<string, WaitingFilter>;
const ORDER_NAMES = Object.keys(ORDERS) as (keyof typeof ORDERS)[];

/** The order and the search of the list, which the pages of its decisions have in their addresses, too. */
const listOf = async (visit: MemberVisit) => {
  const order = given(visit, 'order', oneOf(ORDER_NAMES)) ?? 'oldest';
  const found = await childrenIn(visit, LIST);
  const filter: WaitingFilter = { ...ORDERS[order], ...(found && { children: found.children }) };
  return { order, found, filter };
};
const LIST = '/decisions';
const placed = ({ c }: MemberVisit, path: string, more: Readonly<Record<string, string>> = {}): string =>
  withQuery(path, { order: c.req.query('order'), search: c.req.query('search'), ...more });

const waiting = listPage(LIST, ['Doc'], async (visit) => {
  const { app, call, formats, words, cases, decisions: texts } = visit;
  const { order, found, filter } = await listOf(visit);
  const { entries, after } = await listed(visit, (paging) => app.listWaiting({ ...call, filter, paging }));
  const inAll = await InAll({ visit, list: { list: 'decisions', filter }, entries, after });
  const named = await childrenApart(visit, entries);
  const toConfirm = await issuedList(visit, 'to confirm', '/to-confirm');
  const toCorrect = await issuedList(visit, 'to correct', '/to-correct');
  const first = entries.length === 0 && !found ? await firstDay(visit) : null;
  const [notice, doctor] = [await coverNotice(visit), await whose(visit)];
  return {
    title: texts.waiting,
    isWide: true,
    body: [
      notice,
      toConfirm && [<Heading>{texts.toConfirm}</Heading>, <Text>{texts.toConfirmText}</Text>, toConfirm],
      toCorrect && [<Heading>{texts.toCorrect}</Heading>, <Text>{texts.toCorrectText}</Text>, toCorrect],
      (toConfirm || toCorrect) && <Heading>{texts.waiting}</Heading>,
      <Narrowing visit={visit}>
        <ListSearch visit={visit} found={found} />
        <Filters visit={visit} path={LIST} keeps={found ? ['search'] : []}>
          <Ordering visit={visit} orders={ORDER_NAMES} texts={texts.orders} order={order} />
        </Filters>
      </Narrowing>,
      inAll,
      <List
        caption={texts.waiting}
        head={[
          ...[cases.child, cases.birthDate, cases.task, cases.case, texts.requestedAt, texts.decide],
          ...doctor.head,
        ]}
        rows={entries.map(
          ({ certification: { caseId, taskId, requestedAt }, child, taskTitle, caseTitle, doctorId, neededBy }) => [
            { href: `/cases/${caseId}`, text: named(child) },
            child.birthDate ? formats.day(child.birthDate) : NONE,
            withTrait(taskTitle, neededBy && words.common.labelled(words.wishes.neededBy, formats.day(neededBy))),
            caseTitle,
            formats.ago(requestedAt),
            {
              href: placed(visit, `${LIST}/${taskId}/issue`),
              text: texts.decide,
              what: texts.about(withTrait(isolated(taskTitle), isolated(named(child)))),
            },
            ...doctor.of(doctorId),
          ],
        )}
        none={
          <>
            {found || toConfirm || toCorrect ? null : <Text>{texts.nothingWaits}</Text>}
            {first}
          </>
        }
        after={after}
      />,
      <Links links={[['/issued', texts.issuedElsewhere]]} />,
    ],
  };
});

/** The newest certification of a task, and whom it is about. */
const concerned = async (visit: MemberVisit) => {
  const { app, call } = visit;
  const certification = needed(await app.checkCertification(about(visit)));
  const { caseId, taskId } = certification;
  const { case: found, child, tasks } = needed(await app.showCase({ ...call, caseId, taskId }));
  const [task] = await firstPage(tasks);
  return { certification, found, child, task };
};

/** D-30: whom it is about, where the child is called otherwise by now. */
const certifiedOtherwise = ({ formats }: MemberVisit, found: Certification, child: ChildNames) => {
  if (found.status !== 'issued' || isSameIdentity(child, found.certified)) return undefined;
  const { birthDate } = found.certified;
  return `${nameOf(found.certified)}, ${birthDate ? formats.day(birthDate) : NONE}`;
};

export const certificationFactsOf = (visit: MemberVisit, certification: Certification, child: ChildNames) => {
  const { words, formats, cases, decisions: texts } = visit;
  const issued = certification.status === 'issued' ? certification : undefined;
  return [
    { name: cases.certification, value: certificationTag(words, certification.status) },
    { name: texts.requestedAt, value: formats.moment(certification.requestedAt) },
    { name: texts.decidedAt, value: 'decidedAt' in certification && formats.moment(certification.decidedAt) },
    { name: cases.reason, value: 'reason' in certification && certification.reason },
    { name: texts.certifiedAs, value: certifiedOtherwise(visit, certification, child) },
    { name: texts.statement, value: issued?.statement },
    { name: words.fields.validUntil.label, value: issued && formats.day(issued.validUntil) },
  ];
};

export const certificationFacts = async (visit: MemberVisit) => {
  const { words, formats, cases, decisions } = visit;
  const { certification, found, child, task } = await concerned(visit);
  const { head, of } = await whose(visit);
  const facts = [
    { name: cases.child, value: nameOf(child) },
    { name: cases.birthDate, value: child.birthDate ? formats.day(child.birthDate) : decisions.noBirthDate },
    { name: cases.case, value: <Link href={`/cases/${found.id}`}>{found.title}</Link> },
    ...head.map((name) => ({ name, value: of(found.doctorId)[0] })),
    { name: taskWords(visit).task, value: task?.title },
    { name: words.wishes.neededBy, value: task?.wishedBy && task.dueOn && formats.day(task.dueOn) },
    ...certificationFactsOf(visit, certification, child),
  ];
  return { body: <Facts facts={facts} />, certification, found, child };
};

/** What waits behind it, in the order of the list. */
const waitingAfter = async (visit: MemberVisit, { id: after }: Pick<Certification, 'id'>) => {
  const { app, call } = visit;
  const [{ filter }, paging] = [await listOf(visit), { after, limit: 1 as PageLimit }];
  const [next] = await firstPage(needed(await app.listWaiting({ ...call, filter, paging })));
  return next?.certification.taskId;
};

/** Each decision leads to the next one that waits, and the last to the list. */
const decided = async (visit: MemberVisit, certification: Certification, done: Done): Promise<string> => {
  const next = await waitingAfter(visit, certification);
  const again = placed(visit, `${LIST}/${certification.taskId}/issue`);
  return placed(visit, next === undefined ? LIST : `${LIST}/${next}/issue`, { done, again });
};

type Done = 'issued' | 'rejected';

/** D-30: what was corrected of the child since the case was opened, in the order of its history. */
const correctionsOf = async ({ app, call, words, formats }: MemberVisit, caseId: CaseId) => {
  const facts: { readonly name: string; readonly value: string }[] = [];
  for await (const events of needed(await app.showHistory({ ...call, caseId, paging: {} }))) {
    for (const { at, fields } of events) {
      if (fields)
        facts.push({ name: formats.moment(at), value: fields.map((one) => words.fields[one].label).join(', ') });
    }
  }
  return facts.length === 0 ? null : [<Heading>{words.decisions.corrected}</Heading>, <Facts facts={facts} />];
};

const defaultStatement = ({ practice, call }: MemberVisit): string =>
  practice?.statement ?? DEFAULT_STATEMENTS[call.actor.language];

/** Without what the form said by itself. */
const typedIn = (visit: MemberVisit, { values }: FormState): FormState['values'] =>
  values['statement'] === defaultStatement(visit) ? { ...values, statement: '' } : values;

/**
 * The page of a decision. Once it is decided otherwise there is no form: the page says what is there, what was typed in
 * vain, and what can be done. `from`: what can be decided so. `next`: what waits behind it.
 */
const deciding = (
  title: 'issueTitle' | 'rejectTitle' | 'correctTitle' | 'revokeTitle',
  from: Certification['status'],
  fields: (visit: MemberVisit, certification: Certification, next: TaskId | undefined) => Child,
) => ({
  fills: filledByPhrase,
  carries: CARRIED_SEEN,
  view: async (visit: MemberVisit, state: FormState) => {
    const { decisions: texts } = visit;
    const { body, certification, child } = await certificationFacts(visit);
    const { status, taskId, caseId } = certification;
    const isToDecide = from === 'requested';
    const next = isToDecide ? await waitingAfter(visit, certification) : undefined;
    const instead = [
      <TypedValues form={state} typed={typedIn(visit, state)} />,
      <Text>{texts.instead[status]}</Text>,
      status === 'issued' && [
        <ButtonLink href={`/tasks/${taskId}/correct`}>{texts.correctTitle}</ButtonLink>,
        <ButtonLink href={`/tasks/${taskId}/revoke`} kind="secondary">
          {texts.revokeTitle}
        </ButtonLink>,
      ],
      // As where a deputy has decided meanwhile.
      next ? <TextLink href={placed(visit, `${LIST}/${next}/issue`)}>{texts.goOn}</TextLink> : null,
    ];
    return {
      title: texts[title],
      back: isToDecide ? placed(visit, LIST) : `/cases/${caseId}/tasks/${taskId}`,
      body: [
        body,
        status === from
          ? [
              await correctionsOf(visit, caseId),
              <FormOf hidden={seenOf({ certification, child })}>{fields(visit, certification, next)}</FormOf>,
              await phrasesToChoose(visit, ...PHRASE_KINDS.filter((kind) => kind in state.fields)),
            ]
          : instead,
        next ? <TextLink href={placed(visit, LIST)}>{texts.stop}</TextLink> : null,
      ],
    };
  },
});

const about = (visit: MemberVisit) => ({ ...visit.call, id: idIn<TaskId>(visit, 'TASK_NOT_FOUND') });

const STATED = { statement: longText(parseStatement, 2), validUntil: optional(day(parseDay)) };
const STATING = { beside: { VALIDITY_OUT_OF_RANGE: 'validUntil' } } as const;
const Stated = () => [<Field name="statement" />, <Field name="validUntil" />];

/** Of a form that is there no more, nobody is asked to send it again. */
const SENT_BEFORE = { IDEMPOTENCY_KEY_REUSED: ({ refusals }: Words) => refusals.CERTIFICATION_DECIDED };

const issue = form('/decisions/:id/issue', ['Doc'], {
  ...STATING,
  fields: STATED,
  start: async (visit) => ({ statement: defaultStatement(visit) }),
  ...deciding('issueTitle', 'requested', (visit, { taskId }, next) => [
    <Stated />,
    <Text>{visit.decisions.issueHint(DEFAULT_DAYS)}</Text>,
    <div class="govuk-button-group">
      <Submit>{next ? visit.decisions.issueAndNext : visit.decisions.issue}</Submit>
      <Link href={placed(visit, `${LIST}/${taskId}/reject`)}>{visit.decisions.reject}</Link>
    </div>,
  ]),
  says: SENT_BEFORE,
  submit: (visit, values, carried) => visit.app.issueCertification({ ...about(visit), ...values, ...shownIn(carried) }),
  leadsTo: (visit, { value }) => decided(visit, value, 'issued'),
});

const reject = form('/decisions/:id/reject', ['Doc'], {
  fields: { reason },
  ...deciding('rejectTitle', 'requested', (visit, { taskId }, next) => [
    <Field name="reason" />,
    <div class="govuk-button-group">
      <Submit kind="warning">{next ? visit.decisions.rejectAndNext : visit.decisions.reject}</Submit>
      <Link href={placed(visit, `${LIST}/${taskId}/issue`)}>{visit.decisions.issue}</Link>
    </div>,
  ]),
  says: SENT_BEFORE,
  submit: (visit, values, carried) =>
    visit.app.rejectCertification({ ...about(visit), ...values, ...shownIn(carried) }),
  leadsTo: (visit, { value }) => decided(visit, value, 'rejected'),
});

/** D-47: with what it says now, so that only what is wrong is typed. */
const correct = form('/tasks/:id/correct', ['Doc'], {
  ...STATING,
  fields: { ...STATED, reason },
  start: async (visit) => {
    const { certification } = await concerned(visit);
    if (certification.status !== 'issued') return {};
    const { statement, validUntil } = certification;
    return { statement, validUntil };
  },
  ...deciding('correctTitle', 'issued', ({ decisions }) => [
    <Text>{decisions.correctText}</Text>,
    <Stated />,
    <Field name="reason" />,
    <Submit>{decisions.correctTitle}</Submit>,
  ]),
  submit: (visit, values, carried) =>
    visit.app.correctCertification({ ...about(visit), ...values, ...shownIn(carried) }),
  leadsTo: (_, { value: { caseId, taskId } }) => `/cases/${caseId}/tasks/${taskId}?done=certificationCorrected`,
});

const revoke = form('/tasks/:id/revoke', ['Doc'], {
  fields: { reason },
  ...deciding('revokeTitle', 'issued', ({ decisions }) => [
    <Text>{decisions.revokeText}</Text>,
    <Field name="reason" />,
    <Submit kind="warning">{decisions.revoke}</Submit>,
  ]),
  says: { IDEMPOTENCY_KEY_REUSED: ({ refusals }) => refusals.CERTIFICATION_NOT_ISSUED },
  submit: (visit, values, carried) =>
    visit.app.revokeCertification({ ...about(visit), ...values, ...shownIn(carried) }),
  leadsTo: (_, { value: { caseId, taskId } }) => `/cases/${caseId}/tasks/${taskId}?done=revoked`,
});

export const pages = [waiting, issue, reject, correct, revoke];
