import { isolated } from '@health-case/domain/model/isolated';
import { createdAt } from '@health-case/domain/model/values';
import type { Words } from '../words/words.ts';
import type { Formats } from './formats.ts';

/** How people and children are named where one of them is chosen: by what tells those of one name apart. */

export type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };

/** Something that whoever chooses knows, or may know, of somebody. */
export type Trait<Someone> = (one: Someone) => string | undefined | Promise<string | undefined>;

/** Of a child, or of anybody else: also as a part of a text. */
export const nameOf = ({ firstName, lastName }: Omit<Named, 'id'>): string => isolated(`${firstName} ${lastName}`);

export const withTrait = (name: string, trait: string | undefined): string => (trait ? `${name} · ${trait}` : name);

/** The end of an id is chance, and tells nothing. Its owner reads it on the page of the own account. */
export const markOf = (id: string): string => `${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase();

/** The day when a child was added. */
export const addedOn =
  ({ children }: Words, formats: Formats): Trait<Named> =>
  ({ id }) =>
    children.child.addedOn(formats.dayAt(createdAt(id)));

/** The name of each, with as many traits as tell it from others, and the mark at last. */
export const toldApart = async <Someone extends Named>(
  people: readonly Someone[],
  ...traits: readonly Trait<Someone>[]
): Promise<(one: Pick<Named, 'id'>) => string> => {
  const told = new Map(people.map((one) => [one.id, { one, label: nameOf(one) }]));
  let alike = [...told.values()];
  for (const trait of [...traits, ({ id }: Named) => markOf(id)]) {
    const keys = alike.map(({ label }) => label.toLowerCase());
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    alike = alike.filter((_, nth) => counts.get(keys[nth] ?? '') !== 1);
    const known = await Promise.all(alike.map(({ one }) => trait(one)));
    alike.forEach((each, nth) => {
      each.label = withTrait(each.label, known[nth]);
    });
  }
  return ({ id }) => told.get(id)?.label ?? '';
};
