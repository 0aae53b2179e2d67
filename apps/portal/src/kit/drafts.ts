import { randomUUID } from 'node:crypto';
import { type AccountId, parseId } from '@health-case/domain/model/values';
import { cookieIn, dropDraftsIn, keepCookie } from './cookies.ts';
import { type AnyForm, needed, type Typed, type Visit } from './form.ts';
import { keptOf, type Showing, stepOf } from './form-state.ts';
import { withQuery } from './urls.ts';

/*
 * Each step of a form has an address, which names the form and tells nothing of it. What was typed is kept under that
 * name: in the store for whoever has signed in, and in the browser for a stranger. The name is the key of the form, too:
 * what is sent twice is done once (D-24).
 */

export type Finished = { readonly ledTo: string; readonly typed: Typed };
export type Draft = Showing | Finished;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
export const isFormId = (text: string | undefined): text is string => ID.test(text ?? '');
/** The name under which a form was sent. One that no page of the portal has made is none. */
const idOf = ({ key = '' }: Typed): string => (isFormId(key) ? key : randomUUID());

type Place = { readonly path: string; readonly id: string };

type OfStranger = Place & { readonly draft: Draft };
const MOST_OF_STRANGER = 4;
/** In characters: browsers keep cookies of 4096 bytes, with the name. */
const LONGEST_COOKIE = 3900;

const ofStranger = ({ c, keeper }: Visit): readonly OfStranger[] =>
  keeper.draftsIn<readonly OfStranger[]>(c.get('drafts') ?? cookieIn(c, 'forms') ?? '') ?? [];

const saveOfStranger = (visit: Visit, drafts: readonly OfStranger[]): boolean => {
  if (drafts.length === 0) {
    dropDraftsIn(visit.c);
    return true;
  }
  const encrypted = visit.keeper.drafts(drafts);
  if (encrypted.length > LONGEST_COOKIE) return drafts.length > 1 && saveOfStranger(visit, drafts.slice(1));
  // They count for this request, too.
  visit.c.set('drafts', encrypted);
  keepCookie(visit.c, 'forms', encrypted);
  return true;
};

/** A form that anyone may fill in belongs to the browser. */
const ownerOf = ({ member }: Visit, { who }: AnyForm) => (who === 'anyone' ? undefined : member?.caller.actor.id);

export const findDraft = async (visit: Visit, form: AnyForm, id: string): Promise<Draft | undefined> => {
  const { path } = visit.c.req;
  const owner = ownerOf(visit, form);
  if (!owner) return ofStranger(visit).find((one) => one.id === id && one.path === path)?.draft;
  const encrypted = needed(await visit.app.findDraft({ accountId: owner, id }));
  return encrypted === undefined ? undefined : visit.keeper.drafted<Draft>(encrypted, owner, path, id);
};

/** Whether it was kept: not if it is too long. */
const keepDraft = async (visit: Visit, form: AnyForm, place: Place, draft: Draft): Promise<boolean> => {
  const owner = ownerOf(visit, form);
  if (owner) {
    const encrypted = visit.keeper.draft(draft, owner, place.path, place.id);
    return needed(await visit.app.keepDraft({ accountId: owner, id: place.id, encrypted }));
  }
  const others = ofStranger(visit).filter(({ id }) => id !== place.id);
  return saveOfStranger(visit, [...others, { ...place, draft }].slice(-MOST_OF_STRANGER));
};

/** Where a form is shown. `after`: the part of a list beside it. */
export const addressOf = ({ req }: Visit['c'], id: string, step: number, after?: string): string => {
  const { pathname, searchParams: query } = new URL(req.url);
  if (after !== undefined) query.set('after', after);
  if (after === '') query.delete('after');
  query.set('form', id);
  if (step > 0) query.set('step', String(step));
  return `${pathname}?${query}`;
};

/** The address at which a step is shown that was kept. `undefined`: it is too long to be kept. */
export const keepStep = async (visit: Visit, form: AnyForm, showing: Showing): Promise<string | undefined> => {
  const { c } = visit;
  const { needsNewKey, ...shown } = showing;
  const { step, typed } = shown;
  const id = needsNewKey ? randomUUID() : idOf(typed);
  const kept = { ...shown, typed: { ...keptOf(form, typed), key: id } };
  if (!(await keepDraft(visit, form, { path: c.req.path, id }, kept))) return undefined;
  // Where the form itself has pages of what can be chosen, another step begins with the first.
  const isChoosing = form.carries?.includes('after');
  const after = Number(typed['step']) === step ? parseId<AccountId>(typed['after'] ?? '') : undefined;
  return addressOf(c, id, step, isChoosing ? (after?.ok ? after.value : '') : undefined);
};

/** Keeps what was typed for the account that typed it, whoever sends it. Returns the address; none if it was not kept. */
export const keepForOwner = async (visit: Visit, form: AnyForm, typed: Typed): Promise<string | undefined> => {
  const { c, app, keeper } = visit;
  const [owner, id, step] = [keeper.ownerOf(typed), idOf(typed), stepOf(form, typed['step'])];
  if (!owner) return undefined;
  const encrypted = keeper.draft({ step, typed: { ...keptOf(form, typed), key: id } }, owner, c.req.path, id);
  return needed(await app.keepDraft({ accountId: owner, id, encrypted })) ? addressOf(c, id, step) : undefined;
};

/** Marks a form as sent. One that stays open beside a list starts empty again; what a stranger has typed is removed. */
export const finish = async (visit: Visit, form: AnyForm, typed: Typed, ledTo: string): Promise<void> => {
  const place = { path: visit.c.req.path, id: idOf(typed) };
  const isStrangers = ownerOf(visit, form) === undefined;
  if (!form.staysOpen) {
    await keepDraft(visit, form, place, { ledTo, typed: isStrangers ? {} : keptOf(form, typed) });
  } else if (isStrangers) {
    const [drafts, isOther] = [ofStranger(visit), ({ id }: Place) => id !== place.id];
    if (!drafts.every(isOther)) saveOfStranger(visit, drafts.filter(isOther));
  }
};

/** Begins a form with what another one leads to, at a step. Returns its address. */
export const begin = async (visit: Visit, form: AnyForm, path: string, typed: Typed, step = 0): Promise<string> => {
  const id = randomUUID();
  const isKept = await keepDraft(visit, form, { path, id }, { step, typed: { ...keptOf(form, typed), key: id } });
  return isKept ? withQuery(path, { form: id, step: step > 0 && String(step) }) : path;
};
