import { randomUUID } from 'node:crypto';
import { ifAvailable, RightLost, Unavailable } from '@health-case/domain/errors';
import type { Work } from '@health-case/domain/model/notice';
import type { Refusal } from '@health-case/domain/result';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isFieldName } from '../words/fields.ts';
import { answerForm } from './answer-form.ts';
import { dropSession, keepLanguage } from './cookies.ts';
import { addressOf, findDraft, finish, isFormId, keepForOwner, keepStep } from './drafts.ts';
import { type AnyForm, type AnyPage, NotShown, OWN, TICK_END, type Typed, type View, type Visit } from './form.ts';
import { opened, type Showing, stateOf, stepOf } from './form-state.ts';
import { frame } from './frame.tsx';
import type { Env, PortalOptions } from './options.ts';
import { finishedView, type Kept, type Problem, problemView, sentenceOf, statusOf } from './problems.tsx';
import { backOf, viewOf } from './question.tsx';
import { languageSentBy } from './read-fields.ts';
import { streamedReply } from './streamed.ts';
import { takesFile, uploadedFrom } from './upload.ts';
import { isFromHere, listBefore, originOf, pathAndQuery, rememberList, safeUrl, withQuery } from './urls.ts';
import type { createVisits } from './visits.ts';

type Service = Pick<PortalOptions, 'log' | 'observation' | 'publicUrl' | 'shareTime'> & {
  readonly visits: ReturnType<typeof createVisits>;
  readonly atWork: <Reply>(work: () => Promise<Reply>) => Promise<Reply>;
};

/** What a browser has sent. Of a field that comes twice, the first, unless several can be ticked. */
export const typedFrom = ({ fields }: AnyForm, body: string): Typed => {
  const typed = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    const before = typed.get(name);
    if (before === undefined) typed.set(name, value);
    else if (isFieldName(name) && fields[name]?.control?.as === 'ticks') typed.set(name, before + TICK_END + value);
  }
  return Object.fromEntries(typed);
};

export const createDispatch = ({ visits, atWork, log, observation, publicUrl, shareTime }: Service) => {
  /** A refusal or an outage as a page, with what was typed. */
  const failed = async (visit: Visit, error: unknown, kept?: Kept): Promise<Response> => {
    if (error instanceof NotShown || error instanceof RightLost) return refused(visit, error.refusal, kept);
    const isOutage = error instanceof Unavailable;
    log.error({ requestId: visit.facts.requestId, variant: 'portal', err: error }, 'A page could not be shown.');
    const view = problemView(visit, isOutage ? 'unavailable' : 'failed', { kept });
    return reply(visit, { ...view, ...(isOutage && { retryAfterSeconds: error.retryAfterSeconds }) });
  };

  const safe = safeUrl(publicUrl);
  const refuse = (c: Context<Env>, problem: Problem, goTo?: string): Promise<Response> => {
    const visit = visits.ofNobody(c);
    return reply(visit, problemView(visit, problem, { goTo }));
  };

  /** Finds out who comes and whether they may, then does the work. */
  const serve = async (
    c: Context<Env>,
    one: Pick<AnyPage, 'who' | 'spared'> & Pick<Partial<AnyForm>, 'path' | 'needsProof'>,
    work: (visit: Visit) => Promise<Response>,
    kept?: Kept,
  ): Promise<Response> => {
    const origin = originOf(c.env.incoming, publicUrl);
    if (one.path !== undefined) observation?.onRoute(c.env.outgoing, one.path);
    if (origin === undefined) return refuse(c, safe ? 'elsewhere' : 'unsafe', safe?.href);
    let visit: Visit | undefined;
    const answer = async (): Promise<Response> => {
      const known = await visits.of(c, origin, sparedOf(one));
      visit = known.visit;
      if (known.refusal && known.refusal.code !== 'SESSION_INVALID') return refused(visit, known.refusal, kept);
      const may = mayCome(visit, one.who);
      if (may === 'yes') return lacksProof(visit, one) ? proofFirst(visit, kept) : await work(visit);
      return refused(visit, { code: may === 'other role' ? 'ROLE_NOT_ALLOWED' : 'SESSION_INVALID' }, kept, one.who);
    };
    try {
      return await atWork(() => (shareTime ? shareTime(answer) : answer()));
    } catch (error) {
      return failed(visit ?? visits.ofNobody(c), error, kept);
    }
  };

  return {
    show: async (c: Context<Env>, page: AnyPage): Promise<Response> => {
      let send: (() => Promise<Response>) | undefined;
      const answered = await serve(c, page, async (visit) => {
        const shown = await page.view(visit as never);
        if (typeof shown === 'string') return redirect(visit, shown);
        if (!('file' in shown) && !shown.rest) return reply(visit, shown);
        send = await streamedReply({ visit, shown, work: await workOf(visit) }, log);
        return new Response();
      });
      // Behind the call, and so without its limit of time.
      return send ? send() : answered;
    },

    /** A form that is opened by its path gets a name first, so that its address finds again what is typed into it. */
    open: (c: Context<Env>, form: AnyForm): Promise<Response> =>
      serve(c, form, async (visit) => {
        const id = c.req.query('form');
        if (isFormId(id)) return showKept(visit, form, id);
        if (form.staysOpen) return show(visit, form, await opened(visit, form));
        const step = form.startsAt ? (await opened(visit, form)).step : 0;
        return redirect(visit, addressOf(c, randomUUID(), step));
      }),

    send: async (c: Context<Env>, form: AnyForm): Promise<Response> => {
      if (!isFromHere(c.env.incoming, originOf(c.env.incoming, publicUrl))) {
        observation?.onRoute(c.env.outgoing, form.path);
        return refuse(c, 'otherSite');
      }
      const answer = async (visit: Visit, typed: Typed): Promise<Response> => {
        const answered = await answerForm(visit, form, typed);
        if ('leadsTo' in answered) {
          await ifAvailable(() => finish(visit, form, typed, answered.leadsTo));
          return redirect(visit, answered.leadsTo);
        }
        const address = await keepStep(visit, form, answered.showing);
        return address === undefined ? show(visit, form, answered.showing) : redirect(visit, address);
      };
      // Of a stranger no file is read.
      if (takesFile(form)) return serve(c, form, (visit) => takeFile(visit, form, answer));
      const typed = typedFrom(form, await c.req.text());
      keepLanguageSent(c, typed);
      return serve(c, form, (visit) => answer(visit, typed), { form, typed });
    },

    /** What went wrong before it was known who comes, as where a browser went away while it sent a form. */
    fail: (c: Context<Env>, error: unknown): Promise<Response> => failed(visits.ofNobody(c), error),

    refuse,

    /** With the menu, for whoever has signed in. */
    notFound: (c: Context<Env>): Promise<Response> =>
      serve(c, { who: 'anyone' }, async (visit) => reply(visit, problemView(visit, 'notFound'))),
  };
};

/** What strangers may see needs no confirmation. */
const sparedOf = ({ who, spared }: Pick<AnyPage, 'who' | 'spared'>) =>
  who === 'anyone' ? { ...OWN, ...spared } : spared;

const mayCome = ({ member }: Visit, who: AnyPage['who']): 'yes' | 'signed out' | 'other role' => {
  if (who === 'anyone') return 'yes';
  if (!member) return 'signed out';
  const { isManager, role } = member.caller.actor;
  return who === 'member' || (who === 'manager' ? isManager : who.includes(role)) ? 'yes' : 'other role';
};

/** D-28: whether the address is to be proven first, by the page that says how. */
const lacksProof = ({ c, member }: Visit, { needsProof }: Pick<Partial<AnyForm>, 'needsProof'>): boolean =>
  member?.isProven === false && (needsProof === 'to open' || (needsProof === 'to send' && c.req.method === 'POST'));

/** What was typed is there again once the address is proven. */
const proofFirst = async (visit: Visit, sent?: Kept): Promise<Response> => {
  const next = sent && (await keepForOwner(visit, sent.form, sent.typed));
  return redirect(visit, withQuery('/account/address', { next }));
};

const show = async (visit: Visit, form: AnyForm, showing: Showing): Promise<Response> => {
  const { status, retryAfterSeconds, step } = showing;
  const state = stateOf(visit, form, showing);
  return reply(visit, { status, retryAfterSeconds, ...(await viewOf(visit, form, step, state)) }, state);
};

/** A form at its address: the step as it was left, that it was sent, or, where nothing is kept, as it is at first. */
const showKept = async (visit: Visit, form: AnyForm, id: string): Promise<Response> => {
  const { req } = visit.c;
  const draft = await findDraft(visit, form, id);
  const part = form.carries?.includes('after') && { after: req.query('after') ?? '' };
  if (!draft || 'ledTo' in draft) {
    if (draft && !form.staysOpen) return reply(visit, finishedView(visit, form, draft));
    const { step, typed } = await opened(visit, form);
    return showUnlessOver(visit, form, { step, typed: { ...typed, ...part, ...(!draft && { key: id }) } }, {});
  }
  const step = stepOf(form, req.query('step'));
  const typed = { ...draft.typed, ...part };
  return showUnlessOver(visit, form, draft.step === step ? { ...draft, typed } : { step, typed }, typed);
};

/** In place of a form that could only be refused, as what it is about was decided meanwhile: why, and what was typed. */
const showUnlessOver = async (visit: Visit, form: AnyForm, showing: Showing, typed: Typed): Promise<Response> => {
  try {
    return await show(visit, form, showing);
  } catch (error) {
    if (!(error instanceof NotShown) || error.refusal.code === 'SESSION_INVALID') throw error;
    const back = backOf(visit, form, showing.step, stateOf(visit, form, showing)) ?? listBefore(visit, '/');
    return reply(visit, { ...problemView(visit, error.refusal, { kept: { form, typed } }), back });
  }
};

const refused = async (visit: Visit, refusal: Refusal, sent?: Kept, who?: AnyPage['who']): Promise<Response> => {
  const { member } = visit;
  const { code } = refusal;
  if (code === 'SESSION_INVALID') return signInFirst(visit, sent);
  if (code === 'SECOND_FACTOR_NEEDED' && !sent) return redirect(visit, '/account/factor');
  if (code === 'NOT_CONFIRMED' && !sent) return redirect(visit, '/account/waiting');
  const address = sent && member && (await keepStep(visit, sent.form, refusedStep(visit, refusal, sent)));
  if (address) return redirect(visit, address);
  // What was opened from a list, and is there no more, leads back to it.
  return reply(visit, {
    ...problemView(visit, refusal, { kept: sent, who }),
    back: visit.member && listBefore(visit, '/'),
  });
};

const refusedStep = (visit: Visit, refusal: Refusal, { form, typed }: Kept): Showing => ({
  step: stepOf(form, typed['step']),
  typed,
  problem: sentenceOf(visit, refusal, form),
  status: statusOf(refusal.code),
  retryAfterSeconds: refusal.retryAfterSeconds,
});

/** What was typed is there again once the account that typed it has signed in. */
const signInFirst = async (visit: Visit, sent?: Kept): Promise<Response> => {
  dropSession(visit.c);
  const kept = sent && (await keepForOwner(visit, sent.form, sent.typed));
  const next = kept ?? pathAndQuery(visit.c.req.url);
  return redirect(visit, withQuery('/sign-in', { next: next !== '/' && next, kept: kept && 'yes' }));
};

/** Nothing that a page shows is kept by a browser or on the way. */
const head = ({ c, facts }: Visit): void => {
  c.env.outgoing.setHeader('Cache-Control', 'no-store').setHeader('Request-Id', facts.requestId);
};

/** D-43: counted after the page's own work, and left out during an outage of the store. */
const workOf = async ({ app, facts, member }: Visit): Promise<Work | undefined> => {
  if (!member) return undefined;
  let work: Work | undefined;
  await ifAvailable(async () => {
    const counted = await app.showWork({ ...facts, ...member.caller });
    if (counted.ok) work = counted.value;
  });
  return work;
};

const reply = async (visit: Visit, view: View, state?: Parameters<typeof frame>[2]): Promise<Response> => {
  head(visit);
  if (view.retryAfterSeconds !== undefined) visit.c.header('Retry-After', String(view.retryAfterSeconds));
  if (visit.member && view.status === undefined) rememberList(visit);
  return visit.c.html(
    frame(visit, view, state, view.work ?? (await workOf(visit))),
    (view.status ?? 200) as ContentfulStatusCode,
  );
};

const keepLanguageSent = (c: Context<Env>, typed: Typed): void => {
  const language = languageSentBy(typed);
  if (language) keepLanguage(c, language);
};

const takeFile = async (visit: Visit, form: AnyForm, answer: (visit: Visit, typed: Typed) => Promise<Response>) => {
  const { typed, file } = await uploadedFrom(visit.c);
  keepLanguageSent(visit.c, typed);
  if (file !== 'too large') return answer({ ...visit, file }, typed);
  const showing = { step: 0, typed, errors: { file: visit.words.fields.file.invalid }, status: 413 };
  const address = await keepStep(visit, form, showing);
  return address === undefined ? show(visit, form, showing) : redirect(visit, address);
};

const redirect = (visit: Visit, path: string): Response => {
  head(visit);
  return visit.c.redirect(path, 303);
};
