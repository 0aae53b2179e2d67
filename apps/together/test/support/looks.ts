import { readFileSync } from 'node:fs';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Put into each page that it judges: half as long as `axe.source`. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const EVERYTHING: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The dark changes colours alone. */
const COLOURS: RunOptions = { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] };

export const WIDE = { width: 1280, colorScheme: 'light', rules: EVERYTHING } as const;
/** On a phone. WCAG 1.4.10: 1280 pixels at 400 %. */
export const NARROW = { width: 320, colorScheme: 'light', rules: EVERYTHING } as const;

/** The looks that axe judges. */
export const LOOKS = [{ width: 1280, colorScheme: 'dark', rules: COLOURS }, WIDE, NARROW] as const;
export type Look = (typeof LOOKS)[number];

/** The page was laid out, and scripts that watch its size have seen it. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Says whether a page has a kind of element that no page before it had: a tag with its classes, type and attributes. */
export const createWatch = () => {
  const known = new Set<string>();
  return (html: string): boolean => {
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];
    const before = known.size;
    for (const tag of tags) known.add(tag.replaceAll(/(?<!\b(?:class|type))="[^"]*"/g, ''));
    return known.size > before;
  };
};

/** The rules that were broken, and by what. */
const NAMED =
  '({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" "))';

/** What reaches beyond a narrow window; what is clipped, or scrolls by itself, does not. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  if (scrollWidth <= clientWidth) return [];
  const beyond = (one) => {
    const { left, right } = one.getBoundingClientRect();
    return right > clientWidth + 1 || left < -1;
  };
  const widest = [...document.querySelectorAll('body *')].filter(beyond).at(-1);
  return [\`\${scrollWidth} pixels wide: \${widest?.outerHTML.slice(0, 200)}\`];
})()`;

/** Turns a page for languages that are written from right to left, by their stylesheet. */
export const turn = (page: Page, css: string): Promise<void> =>
  page.evaluate<void>(`(() => {
    document.documentElement.dir = 'rtl';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.styleSheets[0].disabled = true;
    document.adoptedStyleSheets = [sheet];
  })()`);

/** What does not fit a narrow window. */
export const tooWide = async (page: Page): Promise<readonly string[]> => {
  await page.setViewportSize({ width: NARROW.width, height: 800 });
  return page.evaluate<string[]>(TOO_WIDE);
};

/** What axe finds wrong with the looks of a page. */
export const faultsOf = async (page: Page, looks: readonly Look[]): Promise<readonly string[]> => {
  const faults: string[] = [];
  if (looks.length > 0) await page.evaluate(AXE);
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate<string[]>(
      `${DRAWN}.then(() => axe.run(${JSON.stringify(rules)})).then(${NAMED})`,
    );
    faults.push(...found.map((fault) => `${width} ${colorScheme} ${fault}`));
  }
  return faults;
};

/** What is not drawn in the colours of the system: a border is, or the outline of what has the focus. */
const UNSEEN = `(() => {
  const isDrawn = (style, what) =>
    style[what + 'Style'] !== 'none' &&
    parseFloat(style[what + 'Width']) > 0 &&
    !['rgba(0, 0, 0, 0)', getComputedStyle(document.body).backgroundColor].includes(style[what + 'Color']);
  // Such a box is drawn by its label.
  const isBox = ({ type }) => ['radio', 'checkbox'].includes(type);
  const styleOf = (one) => isBox(one) ? getComputedStyle(one.labels[0], '::before') : getComputedStyle(one);
  const all = document.querySelectorAll('main :is(input:not([type=file]), select, textarea, .govuk-button)');
  const controls = [...all].filter((one) => one.checkVisibility());
  const links = [...document.querySelectorAll('a, .portal-link-button')];
  const withoutFocus = [...controls, ...links].filter((one) => {
    one.focus();
    return !isDrawn(styleOf(one), 'outline');
  });
  return {
    count: controls.length,
    unseen: controls.filter((one) => !isDrawn(styleOf(one), 'borderBottom')).map((one) => one.outerHTML),
    withoutFocus: withoutFocus.map((one) => one.outerHTML),
  };
})()`;

/** What cannot be seen of the controls and links of a page in the colours of the system. */
export const unseenInForcedColours = async (page: Page) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  // In a wide window the script of the page shows the places that it hides in a narrow one.
  const seen = page.evaluate<{ readonly count: number } & Record<'unseen' | 'withoutFocus', readonly string[]>>(
    `${DRAWN}.then(() => ${UNSEEN})`,
  );
  return seen.finally(() => page.emulateMedia({ forcedColors: 'none' }));
};

const FACTS = `({
  title: document.title,
  direction: document.documentElement.dir,
  language: document.documentElement.lang,
  headings: [...document.querySelectorAll('h1')].map((one) => one.textContent),
  isRefused: document.querySelector('.govuk-error-summary') !== null,
  focus: document.activeElement.className,
  twice: [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, nth, all) => all.indexOf(id) !== nth),
  shownThoughHidden: [...document.querySelectorAll('[hidden]')].filter((one) => one.checkVisibility()).map((one) => one.outerHTML),
  withoutForm: [...document.querySelectorAll('[form]')].filter(({ form }) => !form).map((one) => one.outerHTML),
})`;

export type Facts = {
  readonly title: string;
  readonly direction: string;
  readonly language: string;
  readonly headings: readonly string[];
  /** Whether the page has a summary of errors. */
  readonly isRefused: boolean;
  /** The classes of what has the focus. */
  readonly focus: string;
  /** The ids that several elements have. */
  readonly twice: readonly string[];
  /** The buttons of a form that is not on the page. */
  readonly shownThoughHidden: readonly string[];
  readonly withoutForm: readonly string[];
};

export const factsOf = (page: Page): Promise<Facts> => page.evaluate<Facts>(FACTS);
