import type { IncomingMessage } from 'node:http';
import { NotReady } from '@health-case/domain/errors';
import { changedLinks, unescapedLink } from '@health-case/http/server/escaped-link';
import { headerOf } from '@health-case/http/server/headers';
import { roomFor } from '@health-case/http/server/room';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import { loadAssets } from './assets.ts';
import { createDispatch } from './kit/dispatch.ts';
import { createFormats } from './kit/formats.ts';
import type { Env, Exchange, PortalOptions } from './kit/options.ts';
import { takesFile } from './kit/upload.ts';
import { originOf, safeUrl } from './kit/urls.ts';
import { createVisits } from './kit/visits.ts';
import { FORMS, PAGES } from './pages/all.ts';

/** Pages whose links hold a code behind `#`, and the one that verifies certificates. */
const withCode = FORMS.filter(({ fields }) => Object.values(fields).some((rule) => rule?.isOfAddress));
const WITH_SECRETS = changedLinks(['verify', ...withCode.map(({ path }) => path.slice(1))]);

/** Nothing but what this host serves, nothing inline, and in no frame of another page. */
const SECURITY = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
  // Whoever ends TLS says how long it is required, and of which hosts.
  strictTransportSecurity: false,
  permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
});

/** They are the same in every answer, so they are made once, and set without objects of the Fetch standard. */
const securityHeaders = async (): Promise<Map<string, string>> => {
  const app = new Hono().use(SECURITY).get('/', (c) => c.body(null));
  return new Map((await app.request('/')).headers);
};

/** Whether it is the portal of this machine, without TLS. A form of another origin came through a proxy. */
const isInClear = (incoming: IncomingMessage, publicUrl: string | undefined): boolean => {
  const origin = safeUrl(publicUrl) ? undefined : originOf(incoming, publicUrl);
  return origin !== undefined && (headerOf(incoming, 'origin') ?? origin) === origin;
};

const LARGEST_FORM = 64 * 1024;

/** For whoever spreads requests over processes. */
const readinessOf = async (application: PortalOptions['application'], c: Context): Promise<Response> => {
  try {
    await application.checkReadiness();
    return c.body(null, 204);
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    return c.text(`${error.message}\n`, 503, { 'Retry-After': String(error.retryAfterSeconds) });
  }
};

const WITH_FILE: ReadonlySet<string> = new Set(FORMS.filter(takesFile).map(({ path }) => path));
/** It may be long on its way. */
export const isUpload = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && WITH_FILE.has(url);

const LISTS: ReadonlySet<string> = new Set([...PAGES, ...FORMS].filter(({ isList }) => isList).map(({ path }) => path));

/** Pages for people: two tables, of pages and of forms, and what serves them. */
export const createPortalApp = async (options: PortalOptions) => {
  const { addresses, answers } = await loadAssets();
  const portal = new Hono<Env>();
  const visits = createVisits({ ...options, assets: addresses, lists: LISTS }, createFormats(options.timeZone));
  const dispatch = createDispatch({ ...options, visits, atWork: roomFor() });
  const headers = await securityHeaders();
  const bounded = bodyLimit({ maxSize: LARGEST_FORM, onError: (c) => dispatch.refuse(c as Context<Env>, 'tooLarge') });
  portal.on('POST', '*', (c, next) => (WITH_FILE.has(c.req.path) ? next() : bounded(c, next)));
  portal.get('/healthz', (c) => c.body(null, 204));
  portal.get('/readyz', (c) => readinessOf(options.application, c));
  // Where password managers lead to (W3C, A Well-Known URL for Changing Passwords).
  portal.get('/.well-known/change-password', (c) => c.redirect('/account/password', 302));
  for (const [path, answer] of answers) portal.get(path, (c) => answer(c.env.incoming));
  // Forms come first: /children/new is no child.
  for (const form of FORMS) {
    portal.get(form.path, (c) => dispatch.open(c, form));
    portal.post(form.path, (c) => dispatch.send(c, form));
  }
  for (const page of PAGES) portal.get(page.path, (c) => dispatch.show(c, page));
  portal.onError((error, c) => dispatch.fail(c, error));
  portal.notFound((c) => unescapedLink(c.env.incoming, WITH_SECRETS) ?? dispatch.notFound(c));
  /** What is the same for all is no part of Hono's chain: without one, a page needs none. */
  return (request: Request, { incoming, outgoing }: Exchange): Response | Promise<Response> => {
    outgoing.setHeaders(headers);
    return portal.fetch(request, { incoming, outgoing, isInClear: isInClear(incoming, options.publicUrl) });
  };
};
