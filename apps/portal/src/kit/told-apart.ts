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
export const markOf = (id: string): string => id.slice(-8).toUpperCase().replace(/^.{4}/, '$&-');

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
  const told = new Map<string, string>();
  type Labelled = readonly [one: Someone, label: string];
  const tell = async (group: readonly Labelled[], [trait, ...others]: readonly Trait<Someone>[]): Promise<void> => {
    for (const alike of Map.groupBy(group, ([, label]) => label.toLowerCase()).values()) {
      if (alike.length === 1 || !trait) {
        for (const [{ id }, label] of alike)
          told.set(id, withTrait(label, alike.length === 1 ? undefined : markOf(id)));
        continue;
      }
      const more = alike.map(async ([one, label]): Promise<Labelled> => [one, withTrait(label, await trait(one))]);
      await tell(await Promise.all(more), others);
    }
  };
  const each = new Map(people.map((one) => [one.id, one]));
  await tell(
    Array.from(each.values(), (one) => [one, nameOf(one)]),
    traits,
  );
  return ({ id }) => told.get(id) ?? '';
};
