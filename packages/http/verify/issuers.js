import { verifyCertificate } from './certificate.js';

/** The service that serves this page: its public URL is what stands in front of `/verify`. */
export const OWN = new URL('.', location.href).href.replace(/\/$/, '');

// Other services may have the same origin, below other paths.
const PINNED = `${OWN} issuers`;
const PUBLISHED = `${OWN} keys and lists`;

/** The issuers that the reader trusts besides. */
export const pinned = () => {
  try {
    return JSON.parse(localStorage.getItem(PINNED)).filter(isAddress);
  } catch {
    // There are none yet, or the browser keeps nothing for this page.
    return [];
  }
};

const trusted = () => [OWN, ...pinned()];

const keep = (issuers) => localStorage.setItem(PINNED, JSON.stringify(issuers));

/** Resolves to the issuer at this address, or to nothing if none answers. Rejects if the browser does not keep it. */
export const pin = async (address) => {
  const issuer = issuerAt(address.trim());
  if (!issuer?.startsWith('https:') || !(await refresh(issuer))) return undefined;
  if (!trusted().includes(issuer)) keep([...pinned(), issuer]);
  return issuer;
};

export const unpin = async (issuer) => {
  keep(pinned().filter((other) => other !== issuer));
  await forget();
};

/** Removes what is kept of issuers that are no longer trusted. */
const forget = async () => {
  const cache = await cacheOpened;
  const issuers = trusted();
  for (const { url } of (await cache?.keys()) ?? [])
    if (!issuers.some((other) => url.startsWith(`${other}/`))) await cache.delete(url);
};

/** A pattern would take quadratic time. */
const withoutSlashes = (text) => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/** As certificates name it. Its page may be given, too. */
const issuerAt = (address) => {
  const { origin, pathname } = URL.canParse(address) ? new URL(address) : {};
  return origin && withoutSlashes(withoutSlashes(`${origin}${pathname}`).replace(/\/verify$/, ''));
};

/** Anything else could be a sentence of a forger. */
const isAddress = (issuer) => issuerAt(issuer) === issuer;

// A browser may keep nothing: the network is enough then.
const cacheOpened = globalThis.caches?.open(PUBLISHED).catch(() => undefined);

/** Milliseconds to wait for the network while there is a kept copy, and otherwise. */
const [PATIENCE, MOST_PATIENCE] = [3_000, 15_000];

/** Milliseconds, as long as a status list is valid: a key that was withdrawn meanwhile must not count for longer. */
const MOST_AGE = 7 * 86_400_000;

const keptAt = async (cache, url) => {
  const reply = await cache?.match(url);
  const at = new Date(reply?.headers.get('Read-At'));
  // A moment far in the future comes from a wrong clock.
  if (!reply || !(Math.abs(Date.now() - at) < MOST_AGE)) return undefined;
  return { text: await reply.text(), at, isFresh: false, hasNext: namesNext(reply) };
};

const namesNext = ({ headers }) => headers.get('Link')?.includes('rel="next"');

/**
 * Reads what an issuer publishes at this address. Returns the kept copy if there is no network or no answer in time,
 * counted from `start`. Another host may answer, for example the login page of a hotel: only a text that `fits` counts.
 */
const published = async (url, fits, start = Date.now()) => {
  const cache = await cacheOpened;
  const kept = await keptAt(cache, url);
  const left = start + (kept ? PATIENCE : MOST_PATIENCE) - Date.now();
  if (left <= 0) return kept;
  try {
    const signal = AbortSignal.timeout(left);
    const reply = await fetch(url, { cache: 'no-cache', credentials: 'omit', redirect: 'error', signal });
    const [text, at] = [await reply.text(), new Date()];
    if (!reply.ok || !fits(text)) return kept;
    const headers = { 'Read-At': at.toISOString(), Link: reply.headers.get('Link') ?? '' };
    await cache?.put(url, new Response(text, { headers })).catch(() => undefined);
    return { text, at, isFresh: true, hasNext: namesNext(reply) };
  } catch {
    // There is no network, or not this host.
    return kept;
  }
};

const areKeys = (text) => Array.isArray(JSON.parse(text).keys);
const isList = (text) => /^[\w-]+\.[\w-]+\.[\w-]+\s*$/.test(text);

const keysOf = async (issuer, start) => {
  const read = await published(`${issuer}/.well-known/jwks.json`, areKeys, start);
  return read && JSON.parse(read.text).keys;
};

/** A list has a million places, so nobody has as many. */
const MOST_LISTS = 16;

/**
 * Reads the keys and all lists, for certificates that are seen later, without a network. Before the first key there is
 * no list, and each list tells whether another one follows. Resolves to whether there are keys.
 */
const refresh = async (issuer) => {
  const keys = await keysOf(issuer);
  let isThere = keys?.length > 0;
  for (let list = 0; isThere && list < MOST_LISTS; list += 1) {
    isThere = (await published(`${issuer}/status/${list}`, isList))?.hasNext;
  }
  return Boolean(keys);
};

export const refreshAll = async () => {
  await Promise.all(trusted().map(refresh));
  // An issuer may have been removed meanwhile.
  await forget();
};

/** The verdict, and when the status list was read. Reads only the keys of the issuer that the certificate names. */
export const verify = async (text) => {
  const start = Date.now();
  const unread = await verifyCertificate(text, { issuers: [], statusList: async () => undefined });
  if (unread.verdict !== 'unknown issuer') return unread;
  const { issuer } = unread;
  if (!trusted().includes(issuer)) return isAddress(issuer) ? unread : { verdict: 'not readable' };
  const keys = await keysOf(issuer, start);
  if (!keys) return { verdict: 'no keys', issuer };
  let read;
  const statusList = async (uri) => {
    read = await published(uri, isList, start);
    return read?.text;
  };
  const verdict = await verifyCertificate(text, { issuers: [{ issuer, keys }], statusList });
  return { ...verdict, ...(verdict.statusAt && { status: { at: read.at, isFresh: read.isFresh } }) };
};
