// The page's own part. Swagger UI shows the document and makes the calls; this says how the service is called.
/* global SwaggerUIBundle */

const NO_SESSION = 'Nobody is logged in.';
const ROLES = { Doc: 'doctor', Ast: 'assistant', Par: 'parent' };

const show = async () => {
  const apiDocument = await (await fetch('openapi.json')).json();
  const { title } = apiDocument.info;
  document.title = title;
  document.getElementById('title').textContent = title;

  const operations = operationsOf(apiDocument);
  let called;
  const ui = SwaggerUIBundle({
    spec: apiDocument,
    domNode: document.getElementById('reference'),
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    requestInterceptor: (request) => {
      called = operations.find((operation) => isCallOf(operation, request));
      return asBrowsersCan(request);
    },
    responseInterceptor: (response) => {
      if (response.ok) keepSession(ui, called, response);
      return response;
    },
  });
  document.getElementById('contents').replaceChildren(...apiDocument.tags.map((tag) => groupOf(ui, tag, operations)));
};

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'delete']
      .filter((method) => item[method])
      .map((method) => ({ path, method, id: item[method].operationId, tag: item[method].tags[0], ...item[method] })),
  );

/** Browsers send no body with GET: with fields in it, the same request goes as QUERY; without, as a plain GET. */
const asBrowsersCan = (request) => {
  if (request.method !== 'GET' || !request.body) return request;
  if (/^\s*\{\s*\}\s*$/.test(request.body)) delete request.body;
  else request.method = 'QUERY';
  return request;
};

const isCallOf = ({ path, method }, request) =>
  path === new URL(request.url, location).pathname && method === request.method.toLowerCase();

/** Whoever logs in here is the one who calls from then on, until the page is left or the session ended. */
const keepSession = (ui, operation, { text }) => {
  if (operation?.id === 'logIn') {
    const { body, response } = JSON.parse(text);
    const { id, firstName, lastName, role } = body ?? response;
    ui.preauthorizeApiKey('session', id);
    tellSession(`Logged in as ${firstName} ${lastName}, ${ROLES[role]}. Every call sends the session.`);
  }
  if (operation?.id === 'logOut') {
    ui.getSystem().authActions.logout(['session']);
    tellSession(NO_SESSION);
  }
};

const tellSession = (text) => {
  document.getElementById('session').textContent = text;
};

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const groupOf = (ui, tag, operations) =>
  element(
    'section',
    {},
    element('h2', {}, tag.name),
    element(
      'ul',
      {},
      ...operations
        .filter((operation) => operation.tag === tag.name)
        .map((operation) => element('li', {}, linkTo(ui, operation))),
    ),
  );

const linkTo = (ui, { id, tag, method, summary }) =>
  element(
    'a',
    {
      href: `#/${tag}/${id}`,
      onclick: () => {
        const { layoutActions } = ui.getSystem();
        layoutActions.show(['operations-tag', tag], true);
        layoutActions.show(['operations', tag, id], true);
        requestAnimationFrame(() => document.getElementById(`operations-${tag}-${id}`)?.scrollIntoView());
      },
    },
    element('span', { className: `method ${method}` }, method),
    element('span', {}, summary),
  );

const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();
show();
