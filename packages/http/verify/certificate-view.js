import { digitsOfToken } from './certificate.js';
import { tokenIn } from './certificate-text.js';
import { locale } from './language.js';
import { word } from './words.js';

/** An element with its properties and children; texts stay texts. */
export const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const SVG = 'http://www.w3.org/2000/svg';

const svg = (name, attributes, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/** Corrects more errors where the code has at most 81 modules all the same (P-36). */
const codeOf = async (text) => {
  const { correction, generate } = await import('./lean-qr.js');
  try {
    return generate(text, { minCorrectionLevel: correction.M, maxVersion: 16 });
  } catch {
    return generate(text, { minCorrectionLevel: correction.L });
  }
};

/** The picture of a QR code: each row of it as horizontal lines. */
const codeView = async (text) => {
  const code = await codeOf(text);
  let lines = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const from = x;
      while (code.get(x + 1, y)) x += 1;
      lines += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
    }
  }
  const attributes = { viewBox: `0 0 ${code.size} ${code.size}`, role: 'img', 'aria-label': word('code') };
  return svg('svg', { ...attributes, 'shape-rendering': 'crispEdges' }, svg('path', { d: lines }));
};

/** A day as the reader writes it. */
const written = (day) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** What a signed certificate says, to look at and to print. */
export const certificateView = async (text, certificate) => {
  const { issuer, firstName, lastName, birthYear, statement, issuedBy, issuedOn, validUntil, id } = certificate;
  const rows = {
    name: `${firstName} ${lastName}`,
    birthYear,
    statement,
    issuedBy,
    issuedAt: written(issuedOn),
    lastDay: written(validUntil),
    issuer,
    id,
  };
  const given = Object.entries(rows).filter(([, value]) => value !== undefined);
  const list = given.flatMap(([name, value]) => [
    element('dt', {}, word(name)),
    element('dd', { className: name, dir: 'auto' }, String(value)),
  ]);
  const print = element('button', { type: 'button', className: 'screen' }, word('print'));
  print.addEventListener('click', () => globalThis.print());
  // As digits the code is smaller. No code holds all that a certificate can say.
  const code = await codeView(`${issuer}/verify#${await digitsOfToken(await tokenIn(text))}`).catch(() => undefined);
  return element(
    'article',
    { ariaLabel: word('certificate') },
    element('h2', {}, word('certificate')),
    element('dl', {}, ...list),
    ...(code ? [element('figure', {}, code, element('figcaption', {}, word('paper', { issuer })))] : []),
    print,
  );
};
