import { Unavailable } from './errors.ts';

type Work<Input, Output> = (input: Input) => Promise<Output>;
type Bound = { readonly most: () => number; readonly otherwise: string; readonly retryAfterSeconds: number };

/** The work, so many times at once and no more: what comes beyond that is refused with `Unavailable` before it begins. */
export const atMost = <Input, Output>(
  { most, otherwise, retryAfterSeconds }: Bound,
  work: Work<Input, Output>,
): Work<Input, Output> => {
  let underWay = 0;
  return async (input) => {
    if (underWay >= most()) throw new Unavailable('overloaded', otherwise, { retryAfterSeconds });
    underWay += 1;
    try {
      return await work(input);
    } finally {
      underWay -= 1;
    }
  };
};
