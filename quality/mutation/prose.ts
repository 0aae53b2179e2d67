type Node = { readonly type: string; readonly value?: unknown; readonly quasis?: readonly Quasi[] };
type Quasi = { readonly value: { readonly raw: string } };

/** Tests check what is refused, not with which words. So a literal that is a sentence is not changed. */
const shouldIgnore = ({ node: { type, value, quasis = [] } }: { readonly node: Node }): string | undefined => {
  if (type !== 'StringLiteral' && type !== 'TemplateLiteral') return undefined;
  const text = type === 'StringLiteral' ? String(value) : quasis.map((quasi) => quasi.value.raw).join('…');
  return /\S\s.*[.?]$/s.test(text) ? 'A sentence for people.' : undefined;
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'prose', value: { shouldIgnore } }];
