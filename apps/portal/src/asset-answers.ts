import { type Answer, createCache, digest } from '@health-case/http/server/cached';
import { licences, script, stylesheet } from './assets.ts';

type File = { readonly path: string; readonly type: string; readonly content: string };

/** The address has the digest of the content, so that browsers keep it until it changes. */
const addressOf = ({ path, content }: File): string => `${path}?v=${digest(content)}`;

/** What pages load beside themselves: made once, at the start. */
export const loadAssets = async () => {
  const css: File = { path: '/assets/portal.css', type: 'text/css', content: await stylesheet('ltr') };
  const js: File = { path: '/assets/portal.js', type: 'text/javascript', content: await script() };
  const texts: File = { path: '/assets/licences.txt', type: 'text/plain', content: await licences() };
  const cached = createCache();
  const answerOf = ({ type, content }: File) =>
    cached(async () => content, { 'Content-Type': `${type}; charset=utf-8` });
  const answers: ReadonlyMap<string, Answer> = new Map([css, js, texts].map((file) => [file.path, answerOf(file)]));
  return { answers, addresses: { stylesheet: addressOf(css), script: addressOf(js) } };
};
