// Keeps the page's files, so that it works without a network. The service writes VERSION and FILES in front.

// Caches are shared by all that has this origin.
const OF_PAGE = `${registration.scope} files `;
const CACHE = OF_PAGE + VERSION;

/** Where the files are, in relation to this one. */
const ADDRESSES = Object.entries(FILES).map(([path, integrity]) => [new URL(`../${path}`, location).href, integrity]);

/** Takes files of one version only: while a service is being updated, its processes may serve several. */
const install = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(ADDRESSES.map(([url, integrity]) => new Request(url, { cache: 'no-cache', integrity })));
  await skipWaiting();
};

const activate = async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(OF_PAGE) && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
};

const answer = async (request, url) =>
  (await (await caches.open(CACHE)).match(url, { ignoreVary: true })) ?? fetch(request);

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
/** A link with an encoded #: some mail programs write one. What stands behind it is sent to nobody here, either. */
const ESCAPED = /\/verify%(?:25)*23(.*)$/;

addEventListener('fetch', (event) => {
  const [, certificate] = ESCAPED.exec(event.request.url) ?? [];
  if (certificate) return event.respondWith(Response.redirect(`${registration.scope}#${certificate}`));
  const { origin, pathname } = new URL(event.request.url);
  const url = origin + pathname;
  if (event.request.method === 'GET' && ADDRESSES.some(([known]) => known === url)) {
    event.respondWith(answer(event.request, url));
  }
});
