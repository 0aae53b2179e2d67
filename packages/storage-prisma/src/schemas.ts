import { printable } from './failures.ts';

/** A table, a trigger or another thing of a schema, such as `table Account`, with all that the database says of it. */
export type Part = { readonly name: string; readonly definition: string };

/** How a schema differs from the one that the migrations make, in words that follow the name of the database. */
export const differenceOf = (found: readonly Part[], made: readonly Part[]): string | undefined => {
  const [have, expected] = [found, made].map(
    (parts) => new Map(parts.map(({ name, definition }) => [name, definition])),
  );
  const added = found.find(({ name }) => !expected?.has(name));
  if (added) return `has the ${printable(added.name)}, which this program does not make`;
  const changed = found.find(({ name, definition }) => expected?.get(name) !== definition);
  if (changed) return `has another ${printable(changed.name)} than this program makes`;
  const missing = made.find(({ name }) => !have?.has(name));
  return missing && `lacks the ${missing.name}`;
};
