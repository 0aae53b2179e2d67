import { randomUUID } from 'node:crypto';
import type { AnyForm, FormState, Typed, View, Visit } from './form.ts';
import { asTyped, withoutSecrets } from './read-fields.ts';

/** How a form is shown: which step, with what was typed, and what is wrong with it. */
export type Showing = {
  readonly step: number;
  readonly typed: Typed;
  readonly errors?: FormState['errors'];
  readonly problem?: string | undefined;
  readonly status?: View['status'];
  readonly retryAfterSeconds?: number | undefined;
  /** The key was used for something else. */
  readonly needsNewKey?: boolean;
};

/** The step that a form or an address names; the first if it names none. */
export const stepOf = ({ steps }: AnyForm, name: string | undefined): number => {
  const step = Number(name);
  return Number.isInteger(step) && step >= 0 && step < steps.length ? step : 0;
};

export const opened = async (visit: Visit, form: AnyForm): Promise<Showing> => {
  const started = (await form.start?.(visit as never)) ?? {};
  const typed = { ...started, ...asTyped(form, started) };
  return { step: form.startsAt?.(typed) ?? 0, typed };
};

/** What of an address says what a form is about, and which part of a list is shown. */
const OF_FORM = ['child', 'status', 'doctor', 'order', 'search', 'after', 'before'];

/** Where a form is sent: a list beside it stays at its part. */
export const actionOf = ({ req }: Visit['c']): string => {
  const query = new URLSearchParams(Object.entries(req.query()).filter(([name]) => OF_FORM.includes(name)));
  return query.size === 0 ? req.path : `${req.path}?${query}`;
};

const DAY_PART = /-(day|month|year)$/;

export const stateOf = (visit: Visit, form: AnyForm, showing: Showing): FormState => {
  const { c, member } = visit;
  const { step, typed, errors = {}, problem, needsNewKey } = showing;
  const values = withoutSecrets(form, typed);
  const asked: readonly string[] = form.steps[step]?.asks ?? [];
  const ofOtherSteps = Object.entries(values).filter(([name]) => !asked.includes(name.replace(DAY_PART, '')));
  const carried = (form.carries ?? []).map((name) => [name, typed[name] ?? ''] as const);
  const state = {
    action: actionOf(c),
    hidden: {
      ...Object.fromEntries([...ofOtherSteps, ...carried]),
      ...(Number(typed['reached']) > step && { reached: typed['reached'] }),
      ...(member && { token: member.formToken, owner: member.formOwner }),
      key: (!needsNewKey && typed['key']) || randomUUID(),
      step: String(step),
    },
    values,
    errors,
    fields: form.fields,
    problem,
  };
  return form.steps[step]?.onceWrong?.(state) ?? state;
};

/** A form on another page than its own, with what is sent beside what it carries. */
export const formAt = (visit: Visit, form: AnyForm, action: string, sent: FormState['hidden'] = {}): FormState => {
  const state = stateOf(visit, form, { step: 0, typed: {} });
  return { ...state, action, hidden: { ...state.hidden, ...sent } };
};

/** What is kept of a form: what was typed, the key, and the steps that were reached. */
export const keptOf = (form: AnyForm, typed: Typed): Typed => ({
  ...withoutSecrets(form, typed),
  ...Object.fromEntries([...(form.carries ?? []), 'key', 'step', 'reached'].map((name) => [name, typed[name] ?? ''])),
});
