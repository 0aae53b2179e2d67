import { hash, randomUUID } from 'node:crypto';
import type { Application } from '@health-case/domain/application';
import { LANGUAGES, type Language, parseLanguage } from '@health-case/domain/model/account';
import type { Practice } from '@health-case/domain/model/practice';
import type { Refusal } from '@health-case/domain/result';
import type { Spared } from '@health-case/domain/use-cases/sessions';
import { clientAddress } from '@health-case/http/server/client-address';
import { headerOf } from '@health-case/http/server/headers';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { wordsIn } from '../words/words.ts';
import { cookieIn } from './cookies.ts';
import type { Visit } from './form.ts';
import type { Formats } from './formats.ts';
import { createKeeper } from './keeper.ts';
import type { Env, PortalOptions } from './options.ts';

/** The language that a browser wants most (RFC 9110, 12.5.4), by its first subtag: German of any country is German. */
const acceptedLanguage = (header: string | undefined): Language | undefined =>
  parseAccept(header ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => LANGUAGES.find((known) => known === type.split('-', 1)[0]?.toLowerCase()))
    .find((known) => known !== undefined);

const chosenLanguage = (c: Context<Env>): Language | undefined => {
  const chosen = parseLanguage(c.get('language') ?? cookieIn(c, 'language') ?? '');
  return chosen.ok ? chosen.value : undefined;
};

type Found = {
  readonly visit: Visit;
  /** Why a session that the browser has cannot be used. */
  readonly refusal: Refusal | undefined;
};

/** Milliseconds. */
const PRACTICE_READ_EVERY = 10_000;

/** D-39: what is known of the practice is read by one page in a while. Without the store it stays what it was. */
const rememberPractice = (app: Application) => {
  let known: Practice | undefined;
  let [readAt, reading] = [Number.NEGATIVE_INFINITY, Promise.resolve()];
  const read = async (): Promise<void> => {
    try {
      known = (await app.showPractice()).value;
    } catch {
      // What the page itself asks for tells of the outage.
    }
  };
  const refresh = (): Promise<void> => {
    const now = performance.now();
    if (now - readAt > PRACTICE_READ_EVERY) [readAt, reading] = [now, read()];
    return reading;
  };
  return { refresh, known: () => known };
};

/** Each form of a session carries it, so that no other site, and no tab of another account, can send one. */
export const formTokenOf = (sessionToken: string): string => hash('sha256', `form of ${sessionToken}`, 'base64url');

/** Makes the visits of requests: who comes, and in which language. */
export const createVisits = (
  options: Pick<PortalOptions, 'application' | 'registration' | 'trustedProxies' | 'sessionLifetimes' | 'cipher'> &
    Pick<Visit, 'assets' | 'lists'>,
  formatsIn: (language: Language) => Formats,
) => {
  const { application: app, assets, lists, registration, trustedProxies, sessionLifetimes } = options;
  const keeper = createKeeper(options.cipher);
  const practice = rememberPractice(app);
  /** The visit of somebody who is not known. */
  const ofNobody = (c: Context<Env>, origin = 'null', ofAccount?: Language): Visit => {
    const language =
      chosenLanguage(c) ?? ofAccount ?? acceptedLanguage(headerOf(c.env.incoming, 'accept-language')) ?? 'en';
    const facts = { requestId: randomUUID(), address: clientAddress(c.env.incoming, trustedProxies) };
    const words = wordsIn(language);
    const service = { app, assets, lists, registration, sessionLifetimes, keeper, practice: practice.known() };
    return { ...words, words, formats: formatsIn(language), c, origin, facts, ...service, member: undefined };
  };
  const of = async (c: Context<Env>, origin: string, spared?: Spared): Promise<Found> => {
    await practice.refresh();
    const token = cookieIn(c, 'session');
    if (token === undefined) return { visit: ofNobody(c, origin), refusal: undefined };
    const found = await app.resumeSession(token, spared);
    if (!found.ok) return { visit: ofNobody(c, origin), refusal: found.refusal };
    const { left, isProven, ...caller } = found.value;
    const visit = ofNobody(c, origin, caller.actor.language);
    const [formToken, formOwner] = [formTokenOf(token), keeper.ownedBy(caller.actor.id)];
    const member = { formToken, formOwner, caller, left, isProven };
    return { visit: Object.assign(visit, { member, call: { ...visit.facts, ...caller } }), refusal: undefined };
  };
  return { of, ofNobody };
};
