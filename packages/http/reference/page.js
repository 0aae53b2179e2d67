import { element, markdown } from './elements.js';
import { methodView, operationView } from './operation.js';

const show = async () => {
  const apiDocument = withoutReferences(await (await fetch('openapi.json')).json());
  const { info, tags } = apiDocument;
  document.title = info.title;
  const operations = operationsOf(apiDocument);
  const groups = tags.map((tag) => [tag, operations.filter((operation) => operation.tags.includes(tag.name))]);
  const [reference, contents] = ['reference', 'contents'].map((id) => document.getElementById(id));
  reference.replaceChildren(element('h1', {}, info.title), ...markdown(info.description));
  contents.replaceChildren();
  for (const [{ name, description }, ofTag] of groups) {
    reference.append(element('h2', {}, name), ...markdown(description), ...ofTag.map(operationView));
    contents.append(element('h2', {}, name), element('ul', {}, ...ofTag.map(linkTo)));
  }
  addEventListener('hashchange', openNamed);
  openNamed();
};

/** What the document points to within itself, in its place. */
const withoutReferences = (apiDocument) => {
  const target = ($ref) =>
    $ref
      .split('/')
      .slice(1)
      .reduce((node, name) => node[name], apiDocument);
  return JSON.parse(JSON.stringify(apiDocument), (_, value) => (value?.$ref ? target(value.$ref) : value));
};

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
