import { ifAvailable, RightLost, Unavailable } from '@health-case/domain/errors';
import type { Work } from '@health-case/domain/model/case';
import type { Refusal } from '@health-case/domain/result';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { signInToGoOn } from '../pages/sign-in.tsx';
import { answerForm } from './answer-form.ts';
import { type AnyForm, type AnyPage, isResumed, type Next } from './form.ts';
import { actionOf, opened, type Showing, stateOf } from './form-state.ts';
import { frame } from './frame.tsx';
import { languageSentBy } from './language-button.ts';
import { isFromHere, originOf, pathAndQuery, safeUrl } from './place.ts';
import { type Kept, type Problem, problemView } from './problems.tsx';
import { viewOf } from './question.tsx';
import type { Env, PortalOptions } from './service.ts';
import { dropSession, keepLanguage } from './session-cookie.ts';
import { typedFrom } from './typed.ts';
import { NotShown, type View, type Visit, type Who } from './visit.ts';
import type { Visits } from './visits.ts';

type Service = Pick<PortalOptions, 'log' | 'observation' | 'publicUrl' | 'shareTime'> & {
  readonly visits: Visits;
  readonly atWork: <Reply>(work: () => Promise<Reply>) => Promise<Reply>;
  readonly portal: Hono<Env>;
};

/** What serves pages and forms. */
export const createDispatch = ({ visits, atWork, portal, log, observation, publicUrl, shareTime }: Service) => {
  /** A refusal or an outage as a page, with what was typed. */
  const failed = async (visit: Visit, error: unknown, kept?: Kept): Promise<Response> => {
    if (error instanceof NotShown || error instanceof RightLost) return refused(visit, error.refusal, kept);
    const isOutage = error instanceof Unavailable;
    if (isOutage) visit.c.header('Retry-After', String(error.retryAfterSeconds));
    log.error({ requestId: visit.facts.requestId, variant: 'portal', err: error }, 'A page could not be shown.');
    return reply(visit, problemView(visit, isOutage ? 'unavailable' : 'failed', kept));
  };

  const safe = safeUrl(publicUrl);
  const refuse = (c: Context<Env>, problem: Problem, goTo?: string): Promise<Response> =>
    refusedTo(visits.stranger(c), problem, goTo);

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
      const known = await visits.of(c, origin, one.spared);
      visit = known.visit;
      if (known.refusal && known.refusal.code !== 'SESSION_INVALID') return refused(visit, known.refusal, kept);
      const may = mayCome(visit, one.who);
      if (may === 'yes') return lacksProof(visit, one) ? redirect(visit, '/account/address') : await work(visit);
      return refused(visit, { code: may === 'other role' ? 'ROLE_NOT_ALLOWED' : 'SESSION_INVALID' }, kept);
    };
    try {
      return await atWork(() => (shareTime ? shareTime(answer) : answer()));
    } catch (error) {
      return failed(visit ?? visits.stranger(c), error, kept);
    }
  };

  const show = async (visit: Visit, form: AnyForm, showing: Showing): Promise<Response> => {
    const state = stateOf(visit, form, showing);
    return reply(visit, { status: showing.status, ...(await viewOf(visit, form, showing.step, state)) }, state);
  };

  /** After signing in, a form goes on: the portal sends itself what was typed, and shows the form that answers. */
  const follow = async (visit: Visit, next: Next): Promise<Response> => {
    if (typeof next === 'string') return redirect(visit, next);
    if (!isResumed(next)) return reply(visit, next);
    const { c, origin } = visit;
    const request = new Request(new URL(next.path, origin), { method: 'POST' });
    const shown = await portal.fetch(request, { ...c.env, resumed: next });
    shown.headers.forEach((value, name) => void c.header(name, value));
    return c.body(await shown.text(), { status: shown.status as ContentfulStatusCode });
  };

  return {
    show: (c: Context<Env>, page: AnyPage): Promise<Response> =>
      serve(c, page, async (visit) => {
        const shown = await page.view(visit as never);
        return typeof shown === 'string' ? redirect(visit, shown) : reply(visit, shown);
      }),

    open: (c: Context<Env>, form: AnyForm): Promise<Response> =>
      serve(c, form, async (visit) => show(visit, form, await opened(visit, form))),

    send: async (c: Context<Env>, form: AnyForm): Promise<Response> => {
      const { resumed } = c.env;
      if (!resumed && !isFromHere(c.env.incoming, originOf(c.env.incoming, publicUrl))) {
        observation?.onRoute(c.env.outgoing, form.path);
        return refuse(c, 'otherSite');
      }
      const typed = resumed?.typed ?? typedFrom(form, await c.req.text());
      const language = languageSentBy(typed);
      if (language) keepLanguage(c, language);
      const work = async (visit: Visit): Promise<Response> => {
        const answered = resumed
          ? { showing: { step: Number(typed['step']) || 0, typed } }
          : await answerForm(visit, form, typed);
        return 'next' in answered ? follow(visit, answered.next) : show(visit, form, answered.showing);
      };
      return serve(c, form, work, { form, typed });
    },

    /** What went wrong before it was known who comes, as where a browser went away while it sent a form. */
    fail: (c: Context<Env>, error: unknown): Promise<Response> => failed(visits.stranger(c), error),

    refuse,

    /** With the menu of whoever has signed in, who finds the way back by it. */
    notFound: (c: Context<Env>): Promise<Response> =>
      serve(c, { who: 'anyone' }, async (visit) => reply(visit, problemView(visit, 'notFound'))),
  };
};

const mayCome = ({ member }: Visit, who: Who): 'yes' | 'signed out' | 'other role' => {
  if (who === 'anyone') return 'yes';
  if (!member) return 'signed out';
  return who === 'member' || who.includes(member.caller.actor.role) ? 'yes' : 'other role';
};

/** D-28: whether the address is to be proven first, by the page that says how. */
const lacksProof = ({ c, member }: Visit, { needsProof }: Pick<Partial<AnyForm>, 'needsProof'>): boolean =>
  member?.isProven === false && (needsProof === 'to open' || (needsProof === 'to send' && c.req.method === 'POST'));

const refused = async (visit: Visit, refusal: Refusal, kept?: Kept): Promise<Response> => {
  const { c } = visit;
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds));
  if (refusal.code === 'SECOND_FACTOR_NEEDED' && !kept) return redirect(visit, '/account/factor');
  if (refusal.code !== 'SESSION_INVALID') return reply(visit, problemView(visit, refusal, kept));
  dropSession(c);
  const here = pathAndQuery(c.req.url);
  if (!kept) return redirect(visit, here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`);
  const { view, state } = await signInToGoOn(visit, actionOf(c), kept);
  return reply(visit, view, state);
};

const refusedTo = (visit: Visit, problem: Problem, goTo?: string): Promise<Response> =>
  reply(visit, problemView(visit, problem, undefined, goTo));

/** Nothing that a page shows is kept by a browser or on the way. */
const head = ({ c, facts }: Visit): void => {
  c.env.outgoing.setHeader('Cache-Control', 'no-store').setHeader('Request-Id', facts.requestId);
};

/** D-43: counted behind what the page has done. During an outage of the store a page goes without. */
const workOf = async ({ app, facts, member }: Visit): Promise<Work | undefined> => {
  if (!member || member.caller.actor.role === 'Par') return undefined;
  let work: Work | undefined;
  await ifAvailable(async () => {
    const counted = await app.showWork({ ...facts, ...member.caller });
    if (counted.ok) work = counted.value;
  });
  return work;
};

const reply = async (visit: Visit, view: View, state?: Parameters<typeof frame>[2]): Promise<Response> => {
  head(visit);
  return visit.c.html(frame(visit, view, state, await workOf(visit)), (view.status ?? 200) as ContentfulStatusCode);
};

const redirect = (visit: Visit, path: string): Response => {
  head(visit);
  return visit.c.redirect(path, 303);
};
