import { expect, test } from 'vitest';
import { deviceOf } from '../../src/model/device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox (Windows)'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
    'Edge (Windows)',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36 OPR/122.0`,
    'Opera (macOS)',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, 'Chrome (Linux)'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`, 'Chrome (ChromeOS)'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet (Android)',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari (iPhone)'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) FxiOS/140.0 Mobile/15E148 Safari/605.1.15', 'Firefox (iPad)'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['Firefox/140.0', 'Firefox'],
  ['curl/8.14.1', undefined],
  ['', undefined],
  ['<b>Firefox/140.0</b> Windows', 'Firefox (Windows)'],
])('a browser that says "%s" is called %s (D-28)', (userAgent, name) => {
  expect(deviceOf(userAgent)).toBe(name);
});
