import { readFile } from 'node:fs/promises';
import { type Answer, createCache, digest } from '@health-case/http/server/cached';

const read = (url: string | URL): Promise<string> => readFile(new URL(url), 'utf8');
const own = (name: string): Promise<string> => read(new URL(`assets/${name}`, import.meta.url));
const ofDesign = (name: string): Promise<string> =>
  read(new URL(name, import.meta.resolve('govuk-frontend/dist/govuk/govuk-frontend.min.css')));

const SYSTEM_FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif';

/** The typeface and the crest may be used on gov.uk alone. The comments are the typeface's copyright and a source map. */
const withoutGovuk = (css: string): string =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@font-face\{[^{}]*\}/g, '')
    .replaceAll('GDS Transport,arial,sans-serif', SYSTEM_FONTS)
    // Looked for from the beginning of each rule alone: from each character of it, a start took a tenth of a second longer.
    .replaceAll(/(?<![^{}])[^{}]*\{[^{}]*govuk-crest\.svg[^{}]*\}/g, '');

/** The design system's rules, and a few of our own. Turned for languages that are written from right to left. */
export const stylesheet = async (direction: 'ltr' | 'rtl'): Promise<string> => {
  const [design, ours] = await Promise.all([ofDesign('govuk-frontend.min.css'), own('portal.css')]);
  const css = `${withoutGovuk(design)}\n${ours}`;
  if (direction === 'ltr') return css;
  const { default: rtlcss } = await import('rtlcss');
  return rtlcss.process(css);
};

/** One module. The design system's exports become names of it. */
export const script = async (): Promise<string> => {
  const [design, ours] = await Promise.all([ofDesign('govuk-frontend.min.js'), own('portal.js')]);
  return `${design.replace(/export\{[^}]*\};\s*\/\/# sourceMappingURL=.*\s*$/, '')}\n${ours}`;
};

/** Whoever passes these files on must pass on their licence. */
export const licences = async (): Promise<string> => `govuk-frontend\n\n${await own('govuk-frontend.licence.txt')}`;

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
