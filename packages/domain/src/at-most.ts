import { Unavailable } from './errors.ts';

type Bound = { readonly most: () => number; readonly otherwise: string; readonly retryAfterSeconds: number };

/** The work, so many times at once and no more: what comes beyond that is refused with `Unavailable` before it begins. */
export const atMost = <Given extends readonly unknown[], Output>(
  { most, otherwise, retryAfterSeconds }: Bound,
  work: (...given: Given) => Promise<Output>,
): typeof work => {
  let underWay = 0;
  return async (...given) => {
    if (underWay >= most()) throw new Unavailable('overloaded', otherwise, { retryAfterSeconds });
    underWay += 1;
    try {
      return await work(...given);
    } finally {
      underWay -= 1;
    }
  };
};
