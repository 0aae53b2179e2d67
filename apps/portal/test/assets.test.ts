import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'oxc-transform';
import { beforeAll, describe, expect, test } from 'vitest';
import { licences, script, stylesheet } from '../src/assets.ts';
import { contrastOf } from './support/contrast.ts';

type Colours = Readonly<Record<string, string>>;

/** The colours in custom properties that some rules set, by names such as `body-background`. */
const coloursIn = (rules = ''): Colours =>
  Object.fromEntries(
    [...rules.matchAll(/--govuk-([a-z-]+)-colour:\s*(#[0-9a-f]+)/g)].map(([, name, value]) => [name, value]),
  );

const colourIn = (colours: Colours, name: string): string => {
  const colour = colours[name];
  if (colour === undefined) throw new Error(`No colour is called ${name}.`);
  return colour;
};

describe('the stylesheet', () => {
  let css: string;
  let light: Colours;
  let dark: Colours;

  beforeAll(async () => {
    css = await stylesheet('ltr');
    light = coloursIn(css.match(/:root\{([^}]*)\}/)?.[1]);
    dark = { ...light, ...coloursIn(css.match(/\(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/)?.[1]) };
  });

  test('has nothing that may be used on gov.uk alone, and loads no other file', () => {
    expect(css.match(/url\(|@import|@font-face|GDS Transport|crest\.svg|sourceMappingURL/g)).toBeNull();
    expect(css.match(/\.govuk-link\{font-family:[\w-]+/)?.[0]).toBe('.govuk-link{font-family:system-ui');
  });

  test('keeps the rules for forced colours', () => {
    expect(css.includes('@media screen and (forced-colors:active){.govuk-warning-text__icon{')).toBe(true);
  });

  test('sets each colour of the design system for dark pages, but those of the focus and of paper', () => {
    const kept = Object.keys(light).filter((name) => light[name] === dark[name]);
    expect(kept.toSorted()).toEqual(['focus', 'focus-text', 'print-text']);
  });

  const TEXTS = ['text', 'surface-text', 'secondary-text', 'link', 'link-visited', 'link-hover', 'link-active'];
  const BACKGROUNDS = ['body-background', 'template-background', 'surface-background'];

  test.each([
    ...BACKGROUNDS.flatMap((background) => TEXTS.map((text) => ({ text, background }))),
    { text: 'error', background: 'body-background' },
    { text: 'success', background: 'body-background' },
    { text: 'inverse-text', background: 'brand' },
    { text: 'inverse-text', background: 'success' },
    { text: 'focus-text', background: 'focus' },
  ])('has text that can be read on dark pages: $text on $background', ({ text, background }) => {
    expect(contrastOf(colourIn(dark, text), colourIn(dark, background))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['input-border', 'error', 'focus'])('shows where a field is on dark pages: %s', (border) => {
    expect(contrastOf(colourIn(dark, border), colourIn(dark, 'body-background'))).toBeGreaterThanOrEqual(3);
  });

  test.each(['govuk-button', 'govuk-button--secondary', 'govuk-button--warning'])(
    'shows where a button is on dark pages: %s',
    (button) => {
      const [, colour = ''] = css.match(new RegExp(`\\.${button}\\{[^}]*background-color:(#[0-9a-f]+)`)) ?? [];
      expect(contrastOf(colour, colourIn(dark, 'body-background'))).toBeGreaterThanOrEqual(3);
    },
  );

  test('prints what a page says, dark on white, without the ways to other pages', () => {
    const printed = css.slice(css.lastIndexOf('@media print'));
    for (const hidden of ['template__header', 'service-navigation', 'template__footer', 'button', 'back-link']) {
      expect(printed).toContain(`.govuk-${hidden}`);
    }
    expect(printed).toContain('color-scheme: light;');
  });

  test('is turned for languages that are written from right to left', async () => {
    const turned = await stylesheet('rtl');
    const alignment = /\.govuk-table__header\{[^}]*text-align:(\w+)/;
    expect([css.match(alignment)?.[1], turned.match(alignment)?.[1]]).toEqual(['left', 'right']);
  });
});

test('the script is one module that starts the components', async () => {
  const source = await script();
  expect(transformSync('portal.js', source).errors).toEqual([]);
  expect(source.match(/export\{|sourceMappingURL/g)).toBeNull();
  expect(source.match(/function initAll\(|^initAll\(\);/gm)).toEqual(['function initAll(', 'initAll();']);
});

test('the licence goes along', async () => {
  expect(await licences()).toMatch(/^govuk-frontend\n\nThe MIT License/);
});

test('no page has styles of its own, which its content security policy forbids', () => {
  const root = join(import.meta.dirname, '../src');
  const sources = globSync('**/*.tsx', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  expect(sources.filter((source) => /\sstyle=|<style|dangerouslySetInnerHTML/.test(source))).toEqual([]);
  expect(sources.length).toBeGreaterThan(0);
});
