document.body.classList.add('js-enabled', 'govuk-frontend-supported');
initAll();

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

/** A table is a stop of the keyboard where it scrolls, and nowhere else. */
const tables = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const table of document.querySelectorAll('.portal-table')) tables.observe(table);

const fromBase64Url = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
const toBase64Url = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The options of a passkey, from JSON. By hand, as older browsers have no `parseCreationOptionsFromJSON`. */
const readOptions = ({ challenge, user, excludeCredentials, allowCredentials, ...others }) => {
  const keys = (all) => all?.map((key) => ({ ...key, id: fromBase64Url(key.id) }));
  return {
    ...others,
    challenge: fromBase64Url(challenge),
    ...(user && { user: { ...user, id: fromBase64Url(user.id) } }),
    ...(excludeCredentials && { excludeCredentials: keys(excludeCredentials) }),
    ...(allowCredentials && { allowCredentials: keys(allowCredentials) }),
  };
};

/** What a device answered, as JSON. By hand, as `toJSON` of some password managers throws. */
const writeAnswer = ({ id, type, response }) => {
  const fields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const given = fields.filter((name) => response[name]).map((name) => [name, toBase64Url(response[name])]);
  const transports = response.getTransports?.();
  const written = { ...Object.fromEntries(given), ...(transports && { transports }) };
  return JSON.stringify({ id, rawId: id, type, response: written, clientExtensionResults: {} });
};

/** Asks the device for a passkey, and sends what it answers with the form. */
const askDevice = async (part) => {
  const form = part.querySelector('form');
  const publicKey = readOptions(JSON.parse(part.dataset.options));
  const ask = part.dataset.passkey === 'create' ? 'create' : 'get';
  const credential = await navigator.credentials[ask]({ publicKey });
  form.elements.response.value = writeAnswer(credential);
  form.submit();
};

const knowsPasskeys = Boolean(globalThis.PublicKeyCredential && navigator.credentials);

/** The sentences of a part of the page, by what happened: `NotAllowedError` is a refusal by the person, or a time-out. */
const tell = (part, what) => {
  for (const sentence of part.querySelectorAll('[data-passkey-told]')) {
    const isTold = sentence.dataset.passkeyTold === what;
    sentence.hidden = !isTold;
    // What is shown within an alert is read aloud, if it was hidden before.
    if (isTold) sentence.parentElement.hidden = false;
  }
};
const TOLD = { NotAllowedError: 'refused', AbortError: 'refused', InvalidStateError: 'known' };

for (const part of document.querySelectorAll('[data-passkey]')) {
  const ask = (tellRefusal) =>
    askDevice(part).catch(({ name }) => {
      const what = TOLD[name] ?? 'failed';
      if (what !== 'refused' || tellRefusal) tell(part, what);
      part.querySelector('[data-passkey-error]').textContent = what === 'failed' ? name : '';
    });
  const form = part.querySelector('form');
  if (knowsPasskeys) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      ask(true);
    });
    // Some browsers ask only after a click, and refuse until then: the button stands there.
    ask(false);
  } else {
    form.hidden = true;
    tell(part, 'unknown');
  }
}

if (!knowsPasskeys) for (const offer of document.querySelectorAll('[data-passkey-offer]')) offer.hidden = true;

/** A form that takes long says that it is under way. A browser that keeps the page shows it idle on the way back. */
document.addEventListener('submit', ({ target: form, defaultPrevented }) => {
  if (defaultPrevented || form.getAttribute('method') !== 'post') return;
  form.setAttribute('aria-busy', 'true');
  const status = document.createElement('p');
  status.className = 'govuk-body';
  status.setAttribute('role', 'status');
  // Within what is busy nothing is said. A field named `after` hides the method of its form.
  form.insertAdjacentElement('afterend', status);
  const timer = setTimeout(() => {
    status.textContent = document.body.dataset.underWay;
  }, 1000);
  const end = () => {
    clearTimeout(timer);
    status.remove();
    form.removeAttribute('aria-busy');
  };
  addEventListener('pageshow', end, { once: true });
});

/** Warns before a session ends. One that ends for want of use is kept if asked to. */
const MOST_NOTICE = 5 * 60 * 1000;
const warning = document.querySelector('[data-session-idle]');
const sessionEnd = Date.now() + Number(document.body.dataset.sessionLeft);

const warnInTime = () => {
  const [idle, left] = [Number(warning.dataset.sessionIdle), sessionEnd - Date.now()];
  const time = Math.min(idle, left);
  setTimeout(warn, time - Math.min(MOST_NOTICE, time / 2), left <= idle);
};

const warn = (isOver) => {
  const main = document.querySelector('main');
  main.prepend(warning.content.cloneNode(true));
  const banner = main.firstElementChild;
  const stay = banner.querySelector('button');
  if (isOver) {
    banner.querySelector('p').textContent = warning.dataset.over;
    stay.remove();
    return;
  }
  stay.addEventListener('click', async () => {
    // Any page is a use of the session. Where it has ended, this one leads to another.
    const reply = await fetch('/account', { method: 'HEAD' }).catch(() => undefined);
    if (!reply) return;
    if (new URL(reply.url).pathname === '/sign-in') {
      banner.querySelector('p').textContent = warning.dataset.ended;
      stay.remove();
    } else {
      banner.remove();
      warnInTime();
    }
    main.tabIndex = -1;
    main.focus();
  });
};

if (warning) warnInTime();

/** The code of a mail stands behind `#`, which no server sees, and nobody need type it. */
const codePart = document.querySelector('[data-code-of-address]');
/** Whole, or a part that somebody completes. Other fragments lead to a place on the page. */
const [, code] = /^#([\da-f]{4}[\da-f-]*)/i.exec(location.hash) ?? [];
if (codePart && code) {
  codePart.querySelector('input').value = code;
  codePart.hidden = code.length >= 32;
  history.replaceState(null, '', location.pathname + location.search);
} else if (code?.length >= 32) {
  /** Whoever signs in first comes to the page behind with it. */
  for (const form of document.querySelectorAll('main form')) form.action += location.hash;
  for (const link of document.querySelectorAll('main a[href^="/"], header a[href^="/"]')) link.href += location.hash;
}

/** What was done is told once, also if the page is loaded again. */
const address = new URL(location.href);
if (address.searchParams.has('done')) {
  address.searchParams.delete('done');
  history.replaceState(null, '', address);
}
