import type { Random } from '@health-case/harness/load';
import type { Member } from './model.ts';
import type { Player } from './player.ts';

type Listed = {
  /** The whole list, in order. */
  readonly list: readonly { readonly id: string }[];
  readonly refused?: string | undefined;
  readonly record?: string;
};

/** Which part of a list to ask for: all of it sometimes, a page mostly, after one of its entries or from its beginning. */
export const anyPage = (random: Random, ids: readonly string[]): { after?: string; limit?: string } => {
  const after = random.chance(0.5) ? random.pick(ids) : undefined;
  return { ...(after !== undefined && { after }), ...(random.chance(0.8) && { limit: String(1 + random.below(20)) }) };
};

/** D-12. */
export const askPage = async (
  { ask, random }: Player,
  endpoint: string,
  as: Member,
  { list, ...expected }: Listed,
): Promise<void> => {
  const page = anyPage(
    random,
    list.map(({ id }) => id),
  );
  const { after = '', limit = '1000000' } = page;
  const content = list.filter(({ id }) => id > after).slice(0, Number(limit));
  await ask({ endpoint, as, body: page }, { ...expected, content });
};
