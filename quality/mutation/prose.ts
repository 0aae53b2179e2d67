type Node = { readonly type: string; readonly value?: unknown; readonly quasis?: readonly Quasi[] };
type Quasi = { readonly value: { readonly raw: string } };

/** A sentence, also one that something is put into: tests ask what is refused, not in which words. */
const isSentence = ({ type, value, quasis }: Node): boolean => {
  const text = type === 'StringLiteral' ? String(value) : (quasis ?? []).map((quasi) => quasi.value.raw).join('…');
  return /\S\s.*[.?]$/s.test(text);
};

/** What is said to people is left as it is. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'prose',
    value: {
      shouldIgnore: ({ node }: { readonly node: Node }): string | undefined =>
        ['StringLiteral', 'TemplateLiteral'].includes(node.type) && isSentence(node)
          ? 'A sentence for people.'
          : undefined,
    },
  },
];
