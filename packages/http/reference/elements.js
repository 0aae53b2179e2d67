/** An element with its properties and children; texts stay texts. */
export const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** The Markdown that the document uses: paragraphs, lists, code and bold. */
export const markdown = (text) => text.trim().split(/\n\n+/).map(block);

const block = (text) => {
  if (!text.startsWith('- ')) return element('p', {}, ...inline(text));
  const items = text.split(/^- /m).slice(1);
  return element('ul', {}, ...items.map((item) => element('li', {}, ...inline(item))));
};

const inline = (text) => text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(span);

const span = (part) => {
  if (part.startsWith('`')) return element('code', {}, part.slice(1, -1));
  return part.startsWith('**') ? element('strong', {}, part.slice(2, -2)) : part;
};
