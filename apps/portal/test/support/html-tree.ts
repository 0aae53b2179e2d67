import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** White space beside their tags is seen. Beside those of all others, which stand on lines of their own, it is not. */
const INLINE = ['a', 'span', 'strong'];
const KEEP_WHITE_SPACE = ['textarea'];

type Settings = {
  /** How the names of attributes begin that are left out. */
  readonly withoutAttributes?: string | undefined;
};

const isElement = (node: Node): node is Element => 'tagName' in node;
const classesOf = ({ attrs }: Element): readonly string[] =>
  attrs.find(({ name }) => name === 'class')?.value.split(/\s+/) ?? [];

const openingTag = (element: Element, { withoutAttributes }: Settings): string => {
  const attributes = element.attrs
    .filter(({ name }) => withoutAttributes === undefined || !name.startsWith(withoutAttributes))
    .map(({ name, value }) => ` ${name}="${name === 'class' ? classesOf(element).toSorted().join(' ') : value}"`)
    .toSorted();
  return `<${element.tagName}${attributes.join('')}>`;
};

/** Collapses white space as browsers do: one space between words, and none where a line begins or ends. */
const createLines = () => {
  const lines: string[] = [];
  let spaceAt: number | 'edge' | undefined = 'edge';
  return {
    lines,
    edge: () => {
      if (typeof spaceAt === 'number') lines[spaceAt] = (lines[spaceAt] ?? '').trimEnd();
      spaceAt = 'edge';
    },
    text: (text: string) => {
      const collapsed = text.replaceAll(/\s+/g, ' ');
      const shown = spaceAt === undefined ? collapsed : collapsed.trimStart();
      if (shown === '') return;
      lines.push(shown);
      spaceAt = shown.endsWith(' ') ? lines.length - 1 : undefined;
    },
  };
};

/**
 * The tags and texts of some HTML, one a line, so that two ways to write the same page are equal: the order of
 * attributes and of classes, and white space that nobody sees.
 */
export const treeOf = (html: string, settings: Settings = {}): readonly string[] => {
  const { lines, edge, text } = createLines();
  const add = (node: Node): void => {
    if (node.nodeName === '#text' && 'value' in node) text(node.value);
    if (!isElement(node)) return;
    const pass = INLINE.includes(node.tagName) ? () => undefined : edge;
    pass();
    lines.push(openingTag(node, settings));
    for (const child of node.childNodes) {
      if (KEEP_WHITE_SPACE.includes(node.tagName) && 'value' in child) lines.push(child.value);
      else add(child);
    }
    pass();
    lines.push(`</${node.tagName}>`);
  };
  for (const node of parseFragment(html).childNodes) add(node);
  edge();
  return lines.filter((line) => line !== '');
};
