import { element, markdown } from './elements.js';
import { methodView, operationView } from './operation.js';

const show = async () => {
  const apiDocument = withoutReferences(await (await fetch('openapi.json')).json());
  const { info, tags } = apiDocument;
  document.title = info.title;
  const operations = operationsOf(apiDocument);
  const groups = tags.map((tag) => [tag, operations.filter((operation) => operation.tags.includes(tag.name))]);
  document
    .getElementById('reference')
    .replaceChildren(
      element('h1', {}, info.title),
      ...markdown(info.description),
      ...groups.flatMap(([{ name, description }, ofTag]) => [
        element('h2', {}, name),
        ...markdown(description),
        ...ofTag.map(operationView),
      ]),
    );
  document
    .getElementById('contents')
    .replaceChildren(
      ...groups.flatMap(([{ name }, ofTag]) => [element('h2', {}, name), element('ul', {}, ...ofTag.map(linkTo))]),
    );
  addEventListener('hashchange', openNamed);
  openNamed();
};

/** What the document points to within itself, in its place. */
const withoutReferences = (apiDocument) =>
  JSON.parse(JSON.stringify(apiDocument), (_, value) =>
    value?.$ref
      ? value.$ref
          .split('/')
          .slice(1)
          .reduce((node, name) => node[name], apiDocument)
      : value,
  );

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'delete']
      .filter((method) => item[method])
      .map((method) => ({ ...item[method], id: item[method].operationId, path, method: method.toUpperCase() })),
  );

const linkTo = ({ id, method, summary }) => {
  const link = element('a', { href: `#${id}` }, methodView(method), element('span', {}, summary));
  // A call that was closed again opens, although the address stays as it is.
  link.addEventListener('click', () => open(id));
  return element('li', {}, link);
};

const openNamed = () => open(location.hash.slice(1));

const open = (id) => {
  const named = document.getElementById(id);
  if (named?.localName !== 'details') return;
  named.open = true;
  named.scrollIntoView();
};

show();
