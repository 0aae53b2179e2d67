import { digitsOfToken } from './certificate.js';
import { tokenIn } from './certificate-text.js';
import { OWN, pin, pinned, refreshAll, unpin, verify } from './issuers.js';
import { choose, LANGUAGES, language, locale, speakAsChosen } from './language.js';
import { verdictWords, word } from './words.js';

/** An element with its properties and children; texts stay texts. */
const element = (name, properties, ...children) => {
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

const written = (day) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** What a signed certificate says, to look at and to print. */
const certificateView = async (text, certificate) => {
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

const at = (id) => document.getElementById(id);

/** How long ago that was, in the largest unit that fits. */
const ageOf = (date) => {
  const seconds = (date - Date.now()) / 1000;
  const units = { day: 86_400, hour: 3_600, minute: 60 };
  const [unit, length] = Object.entries(units).find(([, each]) => -seconds >= each) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.ceil(seconds / length), unit);
};

const momentOf = (date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(date);

const statusWords = ({ at: date, isFresh }) =>
  isFresh ? word('fresh') : word('kept', { moment: momentOf(date), age: ageOf(date) });

/** The number of the last input. Results of earlier inputs are not shown. */
let turn = 0;

/** Shows once more what is shown, in the language that was chosen meanwhile. */
let showAgain;

const showWords = (names) => {
  delete at('verdict').dataset.verdict;
  at('verdict').replaceChildren(...names.map((name) => element('p', {}, word(name))));
  at('certificate').replaceChildren();
};

/** Says these words in place of the last verdict, or nothing, and returns whose turn it is now. */
const say = (...names) => {
  showAgain = () => showWords(names);
  showAgain();
  turn += 1;
  return turn;
};

/** Takes a reader, who has just given something further down, to what is said. */
const focusVerdict = () => at('verdict').focus();

const tell = (...names) => {
  say(...names);
  focusVerdict();
};

const showVerdict = (outcome) => {
  const { verdict, certificate, status } = outcome;
  const [heading, sentence] = verdictWords(verdict, { ...outcome, ...certificate });
  const more = certificate ? [word('compare'), ...(status ? [statusWords(status)] : [])] : [];
  at('verdict').dataset.verdict = verdict;
  at('verdict').replaceChildren(
    element('h2', {}, heading),
    ...[sentence, ...more].map((words) => element('p', {}, words)),
  );
};

const showCertificate = async (text, { certificate }) => {
  const own = turn;
  const view = certificate ? [await certificateView(text, certificate)] : [];
  if (own === turn) at('certificate').replaceChildren(...view);
};

/** Calls `whenSaid` as soon as the verdict shows. The QR code is drawn after that. */
const show = async (text, whenSaid = () => undefined) => {
  const own = say('working');
  try {
    const outcome = await verify(text);
    if (own !== turn) return;
    showVerdict(outcome);
    whenSaid();
    showAgain = () => {
      showVerdict(outcome);
      return showCertificate(text, outcome);
    };
    await showCertificate(text, outcome);
  } catch {
    if (own !== turn) return;
    say('failed');
    whenSaid();
  }
};

const showGiven = (text) => show(text, focusVerdict);

/** What reads codes: no verdict waits for it. */
const images = () => import('./images.js');

const showImage = async (file) => {
  const own = say('working');
  const { text, problem } = await (await images()).textInFile(file);
  if (own !== turn) return;
  if (problem) tell(problem);
  else await showGiven(text);
};

/** A file or a text that was dropped or pasted. Returns whether it was one. */
const take = (transfer) => {
  const [file] = transfer?.files ?? [];
  const text = transfer?.getData('text');
  if (file) showImage(file);
  else if (text) showGiven(text);
  return Boolean(file ?? text);
};

const readWhatIsGiven = () => {
  at('paste').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = at('text').value;
    event.target.reset();
    showGiven(text);
  });
  at('image').addEventListener('change', ({ target }) => {
    const [file] = target.files;
    // Otherwise the same image, chosen again, would be no change.
    target.value = '';
    if (file) showImage(file);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => take(event.dataTransfer) && event.preventDefault());
  addEventListener('paste', (event) => {
    // The browser itself pastes a text into a field.
    const isField = event.target.matches?.('input, textarea') && !event.clipboardData.files.length;
    if (!isField && take(event.clipboardData)) event.preventDefault();
  });
};

let scan;

const nameScan = (name) => {
  at('scan').dataset.word = name;
  at('scan').textContent = word(name);
};

/** Why a camera cannot be used, by the error of the browser. */
const CAMERA_ERRORS = { NotAllowedError: 'notAllowed', NotFoundError: 'noCamera', OverconstrainedError: 'noCamera' };

const scanOrStop = async () => {
  if (scan) return scan.abort();
  scan = new AbortController();
  nameScan('stop');
  at('video').hidden = false;
  const own = say();
  let text;
  try {
    text = await (await images()).textInCamera(at('video'), scan.signal);
  } catch ({ name }) {
    if (own === turn) tell(CAMERA_ERRORS[name] ?? 'cameraFails', 'otherWays');
  }
  scan = undefined;
  nameScan('scan');
  at('video').hidden = true;
  if (text) await showGiven(text);
};

const issuerView = (issuer) => {
  if (issuer === OWN) return element('li', {}, element('code', {}, issuer), ` (${word('own')})`);
  const remove = element('button', { type: 'button' }, word('remove', { issuer }));
  remove.addEventListener('click', async () => {
    await unpin(issuer);
    showIssuers(word('removed', { issuer }));
    at('issuer').focus();
  });
  return element('li', {}, element('code', {}, issuer), remove);
};

const showIssuers = (said) => {
  at('issuers').replaceChildren(...[OWN, ...pinned()].map(issuerView));
  at('pinned').textContent = said;
};

const pinIssuer = async (event) => {
  event.preventDefault();
  at('pinned').textContent = word('working');
  try {
    const issuer = await pin(at('issuer').value);
    if (issuer) at('issuer').value = '';
    showIssuers(issuer ? word('pinned', { issuer }) : word('notPinned'));
  } catch {
    showIssuers(word('failed'));
  }
};

/** Lets a worker keep this page, and runs a new version at once, unless a reader would lose what they have given. */
const keepPage = () => {
  const { serviceWorker, userActivation } = navigator;
  const isKept = serviceWorker?.controller;
  serviceWorker?.addEventListener('controllerchange', () => {
    if (isKept && userActivation?.hasBeenActive === false) location.reload();
  });
  serviceWorker?.register('verify/worker.js', { scope: 'verify' }).catch(() => undefined);
};

const showWordsOfPage = () => {
  document.documentElement.lang = language;
  document.title = word('title');
  for (const one of document.querySelectorAll('[data-word]')) one.textContent = word(one.dataset.word);
  for (const one of document.querySelectorAll('[data-label]')) one.ariaLabel = word(one.dataset.label);
  for (const one of at('languages').children) one.ariaPressed = one.lang === language;
};

const languageView = ([lang, name]) => {
  const button = element('button', { type: 'button', lang }, name);
  button.addEventListener('click', () => {
    choose(lang);
    showWordsOfPage();
    showIssuers('');
    showAgain?.();
  });
  return button;
};

const start = async () => {
  speakAsChosen();
  at('languages').replaceChildren(...Object.entries(LANGUAGES).map(languageView));
  showWordsOfPage();
  if (!isSecureContext) return say('insecure');
  keepPage();
  showIssuers('');
  readWhatIsGiven();
  at('pin').addEventListener('submit', pinIssuer);
  at('scan').addEventListener('click', scanOrStop);
  const hasCamera = Boolean(navigator.mediaDevices?.getUserMedia);
  at('camera').hidden = !hasCamera;
  at('no-camera').hidden = hasCamera;
  for (const one of document.querySelectorAll('section')) one.hidden = false;
  const hasCertificate = () => location.hash.length > 1;
  const showAddress = () => hasCertificate() && show(location.hash);
  addEventListener('hashchange', showAddress);
  addEventListener('online', refreshAll);
  await showAddress();
  // Some browsers ask the reader for leave, which is of no use to whoever opened the page by a code.
  if (!hasCertificate()) navigator.storage?.persist?.();
  await refreshAll();
};

start();
