import { verifyCertificate } from './certificate.js';

/** The service that serves this page: its public URL is what stands in front of `/verify`. */
export const OWN = new URL('.', location.href).href.replace(/\/$/, '');

// Other services may have the same origin, below other paths.
const PINNED = `${OWN} issuers`;
const PUBLISHED = `${OWN} keys and lists`;

/** The issuers that the reader trusts besides. */
export const pinned = () => JSON.parse(localStorage.getItem(PINNED) ?? '[]');

const trusted = () => [OWN, ...pinned()];

const keep = (issuers) => localStorage.setItem(PINNED, JSON.stringify(issuers));

/** Resolves to the issuer at this address, or to nothing if none answers there. */
export const pin = async (address) => {
  const issuer = issuerAt(address);
  if (!issuer || !(await keysOf(issuer))) return undefined;
  if (!trusted().includes(issuer)) keep([...pinned(), issuer]);
  await refresh(issuer);
  return issuer;
};

export const unpin = async (issuer) => {
  keep(pinned().filter((other) => other !== issuer));
  const cache = await caches.open(PUBLISHED);
  for (const { url } of await cache.keys()) if (url.startsWith(`${issuer}/`)) await cache.delete(url);
};

/** As certificates name it. Its page may be given, too. */
const issuerAt = (address) => {
  const { protocol, origin, pathname } = URL.parse(address.trim()) ?? {};
  return protocol === 'https:' ? `${origin}${pathname}`.replace(/(\/verify)?\/*$/, '') : undefined;
};

/** Milliseconds to wait for the network while there is a kept copy, and otherwise. */
const [PATIENCE, MOST_PATIENCE] = [3_000, 15_000];

/** What an issuer publishes at this address: as it is now, or without a network as it was when it was last read. */
const published = async (url) => {
  const cache = await caches.open(PUBLISHED);
  const kept = await cache.match(url);
  const signal = AbortSignal.timeout(kept ? PATIENCE : MOST_PATIENCE);
  try {
    const reply = await fetch(url, { cache: 'no-cache', credentials: 'omit', redirect: 'error', signal });
    if (reply.ok) {
      const [text, at] = [await reply.text(), new Date()];
      await cache.put(url, new Response(text, { headers: { 'Read-At': at.toISOString() } }));
      return { text, at, isFresh: true };
    }
  } catch {
    // There is no network, or not this host.
  }
  return kept && { text: await kept.text(), at: new Date(kept.headers.get('Read-At')), isFresh: false };
};

const keysOf = async (issuer) => {
  try {
    const { keys } = JSON.parse((await published(`${issuer}/.well-known/jwks.json`)).text);
    return Array.isArray(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
};

/** A list has a million places, so nobody has as many. */
const MOST_LISTS = 16;

/** Reads the keys and all lists, so that certificates can be verified that are seen later, without a network. */
const refresh = async (issuer) => {
  if (!(await keysOf(issuer))) return;
  for (let list = 0; list < MOST_LISTS; list += 1) {
    if (!(await published(`${issuer}/status/${list}`))?.isFresh) return;
  }
};

export const refreshAll = () => Promise.all(trusted().map(refresh));

/** The verdict, and when the list that told the status was read. Keys are read for no issuer but the one it names. */
export const verify = async (text) => {
  const unread = await verifyCertificate(text, { issuers: [], statusList: async () => undefined });
  if (unread.verdict !== 'unknown issuer' || !trusted().includes(unread.issuer)) return unread;
  const { issuer } = unread;
  const keys = await keysOf(issuer);
  if (!keys) return { verdict: 'no keys', issuer };
  let read;
  const statusList = async (uri) => {
    read = await published(uri);
    return read?.text;
  };
  const verdict = await verifyCertificate(text, { issuers: [{ issuer, keys }], statusList });
  return { ...verdict, ...(verdict.statusAt && { status: { at: read.at, isFresh: read.isFresh } }) };
};
