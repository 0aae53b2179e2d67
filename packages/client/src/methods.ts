import type { CallOptions, KeyedCallOptions } from './call-options.ts';
import type { Result } from './result.ts';
import type { IsPaged, Operation, TakesKey } from './rows.ts';

/** A method for each operation of a variant, of the same name. */
export type Methods<Operations extends Record<keyof Operations, Operation>> = {
  readonly [Name in keyof Operations]: IsPaged<Operations[Name]> extends true
    ? List<Operations[Name]>
    : Call<Operations[Name]>;
};

type Call<Of extends Operation> = (...args: Arguments<Of>) => Promise<Result<Of['answer'], Of['refusal']>>;

/** Called, it answers the list as an array: all of it, or one page if there is a `limit`. */
interface List<Of extends Operation> extends Call<Of> {
  /**
   * The entries one by one, asked for a page at a time, of which one is held; `limit` is how many a page has. A refusal
   * ends them.
   */
  readonly each: (...args: Arguments<Of>) => AsyncGenerator<Result<EntryOf<Of['answer']>, Of['refusal']>, void>;
}

type EntryOf<Answer> = Answer extends readonly (infer Entry)[] ? Entry : never;

type Arguments<Of extends Operation> =
  Record<never, never> extends Of['input']
    ? [input?: InputOf<Of['input']>, options?: OptionsOf<Of>]
    : [input: InputOf<Of['input']>, options?: OptionsOf<Of>];

type OptionsOf<Of extends Operation> = TakesKey<Of> extends true ? KeyedCallOptions : CallOptions;

/** What is digits in the request object is a number here. */
type InputOf<Fields> = { readonly [Name in keyof Fields]: Name extends 'limit' ? number : Fields[Name] };
