import { certificateView, element } from './certificate-view.js';
import { textInCamera, textInImage } from './images.js';
import { OWN, pin, pinned, refreshAll, unpin, verify } from './issuers.js';
import { language, locale, verdictWords, word } from './words.js';

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

const say = (text) => {
  delete at('verdict').dataset.verdict;
  at('verdict').replaceChildren(element('p', {}, text));
  at('certificate').replaceChildren();
};

/** Only the last one counts, of texts that are verified at the same time. */
let turn = 0;

const show = async (text) => {
  turn += 1;
  const own = turn;
  say(word('working'));
  const outcome = await verify(text);
  if (own !== turn) return;
  const { verdict, certificate, status } = outcome;
  const [heading, sentence] = verdictWords(verdict, { ...outcome, ...certificate });
  const more = certificate ? [word('compare'), ...(status ? [statusWords(status)] : [])] : [];
  at('verdict').dataset.verdict = verdict;
  at('verdict').replaceChildren(
    element('h2', {}, heading),
    ...[sentence, ...more].map((words) => element('p', {}, words)),
  );
  document.title = `${heading} · ${word('title')}`;
  const view = certificate ? [await certificateView(text, certificate)] : [];
  if (own === turn) at('certificate').replaceChildren(...view);
};

/** Shows what a reader has just given, above where they gave it. */
const showGiven = async (text) => {
  await show(text);
  at('verdict').focus();
};

const showImage = async (file) => {
  say(word('working'));
  const text = await textInImage(file);
  if (text === undefined) say(word('noCode'));
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
    showGiven(at('text').value);
  });
  at('image').addEventListener('change', ({ target }) => target.files[0] && showImage(target.files[0]));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => take(event.dataTransfer) && event.preventDefault());
  addEventListener('paste', (event) => {
    // Into a field, text goes as ever.
    const isField = event.target.matches?.('input, textarea') && !event.clipboardData.files.length;
    if (!isField && take(event.clipboardData)) event.preventDefault();
  });
};

/** The scan that is under way. */
let scan;

const scanOrStop = async () => {
  if (scan) return scan.abort();
  scan = new AbortController();
  at('scan').textContent = word('stop');
  at('video').hidden = false;
  try {
    const text = await textInCamera(at('video'), scan.signal);
    if (text) await showGiven(text);
  } catch {
    say(word('noCamera'));
  }
  scan = undefined;
  at('scan').textContent = word('scan');
  at('video').hidden = true;
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
  const issuer = await pin(at('issuer').value);
  if (issuer) at('issuer').value = '';
  showIssuers(issuer ? word('pinned', { issuer }) : word('notPinned'));
};

const start = async () => {
  document.documentElement.lang = language;
  document.title = word('title');
  for (const one of document.querySelectorAll('[data-word]')) one.textContent = word(one.dataset.word);
  for (const one of document.querySelectorAll('[data-label]')) one.ariaLabel = word(one.dataset.label);
  if (!isSecureContext) return say(word('insecure'));
  showIssuers('');
  readWhatIsGiven();
  at('pin').addEventListener('submit', pinIssuer);
  at('scan').addEventListener('click', scanOrStop);
  at('camera').hidden = !navigator.mediaDevices?.getUserMedia;
  const showAddress = () => location.hash.length > 1 && show(location.hash);
  addEventListener('hashchange', showAddress);
  addEventListener('online', refreshAll);
  await showAddress();
  await Promise.all([refreshAll(), navigator.serviceWorker.register('verify/worker.js', { scope: 'verify' })]);
};

start();
