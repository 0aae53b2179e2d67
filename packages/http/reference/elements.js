/** An element with its properties and children; texts stay texts. */
export const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** The Markdown that the document uses: paragraphs, lists, code and bold. */
export const markdown = (text = '') =>
  text
    .trim()
    .split(/\n\n+/)
    .map((block) =>
      block.startsWith('- ')
        ? element(
            'ul',
            {},
            ...block
              .split(/^- /m)
              .slice(1)
              .map((item) => element('li', {}, ...inline(item))),
          )
        : element('p', {}, ...inline(block)),
    );

const inline = (text) =>
  text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .map((part) =>
      part.startsWith('`')
        ? element('code', {}, part.slice(1, -1))
        : part.startsWith('**')
          ? element('strong', {}, part.slice(2, -2))
          : part,
    );
