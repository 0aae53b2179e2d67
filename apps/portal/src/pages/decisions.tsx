import type { Certification } from '@health-case/domain/model/case';
import { DEFAULT_DAYS, DEFAULT_STATEMENT } from '@health-case/domain/model/certificate';
import {
  type CaseId,
  parseDay,
  parseId,
  parseReason,
  parseStatement,
  type TaskId,
} from '@health-case/domain/model/values';
import { ok, type Refusal, type RefusalCode, type Result } from '@health-case/domain/result';
import { type TagColour, tag } from '../components/facts.tsx';
import { DayField, FormOf, LongTextField, Submit } from '../kit/elements.tsx';
import {
  type AnyForm,
  type AnyPage,
  day,
  type FormState,
  field,
  form,
  optional,
  page,
  type Typed,
} from '../kit/form.ts';
import { Facts, Link, More, NONE, pageOf, pagingOf, Table, Text } from '../kit/show.tsx';
import { firstPage, idIn, type MemberVisit, needed } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';

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
  return {
    title: texts.waiting,
    isWide: true,
    body:
      entries.length === 0 ? (
        <Text>{texts.nothingWaits}</Text>
      ) : (
        <>
          <Table
            caption={texts.waiting}
            isCaptionHidden
            head={[texts.child, texts.birthDate, texts.case, texts.decide]}
            rows={entries.map(({ id, title, child }) => [
              child ? `${child.firstName} ${child.lastName}` : '',
              child?.birthDate ? formats.day(child.birthDate) : NONE,
              title,
              { href: `/cases/${id}/decide`, text: texts.decide, what: texts.about(title) },
            ])}
          />
          <More words={words} path="/decisions" after={after} />
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
    { name: texts.child, value: `${child.firstName} ${child.lastName}` },
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
const withCase = (state: FormState, { caseId }: Certification): FormState => ({
  ...state,
  hidden: { ...state.hidden, caseId },
});

const decided = ({ caseId = '' }: Typed, done: Done): string =>
  parseId(caseId).ok ? `/cases/${caseId}/decide?done=${done}` : `/decisions?done=${done}`;

type Done = 'issued' | 'rejected' | 'revoked';

/** A form that was sent twice has done it once. Somebody else may have decided otherwise meanwhile. */
const unlessDone = async <Code extends RefusalCode>(
  visit: MemberVisit,
  done: Done,
  outcome: Result<undefined, Refusal<Code>>,
) => {
  if (outcome.ok || !TOO_LATE.includes(outcome.refusal.code)) return outcome;
  const { app, call } = visit;
  const found = await app.checkCertification({ ...call, id: idIn<TaskId>(visit, 'TASK_NOT_FOUND') });
  return found.ok && found.value.status === done ? ok(undefined) : outcome;
};
const TOO_LATE: readonly RefusalCode[] = ['CERTIFICATION_DECIDED', 'CERTIFICATION_NOT_ISSUED'];

const issue = form({
  path: '/tasks/:id/issue',
  who: ['Doc'],
  fields: { statement: optional(parseStatement), validUntil: { ...day(parseDay), isOptional: true } },
  steps: [
    {
      asks: ['statement', 'validUntil'],
      view: async (visit, state) => {
        const { words } = visit;
        const { body, certification } = await certificationFacts(visit);
        return {
          title: words.decisions.issueTitle,
          back: `/cases/${certification.caseId}/tasks/${certification.taskId}`,
          body: (
            <>
              {body}
              <Text>{words.decisions.issueHint(DEFAULT_STATEMENT, DEFAULT_DAYS)}</Text>
              <FormOf state={withCase(state, certification)}>
                <LongTextField words={words} state={state} name="statement" rows={2} />
                <DayField words={words} state={state} name="validUntil" />
                <Submit>{words.decisions.issue}</Submit>
              </FormOf>
            </>
          ),
        };
      },
    },
  ],
  carries: CARRIED_CASE,
  submit: async (visit, values) => {
    const id = idIn<TaskId>(visit, 'TASK_NOT_FOUND');
    return unlessDone(visit, 'issued', await visit.app.issueCertification({ ...visit.call, id, ...values }));
  },
  about: { VALIDITY_OUT_OF_RANGE: 'validUntil' },
  leadsTo: (_, { carried }) => decided(carried, 'issued'),
});

type Against = 'reject' | 'revoke';
const CALLS = { reject: 'rejectCertification', revoke: 'revokeCertification' } as const;
const DONE = { reject: 'rejected', revoke: 'revoked' } as const;

/** A decision against, which has a reason. */
const against = (what: Against) =>
  form({
    path: `/tasks/:id/${what}`,
    who: ['Doc'],
    fields: { reason: field(parseReason) },
    steps: [
      {
        asks: ['reason'],
        view: async (visit, state) => {
          const { words } = visit;
          const { body, certification } = await certificationFacts(visit);
          return {
            title: words.decisions[`${what}Title`],
            back: `/cases/${certification.caseId}/tasks/${certification.taskId}`,
            body: (
              <>
                {body}
                {what === 'revoke' ? <Text>{words.decisions.revokeText}</Text> : null}
                <FormOf state={withCase(state, certification)}>
                  <LongTextField words={words} state={state} name="reason" />
                  <Submit kind="warning">{words.decisions[what]}</Submit>
                </FormOf>
              </>
            ),
          };
        },
      },
    ],
    carries: CARRIED_CASE,
    submit: async (visit, values) => {
      const id = idIn<TaskId>(visit, 'TASK_NOT_FOUND');
      return unlessDone(visit, DONE[what], await visit.app[CALLS[what]]({ ...visit.call, id, ...values }));
    },
    leadsTo: (_, { carried }) => decided(carried, DONE[what]),
  });

export const decisionPages: readonly AnyPage[] = [waiting, decide];
export const decisionForms: readonly AnyForm[] = [issue, against('reject'), against('revoke')];
