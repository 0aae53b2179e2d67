import type { Certification } from '@health-case/domain/model/case';
import { DEFAULT_DAYS, DEFAULT_STATEMENTS } from '@health-case/domain/model/certificate';
import { isolated } from '@health-case/domain/model/isolated';
import { type CaseId, parseDay, parseId, parseStatement, type TaskId } from '@health-case/domain/model/values';
import type { Child } from 'hono/jsx';
import { Field, FormOf, Submit } from '../kit/elements.tsx';
import { day, longText, optional, reason } from '../kit/fields.ts';
import { type AnyForm, type AnyPage, type FormState, form, page, type Typed } from '../kit/form.ts';
import { TypedValues } from '../kit/problems.tsx';
import {
  ButtonLink,
  Facts,
  Heading,
  Link,
  Links,
  List,
  NONE,
  pageOf,
  pagingOf,
  type TagColour,
  Text,
  tag,
} from '../kit/show.tsx';
import { nameOf } from '../kit/told-apart.ts';
import { firstPage, idIn, type MemberVisit, needed } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';
import { CARRIED_CHILD, issuedList, seenOf, shownIn } from './issued.tsx';

/** What a doctor decides: certifications (D-21, D-22, D-26). */

const COLOURS: Readonly<Record<Certification['status'], TagColour>> = {
  requested: 'blue',
  issued: 'green',
  rejected: 'grey',
  revoked: 'red',
};

export const certificationTag = (words: Words, status: Certification['status']) =>
  tag(words.decisions.statuses[status], COLOURS[status]);

const waiting = page('/decisions', ['Doc'], async (visit) => {
  const { app, call, words, formats } = visit;
  const texts = words.decisions;
  const listed = needed(
    await app.listCases({ ...call, paging: pagingOf(visit), filter: { waits: true }, detail: 'full' }),
  );
  const { entries, after } = await pageOf(listed);
  const toConfirm = await issuedList(visit, 'to confirm', '/to-confirm');
  return {
    title: texts.waiting,
    isWide: true,
    body: (
      <>
        {toConfirm ? (
          <>
            <Heading>{texts.toConfirm}</Heading>
            <Text>{texts.toConfirmText}</Text>
            {toConfirm}
            <Heading>{texts.waiting}</Heading>
          </>
        ) : null}
        <List
          caption={texts.waiting}
          head={[texts.child, texts.birthDate, texts.case, texts.decide]}
          rows={entries.map(({ id, title, child }) => [
            child ? nameOf(child) : '',
            child?.birthDate ? formats.day(child.birthDate) : NONE,
            title,
            { href: `/cases/${id}/decide`, text: texts.decide, what: texts.about(isolated(title)) },
          ])}
          none={<Text>{texts.nothingWaits}</Text>}
          path="/decisions"
          after={after}
        />
        <Links links={[['/issued', texts.issuedElsewhere]]} />
      </>
    ),
  };
});

/** The newest certification of a task, and whom it is about. */
const concerned = async (visit: MemberVisit) => {
  const { app, call } = visit;
  const certification = needed(await app.checkCertification({ ...call, id: idIn<TaskId>(visit, 'TASK_NOT_FOUND') }));
  const { caseId, taskId } = certification;
  const { case: found, child, tasks } = needed(await app.showCase({ ...call, caseId, taskId }));
  const [task] = await firstPage(tasks);
  return { certification, found, child, task };
};

/** What an issued certification says. */
const saidBy = ({ words, formats }: MemberVisit, certification: Certification) =>
  certification.status === 'issued'
    ? [
        { name: words.decisions.statement, value: certification.statement },
        { name: words.decisions.validUntil, value: formats.day(certification.validUntil) },
      ]
    : [];

/** What is known of a certification. */
export const certificationFactsOf = (visit: MemberVisit, certification: Certification) => {
  const { words, formats } = visit;
  const texts = words.decisions;
  const decided = 'decidedAt' in certification ? formats.moment(certification.decidedAt) : undefined;
  return [
    { name: texts.status, value: certificationTag(words, certification.status) },
    { name: texts.requestedAt, value: formats.moment(certification.requestedAt) },
    ...(decided ? [{ name: texts.decidedAt, value: decided }] : []),
    ...('reason' in certification ? [{ name: texts.reason, value: certification.reason }] : []),
    ...saidBy(visit, certification),
  ];
};

export const certificationFacts = async (visit: MemberVisit) => {
  const { words, formats } = visit;
  const texts = words.decisions;
  const { certification, found, child, task } = await concerned(visit);
  const facts = [
    { name: texts.child, value: nameOf(child) },
    { name: texts.birthDate, value: child.birthDate ? formats.day(child.birthDate) : texts.noBirthDate },
    { name: texts.case, value: <Link href={`/cases/${found.id}`}>{found.title}</Link> },
    ...(task ? [{ name: texts.task, value: task.title }] : []),
    ...certificationFactsOf(visit, certification),
  ];
  return { body: <Facts facts={facts} />, certification, found, child };
};

/** Several certifications of a case may wait: each decision leads back here, and from here to the next, or to the list. */
const decide = page('/cases/:id/decide', ['Doc'], async (visit) => {
  const { app, call, c } = visit;
  const caseId = idIn<CaseId>(visit, 'CASE_NOT_FOUND');
  const waiting = needed(await app.findWaiting({ ...call, caseId }));
  const done = c.req.query('done');
  const query = done === undefined ? '' : `?${new URLSearchParams({ done })}`;
  return waiting ? `/cases/${caseId}/tasks/${waiting}${query}` : `/decisions${query}`;
});

/** Goes along with a decision. */
const CARRIED_CASE = ['caseId'] as const;
const decided = ({ caseId = '' }: Typed, done: Done): string =>
  parseId(caseId).ok ? `/cases/${caseId}/decide?done=${done}` : `/decisions?done=${done}`;

type Done = 'issued' | 'rejected' | 'revoked';

type Deciding = {
  readonly title: string;
  /** What can be decided so. */
  readonly from: Certification['status'];
  readonly form: AnyForm;
  readonly fields: Child;
};

/** D-30: what was corrected of the child since the case was opened, in the order of its history. */
const correctionsOf = async ({ app, call, words, formats }: MemberVisit, caseId: CaseId) => {
  const facts: { readonly name: string; readonly value: string }[] = [];
  for await (const events of needed(await app.showHistory({ ...call, caseId, paging: {} }))) {
    for (const { at, fields } of events) {
      if (fields)
        facts.push({ name: formats.moment(at), value: fields.map((one) => words.fields[one].label).join(', ') });
    }
  }
  return facts.length === 0 ? null : (
    <>
      <Heading>{words.decisions.corrected}</Heading>
      <Facts facts={facts} />
    </>
  );
};

/**
 * The page of a decision. Once it is decided otherwise there is no form: the page says what is there, what was typed in
 * vain, and what can be done.
 */
const deciding = async (visit: MemberVisit, state: FormState, { title, from, form: of, fields }: Deciding) => {
  const { words } = visit;
  const { body, certification, child } = await certificationFacts(visit);
  const { status, taskId, caseId } = certification;
  const instead = (
    <>
      <TypedValues form={of} typed={state.values} />
      <Text>{words.decisions.instead[status]}</Text>
      {status === 'issued' ? (
        <ButtonLink href={`/tasks/${taskId}/revoke`} kind="secondary">
          {words.decisions.revokeTitle}
        </ButtonLink>
      ) : null}
    </>
  );
  return {
    title,
    back: `/cases/${certification.caseId}/tasks/${taskId}`,
    body: (
      <>
        {body}
        {from === 'requested' ? await correctionsOf(visit, caseId) : null}
        {status === from ? <FormOf hidden={{ caseId, ...seenOf(child) }}>{fields}</FormOf> : instead}
      </>
    ),
  };
};

const issue: AnyForm = form({
  path: '/tasks/:id/issue',
  who: ['Doc'],
  fields: { statement: optional(longText(parseStatement, 2)), validUntil: optional(day(parseDay)) },
  steps: [
    {
      asks: ['statement', 'validUntil'],
      view: (visit, state) => {
        const { words, call } = visit;
        const statement = DEFAULT_STATEMENTS[call.actor.language];
        const fields = (
          <>
            <Text>{words.decisions.issueHint(statement, DEFAULT_DAYS)}</Text>
            <Field name="statement" />
            <Field name="validUntil" />
            <Submit>{words.decisions.issue}</Submit>
          </>
        );
        return deciding(visit, state, { title: words.decisions.issueTitle, from: 'requested', form: issue, fields });
      },
    },
  ],
  carries: [...CARRIED_CASE, ...CARRIED_CHILD],
  submit: (visit, values, carried) =>
    visit.app.issueCertification({
      ...visit.call,
      id: idIn<TaskId>(visit, 'TASK_NOT_FOUND'),
      ...values,
      ...shownIn(carried),
    }),
  about: { VALIDITY_OUT_OF_RANGE: 'validUntil' },
  leadsTo: (_, { carried }) => decided(carried, 'issued'),
});

type Against = 'reject' | 'revoke';
const CALLS = { reject: 'rejectCertification', revoke: 'revokeCertification' } as const;
const FROM = { reject: 'requested', revoke: 'issued' } as const;
const DONE = { reject: 'rejected', revoke: 'revoked' } as const;

/** A decision against, which has a reason. */
const against = (what: Against): AnyForm => {
  const declared: AnyForm = form({
    path: `/tasks/:id/${what}`,
    who: ['Doc'],
    fields: { reason },
    steps: [
      {
        asks: ['reason'],
        view: (visit, state) => {
          const { words } = visit;
          const fields = (
            <>
              {what === 'revoke' ? <Text>{words.decisions.revokeText}</Text> : null}
              <Field name="reason" />
              <Submit kind="warning">{words.decisions[what]}</Submit>
            </>
          );
          const title = words.decisions[`${what}Title`];
          return deciding(visit, state, { title, from: FROM[what], form: declared, fields });
        },
      },
    ],
    carries: CARRIED_CASE,
    submit: (visit, values) =>
      visit.app[CALLS[what]]({ ...visit.call, id: idIn<TaskId>(visit, 'TASK_NOT_FOUND'), ...values }),
    leadsTo: (_, { carried }) => decided(carried, DONE[what]),
  });
  return declared;
};

export const decisionPages: readonly AnyPage[] = [waiting, decide];
export const decisionForms: readonly AnyForm[] = [issue, against('reject'), against('revoke')];
