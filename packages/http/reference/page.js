/** An element with its properties and children; texts stay texts. */
const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** The Markdown that the document uses: paragraphs, lists, code and bold. */
const markdown = (text) => text.trim().split(/\n\n+/).map(block);

const block = (text) => {
  if (!text.startsWith('- ')) return element('p', {}, ...inline(text));
  const items = text.split(/^- /m).slice(1);
  return element('ul', {}, ...items.map((item) => element('li', {}, ...inline(item))));
};

const inline = (text) =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return element('code', {}, part.slice(1, -1));
    return part.startsWith('**') ? element('strong', {}, part.slice(2, -2)) : part;
  });

const ROLES = { Doc: 'doctor', Ast: 'assistant', Par: 'parent' };

/** The session of the person who logged in here, until the page is left. */
let session;

const setSession = (id, text) => {
  session = id;
  document.getElementById('session').textContent = text;
};

/**
 * Makes a call with these inputs: `path`, `header` and `fields`, by name. Browsers send no body with GET, so with
 * fields it goes as QUERY. Resolves to the outcome and the reply.
 */
const send = async ({ id, method, path }, { fields, header, ...filled }) => {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(filled.path[name]));
  const hasBody = Object.keys(fields).length > 0;
  const request = {
    method: hasBody && method === 'GET' ? 'QUERY' : method,
    headers: { ...header, ...(session && { Authorization: `Bearer ${session}` }) },
    ...(hasBody && { body: JSON.stringify(fields) }),
  };
  const reply = await fetch(address, request);
  const envelope = await reply.json();
  const code = reply.headers.get('Error-Code');
  if (id === 'logIn' && reply.ok) {
    const { id, firstName, lastName, role } = envelope.body ?? envelope.response;
    setSession(id, `Logged in as ${firstName} ${lastName}, ${ROLES[role]}. Every call sends the session.`);
  }
  if (id === 'logOut' && reply.ok) setSession(undefined, 'Nobody is logged in.');
  if (session && code === 'SESSION_INVALID') setSession(undefined, 'The session has ended. Log in again.');
  const outcome = [reply.status, reply.statusText, code].filter(Boolean).join(' ');
  return [`${request.method} ${address}: ${outcome}`, JSON.stringify(envelope, null, 2)];
};

const JSON_TYPE = 'application/json';

/** A call: what it is for, a form that makes it, and what it answers. */
const operationView = (operation) => {
  const { id, method, path, summary, description } = operation;
  const title = element('h3', {}, methodView(method), element('code', {}, path), element('span', {}, summary));
  const about = description ? markdown(description) : [];
  const { 200: answered, ...refused } = operation.responses;
  const example = answered.content[JSON_TYPE]?.example;
  const views = example ? [formView(operation), ...exampleView(example)] : [linkView(operation, answered)];
  const inside = [element('summary', {}, title), ...about, ...views, ...refusalViews(refused)];
  return element('details', { id }, ...inside);
};

const methodView = (method) => element('span', { className: `method ${method.toLowerCase()}` }, method);

/** All inputs, with the first example. The session has none: `send` adds it. */
const inputsOf = ({ parameters = [], requestBody }) => {
  const { schema, examples = {} } = requestBody?.content[JSON_TYPE] ?? {};
  const { id: _, ...fields } = schema?.properties ?? {};
  const [example] = Object.values(examples);
  const ofFields = Object.entries(fields).map(([name, keywords]) => {
    const required = schema.required?.includes(name);
    return { ...keywords, name, place: 'fields', required, value: example.value[name] };
  });
  const others = parameters.filter((one) => one.in !== 'query');
  return [...others.map((one) => ({ ...one, place: one.in, ...one.schema })), ...ofFields];
};

const inputView = (operation, { place, name, required = false, value = '', format, ...schema }) => {
  const id = `${operation.id}-${place}-${name}`;
  const hint = element('span', { id: `${id}-hint`, className: 'hint' }, hintOf(schema));
  const type = format === 'password' ? 'password' : 'text';
  const input = element('input', { id, name, type, required, value, autocomplete: 'off', spellcheck: false });
  input.dataset.place = place;
  input.setAttribute('aria-describedby', hint.id);
  return [element('label', { htmlFor: id }, required ? `${name} (required)` : name), input, hint];
};

const hintOf = ({ description, enum: words, minLength = 1, maxLength }) => {
  const allowed = words && `One of ${words.join(', ')}.`;
  const size = maxLength > minLength && `${minLength} to ${maxLength} characters.`;
  return [description, allowed, size].filter(Boolean).join(' ');
};

const formView = (operation) => {
  const inputs = inputsOf(operation).map((one) => inputView(operation, one));
  const [outcome, content] = [element('p', { ariaLive: 'polite' }), element('pre', {})];
  const form = element('form', {}, ...inputs.flat(), element('button', {}, 'Send'), outcome, content);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const report = (...texts) => ([outcome.textContent, content.textContent] = texts);
    report('', '');
    report(...(await send(operation, filledIn(form)).catch(() => ['No reply came.', ''])));
  });
  return form;
};

const filledIn = (form) => {
  const filled = { path: {}, header: {}, fields: {} };
  for (const { dataset, name, value } of form.elements) if (dataset.place && value) filled[dataset.place][name] = value;
  return filled;
};

const exampleView = (example) => [
  element('h4', {}, 'Example of an answer'),
  element('pre', {}, JSON.stringify(example, null, 2)),
];

/** Of what is answered without an envelope. */
const linkView = ({ path, parameters = [] }, { content }) => {
  const href = parameters.reduce((filled, { name, example }) => filled.replace(`{${name}}`, example), path.slice(1));
  return element('p', {}, 'Answers ', element('code', {}, Object.keys(content)[0]), ': ', element('a', { href }, href));
};

const refusalViews = (refused) => [
  element('h4', {}, 'Refusals'),
  ...Object.entries(refused).flatMap(([status, { description }]) => {
    return [element('h5', {}, status), ...markdown(description)];
  }),
];

/** A tag and its calls, each with its views in the reference and in the contents. The filter looks at `text`. */
const groupView = ({ name, description }, operations) => {
  const calls = operations.map((operation) => ({
    text: `${name} ${operation.method} ${operation.path} ${operation.summary}`.toLowerCase(),
    views: [operationView(operation), linkTo(operation)],
  }));
  const ofCalls = (nth) => calls.map(({ views }) => views[nth]);
  const heading = () => element('h2', {}, name);
  const reference = element('section', {}, heading(), ...markdown(description), ...ofCalls(0));
  return { calls, views: [reference, element('section', {}, heading(), element('ul', {}, ...ofCalls(1)))] };
};

/** Hides each call that lacks a word of the field, and says how many are left. Enter opens the first of them. */
const filterView = (groups) => {
  const input = element('input', { id: 'filter', type: 'search', autocomplete: 'off', spellcheck: false });
  const count = element('p', { className: 'hint', ariaLive: 'polite' });
  const form = element('form', { role: 'search' }, element('label', { htmlFor: 'filter' }, 'Filter'), input, count);
  const all = groups.flatMap(({ calls }) => calls);
  let left = all;
  const show = ({ views }, isShown) => {
    for (const view of views) view.hidden = !isShown;
  };
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/);
    left = all.filter(({ text }) => words.every((word) => text.includes(word)));
    for (const call of all) show(call, left.includes(call));
    for (const group of groups)
      show(
        group,
        group.calls.some(({ views }) => !views[0].hidden),
      );
    count.textContent = input.value.trim() && `${left.length} of ${all.length} calls`;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    left[0]?.views[1].firstChild.click();
  });
  return form;
};

/** On a narrow screen, what shows and hides the contents. */
const menu = element('button', { id: 'menu', type: 'button', ariaExpanded: 'false' }, 'Calls');
menu.setAttribute('aria-controls', 'contents');
menu.addEventListener('click', () => {
  menu.ariaExpanded = String(menu.ariaExpanded === 'false');
});

const show = async () => {
  const apiDocument = withoutReferences(await (await fetch('openapi.json')).json());
  const { info, tags } = apiDocument;
  document.title = info.title;
  const operations = operationsOf(apiDocument);
  const groups = tags.map((tag) =>
    groupView(
      tag,
      operations.filter((operation) => operation.tags.includes(tag.name)),
    ),
  );
  const [reference, contents] = ['reference', 'contents'].map((id) => document.getElementById(id));
  reference.replaceChildren(element('h1', {}, info.title), ...markdown(info.description));
  reference.append(...groups.map(({ views }) => views[0]));
  contents.prepend(filterView(groups), ...groups.map(({ views }) => views[1]));
  contents.before(menu);
  addEventListener('hashchange', openNamed);
  openNamed();
};

/** What the document points to within itself, in its place. */
const withoutReferences = (apiDocument) => {
  const target = ([, ...names]) => names.reduce((node, name) => node[name], apiDocument);
  return JSON.parse(JSON.stringify(apiDocument), (_, value) => (value?.$ref ? target(value.$ref.split('/')) : value));
};

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'delete']
      .filter((method) => item[method])
      .map((method) => {
        // The service takes the object that the document has with QUERY alone.
        const form = method === 'get' && item['x-oai-additionalOperations']?.QUERY;
        return { ...form, ...item[method], id: item[method].operationId, path, method: method.toUpperCase() };
      }),
  );

const linkTo = ({ id, method, summary }) => {
  const link = element('a', { href: `#${id}` }, methodView(method), element('span', {}, summary));
  // A call that was closed again opens, although the address stays as it is.
  link.addEventListener('click', () => setTimeout(openNamed));
  return element('li', {}, link);
};

const openNamed = () => {
  const named = document.getElementById(location.hash.slice(1));
  if (named?.localName !== 'details') return;
  menu.ariaExpanded = 'false';
  named.hidden = named.parentNode.hidden = false;
  named.open = true;
  named.scrollIntoView();
  named.firstChild.focus();
};

show();
