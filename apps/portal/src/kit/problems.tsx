import type { Refusal, RefusalCode } from '@health-case/domain/result';
import { WIRE_REFUSALS } from '@health-case/http/refusals';
import { Button } from '../components/button.tsx';
import { type FieldName, isFieldName } from '../words/fields.ts';
import type { Finished } from './drafts.ts';
import { FORM_ID } from './elements.tsx';
import {
  type AnyForm,
  type FieldRule,
  type FormState,
  TICK_END,
  type Typed,
  type View,
  type Visit,
  type Who,
} from './form.ts';
import { actionOf, keptOf } from './form-state.ts';
import { isDone } from './frame.tsx';
import { namesOf } from './read-fields.ts';
import { useVisit } from './rendering.ts';
import { ButtonLink, Facts, Heading, Text, TextLink } from './show.tsx';

/** What was typed into a form that cannot be shown. */
export type Kept = { readonly form: AnyForm; readonly typed: Typed };

/** What no use case refuses. */
export type Problem = 'notFound' | 'otherSite' | 'unsafe' | 'elsewhere' | 'tooLarge' | 'unavailable' | 'failed';

const STATUSES: Readonly<Record<Problem, number>> = {
  notFound: 404,
  otherSite: 403,
  unsafe: 403,
  elsewhere: 403,
  tooLarge: 413,
  unavailable: 503,
  failed: 500,
};

/** Whether whoever works here and is a parent, too, may have another account for it. */
const isForOthers = ({ member }: Visit, who?: Who): boolean => {
  const isParent = member?.caller.actor.role === 'Par';
  return who === 'manager' ? isParent : Array.isArray(who) && who.includes('Par') !== isParent;
};

/** `goTo`: where to go on. `who`: whose page it is. */
type Around = { readonly kept?: Kept | undefined; readonly goTo?: string | undefined; readonly who?: Who | undefined };

/** A page that says why there is no other. */
export const problemView = (visit: Visit, why: Refusal | Problem, { kept, goTo = '/', who }: Around = {}): View => {
  const { common, problems } = visit.words;
  const code = typeof why === 'string' ? why : why.code;
  const [title, text, status] =
    typeof why === 'string'
      ? [problems[why], problems[`${why}Text`], STATUSES[why]]
      : [problems.refused, sentenceOf(visit, why, kept?.form), statusOf(why.code)];
  const mayHelp = code === 'unavailable' || code === 'failed' || code === 'THROTTLED';
  return {
    title,
    status,
    retryAfterSeconds: typeof why === 'string' ? undefined : why.retryAfterSeconds,
    body: [
      <Text>{text}</Text>,
      code === 'ROLE_NOT_ALLOWED' && isForOthers(visit, who) && <Text>{problems.otherAccount}</Text>,
      code === 'failed' ? <Text>{visit.facts.requestId}</Text> : null,
      kept ? <TypedValues {...kept} /> : null,
      kept && mayHelp ? <SendAgain visit={visit} kept={kept} /> : null,
      <TextLink href={goTo}>{goTo === '/' ? common.home : goTo}</TextLink>,
    ],
  };
};

/** What a form says that is opened again after it was sent. What it did is read where it led to. */
export const finishedView = ({ words, c }: Visit, form: AnyForm, { ledTo, typed }: Finished): View => {
  const { cases, common, done } = words;
  const { pathname, search, searchParams } = new URL(ledTo, c.req.url);
  const name = searchParams.get('done') ?? '';
  // Of each task its case and its id.
  const closed = searchParams.get('closed')?.split(TICK_END).length ?? 0;
  const isFilledIn = form.steps.some(({ asks }) => asks.length > 0);
  return {
    title: common.finished.title,
    body: [
      isDone(words, name) ? <Text>{done[name]}</Text> : null,
      closed > 0 ? <Text>{cases.tasksClosed(closed / 2)}</Text> : null,
      <TypedValues form={form} typed={typed} isSent />,
      <TextLink href={pathname + search}>{common.finished.result}</TextLink>,
      isFilledIn ? (
        <ButtonLink href={actionOf(c)} kind="secondary">
          {common.finished.again}
        </ButtonLink>
      ) : null,
    ],
  };
};

type TypedProps = {
  readonly form: Pick<AnyForm, 'fields'>;
  readonly typed: FormState['values'];
  readonly isSent?: true;
};

/** What a field holds, as it was typed or chosen. */
const textOf = (visit: Visit, name: string, rule: FieldRule<unknown>, typed: FormState['values']): string => {
  const text = namesOf(name, rule)
    .map((sent) => typed[sent] ?? '')
    .join(' ')
    .trim();
  const options = rule.control?.as === 'choice' ? (rule.control.options?.(visit) ?? []) : [];
  return options.find(({ value }) => value === text)?.text ?? text;
};

/** So that nobody need type it again: to be read, and copied. */
export const TypedValues = ({ form, typed, isSent }: TypedProps) => {
  const visit = useVisit();
  const { common, fields } = visit.words;
  const facts = Object.entries(form.fields).flatMap(([name, rule]) => {
    if (!isFieldName(name) || OPAQUE.includes(name) || rule.isSecret || (isSent && rule.isMasked)) return [];
    const value = textOf(visit, name, rule, typed);
    return value === '' ? [] : { name: fields[name].label, value };
  });
  if (facts.length === 0) return null;
  return [<Heading>{common.typed}</Heading>, <Facts facts={facts} />];
};

/** Fields that hold no text of the sender's own. */
const OPAQUE: readonly FieldName[] = ['childId', 'doctorId', 'receivers', 'tasks'];

/**
 * With the key of the form: what was done nevertheless is not done twice (D-24). The token is the one that came with it:
 * whose session it is may be unknown while the store does not answer.
 */
const SendAgain = ({ visit: { c, words }, kept }: { readonly visit: Visit; readonly kept: Kept }) => {
  const { token = '', owner = '' } = kept.typed;
  return (
    <form id={FORM_ID} method="post" action={actionOf(c)}>
      {Object.entries({ ...keptOf(kept.form, kept.typed), token, owner }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Button preventDoubleClick>{words.common.tryAgain}</Button>
    </form>
  );
};

/** That of the calls (D-03). */
export const statusOf = (code: RefusalCode): number => WIRE_REFUSALS[code][0];

/** What is said of a refusal: how long to wait; else what the form says, where it knows better than all others. */
export const sentenceOf = ({ words, formats }: Visit, { code, retryAfterSeconds }: Refusal, form?: AnyForm): string => {
  const { aloneLater, tooOften } = words.problems;
  const later = { THROTTLED: tooOften, OWN_INTEREST: aloneLater }[code as string];
  return later && retryAfterSeconds !== undefined
    ? later(formats.comingIn(retryAfterSeconds))
    : (form?.says?.[code]?.(words) ?? words.refusals[code]);
};
