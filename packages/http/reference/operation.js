import { element, markdown } from './elements.js';
import { send } from './send.js';

const JSON_TYPE = 'application/json';

/** A call: what it is for, a form that makes it, and what it answers. */
export const operationView = (operation) => {
  const { id, method, path, summary, description } = operation;
  const title = element('h3', {}, methodView(method), element('code', {}, path), element('span', {}, summary));
  const about = description ? markdown(description) : [];
  const inside = [element('summary', {}, title), ...about, formView(operation), ...answers(operation)];
  return element('details', { id }, ...inside);
};

export const methodView = (method) => element('span', { className: `method ${method.toLowerCase()}` }, method);

/** All that can be filled in. The session is not: it is sent by itself. */
const inputsOf = ({ parameters = [], requestBody }) => {
  const { properties = {}, required = [] } = requestBody?.content[JSON_TYPE].schema ?? {};
  const { id: _, ...fields } = properties;
  const ofFields = Object.entries(fields).map(([name, schema]) => {
    return { ...schema, name, place: 'fields', required: required.includes(name) };
  });
  const others = parameters.filter((one) => one.in !== 'query');
  return [...others.map((one) => ({ ...one, place: one.in, ...one.schema })), ...ofFields];
};

const inputView = (operation, { place, name, required, format, ...schema }) => {
  const id = `${operation.id}-${place}-${name}`;
  const hint = element('span', { id: `${id}-hint`, className: 'hint' }, hintOf(schema));
  const type = format === 'password' ? 'password' : 'text';
  const input = element('input', { id, name, type, required, autocomplete: 'off', spellcheck: false });
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
  form.prepend(...exampleView(operation, form));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const tell = (...texts) => ([outcome.textContent, content.textContent] = texts);
    tell('', '');
    tell(...(await send(operation, filledIn(form)).catch(() => ['No reply came.', ''])));
  });
  return form;
};

const filledIn = (form) => {
  const filled = { path: {}, header: {}, fields: {} };
  for (const { dataset, name, value } of form.elements) if (dataset.place && value) filled[dataset.place][name] = value;
  return filled;
};

/** Fills in the first example, and lets others be chosen. Those with the session in a field are for other clients. */
const exampleView = ({ id, requestBody }, form) => {
  const given = Object.entries(requestBody?.content[JSON_TYPE].examples ?? {});
  const examples = given.filter(([, { value }]) => !value.id);
  const fill = ([, { value }]) => {
    for (const input of form.elements) if (input.dataset.place === 'fields') input.value = value[input.name] ?? '';
  };
  examples.slice(0, 1).forEach(fill);
  if (examples.length < 2) return [];
  const options = examples.map(([name]) => element('option', {}, name));
  const choice = element('select', { id: `${id}-example` }, ...options);
  choice.addEventListener('change', () => fill(examples[choice.selectedIndex]));
  return [element('label', { htmlFor: choice.id }, 'Example'), choice];
};

const answers = ({ responses }) => {
  const { 200: answered, ...refused } = responses;
  const example = JSON.stringify(answered.content[JSON_TYPE].example, null, 2);
  const refusals = Object.entries(refused).flatMap(([status, { description }]) => {
    return [element('h5', {}, status), ...markdown(description)];
  });
  const titles = ['Example of an answer', 'Refusals'].map((text) => element('h4', {}, text));
  return [titles[0], element('pre', {}, example), titles[1], ...refusals];
};
