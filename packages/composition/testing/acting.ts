import type { Result } from '@health-case/domain/result';

/** What a test writes where the application takes what was parsed: plain texts and numbers. */
type Written<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends object
      ? { readonly [Name in keyof T]: Written<T[Name]> }
      : T;

type InputOf<Call> = Call extends (input: infer Input) => unknown ? Partial<Written<Input>> : never;
type ValueOf<Call> = Call extends (...given: never) => Promise<infer R>
  ? R extends { readonly ok: true; readonly value: infer Value }
    ? Value
    : never
  : never;

type Calls = Readonly<Record<string, (input: object) => Promise<Result<unknown, unknown>>>>;

/** An application as somebody in a test uses it: each call has all of this in it, answers its value, and may not be refused. */
export const acting = <App extends object>(application: App, call: object) =>
  new Proxy(application as Calls, {
    get: (calls, name: string) => async (input: object) => {
      const result = await calls[name]?.({ ...call, ...input });
      if (!result?.ok) throw new Error(`${name} was refused: ${JSON.stringify(result?.refusal)}`);
      return result.value;
    },
  }) as unknown as { readonly [Name in keyof App]: (input?: InputOf<App[Name]>) => Promise<ValueOf<App[Name]>> };
