/** The members that an answer has, without their values; of a list, each shape that occurs in it. */
export type Shape = 'value' | { readonly [member: string]: Shape } | readonly Shape[];

export const NOTHING: Shape = 'value';

/** An object of exactly these members. */
export const members = (names: string, more: Readonly<Record<string, Shape>> = {}): Shape => ({
  ...Object.fromEntries(names.split(' ').map((name) => [name, 'value' as const])),
  ...more,
});

export const shapeOf = (content: unknown): Shape => {
  if (Array.isArray(content)) {
    const shapes = new Map(content.map((entry) => [JSON.stringify(shapeOf(entry)), shapeOf(entry)]));
    return [...shapes.values()];
  }
  if (typeof content !== 'object' || content === null) return 'value';
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, shapeOf(value)]));
};

/** The ids in an answer: of each entry of a list, or its own. */
export const idsIn = (content: unknown): readonly string[] =>
  (Array.isArray(content) ? content : [content])
    .map((entry: Readonly<Record<string, unknown>>) => String(entry['id'] ?? entry['ID'] ?? entry['certID']))
    .toSorted();
