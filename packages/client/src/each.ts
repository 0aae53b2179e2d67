import type { CallOptions } from './call-options.ts';
import type { AnyResult } from './exchange.ts';

type Input = Readonly<Record<string, unknown>>;
type List = (input: Input, options?: CallOptions) => Promise<AnyResult>;

/** As many as one page may have. */
const MOST = 1000;

/** The entries of a list, asked for a page at a time. A refusal is the last thing to come. */
export const each = (list: List) =>
  async function* (input: Input = {}, options?: CallOptions) {
    const { limit = MOST } = input;
    for (let after = input['after']; ; ) {
      const page = await list({ ...input, limit, after }, options);
      if (!page.ok) {
        yield page;
        return;
      }
      const entries = page.value as readonly { readonly id: string }[];
      for (const value of entries) yield { ok: true, value };
      if (entries.length < Number(limit)) return;
      after = entries.at(-1)?.id;
    }
  };
