import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IdempotencyKey, parseIdempotencyKey } from '@health-case/domain/model/idempotency';
import type { AccountId } from '@health-case/domain/model/values';
import type { Refusal, RefusalCode } from '@health-case/domain/result';
import { keepForOwner } from './drafts.ts';
import { type AnyForm, NotShown, type Typed, type Visit } from './form.ts';
import { opened, type Showing, stepOf } from './form-state.ts';
import { sentenceOf, statusOf } from './problems.tsx';
import { languageSentBy, readFields } from './read-fields.ts';

type Answered = { readonly showing: Showing } | { readonly leadsTo: string };

/** While the same form is under way, as after a double click, its outcome is waited for: in milliseconds, and how often. */
const [ASKED_AGAIN_AFTER, MOST_ASKED] = [200, 100];

const submit = async (visit: Visit, form: AnyForm, sent: readonly [values: object, typed: Typed], asked = 1) => {
  const outcome = await form.submit(visit as never, ...(sent as readonly [never, Typed]));
  if (outcome.ok || outcome.refusal.code !== 'REQUEST_IN_FLIGHT' || asked > MOST_ASKED) return outcome;
  await sleep(ASKED_AGAIN_AFTER);
  return submit(visit, form, sent, asked + 1);
};

const stepAsking = ({ steps }: AnyForm, names: readonly string[]): number =>
  Math.max(
    steps.findIndex(({ asks }) => asks.some((name) => names.includes(name))),
    0,
  );

/** Whoever changes an answer where all are checked comes back there next, and is asked nothing else again. */
const backTo = (form: AnyForm, { step, typed }: Showing, wanted: string): Showing => {
  const isChecked = form.steps[step]?.asks.length === 0;
  return { step: stepOf(form, wanted), typed: isChecked ? { ...typed, reached: String(step) } : typed };
};

/** What a step finds by a name, or that there is none. */
const searched = (visit: Visit, form: AnyForm, { step, typed }: Showing): Showing => {
  const name = form.steps[step]?.finds;
  if (name === undefined) return { step, typed };
  const isEmpty = (typed[name] ?? '').trim() === '';
  const errors = isEmpty ? { [name]: visit.words.fields[name].missing } : readFields(form, [name], typed, visit).errors;
  return { step, typed, errors, ...(Object.keys(errors).length > 0 && { status: 400 }) };
};

/** Enter finds by a name that was changed, and goes on otherwise. */
const isSearch = ({ go = '', name = '' }: Typed): boolean =>
  go === 'again' || (go.startsWith('enter-') && go !== `enter-${name}`);

const isLast = ({ steps }: AnyForm, step: number): boolean => step + 1 === steps.length;

/** The values of the steps so far, or what is wrong with them. */
const readSteps = async (
  visit: Visit,
  form: AnyForm,
  { step, typed }: Showing,
): Promise<{ readonly values: object } | { readonly showing: Showing }> => {
  const unfit = (await form.steps[step]?.check?.(visit as never, typed)) ?? {};
  if (Object.keys(unfit).length > 0) return { showing: { step, typed, errors: unfit, status: 400 } };
  // At the last step also the fields that came from the address, which no step asks for.
  const asked = form.steps.slice(0, step + 1).flatMap(({ asks }) => asks);
  const needed = isLast(form, step) ? Object.keys(form.fields) : asked;
  const { values, errors } = readFields(form, needed, typed, visit);
  const wrong = Object.keys(errors);
  return wrong.length === 0 ? { values } : { showing: { step: stepAsking(form, wrong), typed, errors, status: 400 } };
};

const isSame = (given: string, token: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** What another account has typed is not shown to this one, nor sent for it: it is kept for the other. */
const ofOtherSession = async (visit: Visit, form: AnyForm, sent: Showing, self: AccountId): Promise<Showing> => {
  const isOwn = visit.keeper.ownerOf(sent.typed) === self;
  if (!isOwn) await keepForOwner(visit, form, sent.typed);
  return { ...(isOwn ? sent : await opened(visit, form)), problem: visit.words.problems.otherSession, status: 409 };
};

/** What is called with the key of a form is done once (D-24). */
const withKey = (visit: Visit, idempotencyKey: IdempotencyKey | undefined): Visit => {
  const facts = { ...visit.facts, idempotencyKey };
  return Object.assign({ ...visit, facts }, visit.member && { call: { ...facts, ...visit.member.caller } });
};

export const answerForm = async (visit: Visit, form: AnyForm, typed: Typed): Promise<Answered> => {
  const { member } = visit;
  const step = stepOf(form, typed['step']);
  if (member && form.who !== 'anyone' && !isSame(typed['token'] ?? '', member.formToken)) {
    return { showing: await ofOtherSession(visit, form, { step, typed }, member.caller.actor.id) };
  }
  const { go = '' } = typed;
  if (languageSentBy(typed)) return { showing: { step, typed } };
  if (isSearch(typed)) return { showing: searched(visit, form, { step, typed: { ...typed, after: '' } }) };
  if (go.startsWith('after-')) return { showing: { step, typed: { ...typed, after: go.slice('after-'.length) } } };
  if (go.startsWith('step-')) return { showing: backTo(form, { step, typed }, go.slice('step-'.length)) };
  if (go.startsWith('fill-')) {
    const filled = await form.fills?.(visit as never, go.slice('fill-'.length));
    return { showing: { step, typed: { ...typed, ...filled } } };
  }

  const read = await readSteps(visit, form, { step, typed });
  if ('showing' in read) return read;
  if (!isLast(form, step)) return { showing: { step: Math.max(step + 1, stepOf(form, typed['reached'])), typed } };

  const key = parseIdempotencyKey(typed['key'] ?? '');
  const outcome = await submit(withKey(visit, key.ok ? key.value : undefined), form, [read.values, typed]);
  if (!outcome.ok) return { showing: refused(visit, form, { step, typed }, outcome.refusal) };
  const done = { value: outcome.value, values: read.values as never, carried: typed };
  return { leadsTo: await form.leadsTo(visit as never, done) };
};

const ENDED: readonly RefusalCode[] = ['SESSION_INVALID'];

/** The sentence stands beside the field that the refusal is about, or on top. */
const refused = (visit: Visit, form: AnyForm, { step, typed }: Showing, refusal: Refusal): Showing => {
  const { words } = visit;
  const { code, retryAfterSeconds } = refusal;
  if (ENDED.includes(code)) throw new NotShown(refusal);
  const names = [form.beside?.[code] ?? []].flat();
  const name = names.find((one) => typed[one]) ?? names[0];
  const sentence = (name && words.fields[name].refused?.[code]) ?? sentenceOf(visit, refusal, form);
  const told = { status: statusOf(code), retryAfterSeconds };
  // Once it is corrected, the form goes on where it was refused.
  const corrected = { ...typed, reached: String(step) };
  if (name) return { step: stepAsking(form, [name]), typed: corrected, errors: { [name]: sentence }, ...told };
  return { step, typed, problem: sentence, ...told, needsNewKey: code === 'IDEMPOTENCY_KEY_REUSED' };
};
