import type { Brand } from './values.ts';

/** D-28: as what a browser gives itself out, by a few names of which it is made: nobody is known by it. */
export type DeviceName = Brand<string, 'DeviceName'>;

/** The first that fits counts, as many browsers name others, too. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: typeof BROWSERS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** `undefined`: the text names nothing that is known. */
export const deviceOf = (userAgent: string): DeviceName | undefined => {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([, sign]) => sign.test(userAgent))?.[0]);
  const name = browser && system ? `${browser} (${system})` : (browser ?? system);
  return name as DeviceName | undefined;
};
