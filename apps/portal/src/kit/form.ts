import type { Application } from '@health-case/domain/application';
import type { Role, SessionLifetimes } from '@health-case/domain/model/account';
import type { Work } from '@health-case/domain/model/notice';
import type { Practice } from '@health-case/domain/model/practice';
import { parseId } from '@health-case/domain/model/values';
import type { Parser, Refusal, RefusalCode, Result } from '@health-case/domain/result';
import type { Caller, ClientAddress, RequestFacts } from '@health-case/domain/use-cases/declaration';
import type { Spared } from '@health-case/domain/use-cases/sessions';
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { FieldName } from '../words/fields.ts';
import type { Words } from '../words/words.ts';
import type { Formats } from './formats.ts';
import type { createKeeper } from './keeper.ts';

/** One request for a page: what pages and forms know of it, with all texts in its language. */
export type Visit = Words & {
  readonly c: Context;
  readonly app: Application;
  readonly words: Words;
  readonly formats: Formats;
  /** The paths of all lists. */
  readonly lists: ReadonlySet<string>;
  readonly assets: { readonly stylesheet: string; readonly script: string };
  readonly origin: string;
  readonly registration: 'open' | 'invited' | 'confirmed';
  readonly sessionLifetimes: SessionLifetimes;
  readonly keeper: ReturnType<typeof createKeeper>;
  readonly practice: Practice | undefined;
  /** What every use case may ask to know of a call. */
  readonly facts: RequestFacts & ClientAddress;
  readonly member: Member | undefined;
  /** What was chosen in a form that takes a file. */
  readonly file?: Uint8Array | undefined;
};

/** `left`: milliseconds until the session ends, however it is used. `isProven`: the address of the account (D-28). */
type Member = {
  readonly formToken: string;
  /** Goes along with each form: whose it was, encrypted, also once the session is gone. */
  readonly formOwner: string;
  readonly caller: Caller;
  readonly left: number;
  readonly isProven: boolean;
};

/** The visit of somebody who has signed in. `call`: what a use case behind a session gets beside its fields. */
export type MemberVisit = Visit & { readonly member: Member; readonly call: Visit['facts'] & Caller };

/** Who may come: anyone, whoever has signed in, managers (D-40), or those of some roles. What they may do is decided by the use case. */
export type Who = 'anyone' | 'member' | 'manager' | readonly Role[];
type VisitOf<W extends Who> = W extends 'anyone' ? Visit : MemberVisit;

/** What a page shows within the frame that all share. */
export type View = {
  /** The heading, too, unless there is one. Never names a person: browsers keep titles in their history. */
  readonly title: string;
  readonly heading?: string;
  readonly body: Child;
  /** The address that the link at the top leads back to. */
  readonly back?: string | undefined;
  /** The heading stands in the body, where it is the question itself. */
  readonly isTitleInBody?: true;
  /** It says how things stand in place of the form, so nothing is told of fields that are not there. */
  readonly isInPlace?: true;
  /** Takes the whole width, as a table of many columns does. */
  readonly isWide?: true;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** What waits (D-43), where the page has asked for it. */
  readonly work?: Work;
  /** What follows the body, as long as it may be: it is sent as it is read. */
  readonly rest?: AsyncGenerator<string, void>;
};

/** A file in place of a page, whole or as it is read. Its name tells of nobody: browsers keep it. */
export type Download = {
  readonly file: string;
  readonly type: 'text/csv' | 'application/json';
  readonly content: string | AsyncGenerator<string, void>;
};

/** Thrown where a page cannot be shown: its data were refused. */
export class NotShown extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`A page was refused: ${refusal.code}.`);
    this.refusal = refusal;
  }
}

/** The value, without which there is no page. */
export const needed = <Value>(result: Result<Value, Refusal>): Value => {
  if (!result.ok) throw new NotShown(result.refusal);
  return result.value;
};

/** An id in the address of a page. One that was never given out has no page. */
export const idIn = <Id extends string>({ c }: Visit, otherwise: RefusalCode, name = 'id'): Id => {
  const id = parseId<Id>(c.req.param(name) ?? '');
  if (!id.ok) throw new NotShown({ code: otherwise });
  return id.value;
};

export const firstPage = async <Entry>(pages: AsyncIterable<readonly Entry[]>): Promise<readonly Entry[]> => {
  for await (const page of pages) return page;
  return [];
};

/** What a browser has sent: of a field that comes twice, the first. */
export type Typed = Readonly<Record<string, string>>;

export type InputLook = {
  readonly type?: 'email' | 'tel' | undefined;
  readonly autocomplete?: string | undefined;
  readonly inputmode?: 'numeric' | undefined;
  readonly spellcheck?: boolean | undefined;
  /** In characters. */
  readonly width?: 10 | 20;
};

export type Option = {
  readonly value: string;
  readonly text: string;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
};

type Control =
  | ({ readonly as: 'text' } & InputLook)
  /** `isInLines`: its line breaks are kept. */
  | { readonly as: 'long text'; readonly rows: number; readonly isInLines?: true }
  | {
      readonly as: 'password';
      readonly autocomplete: 'current-password' | 'new-password';
      readonly isOfMember?: boolean;
    }
  /** Typed as day, month and year. */
  | { readonly as: 'day' }
  | { readonly as: 'choice'; readonly options: ((visit: Visit) => readonly Option[]) | undefined }
  /** One of a few, in a row with its name. */
  | { readonly as: 'select'; readonly options: (visit: Visit) => readonly Option[] }
  /** Chosen on the own machine: the visit has it, and nothing keeps it. */
  | { readonly as: 'file'; readonly accept: string }
  /** Ticked in the rows of a list. Those that are ticked are joined to one text. */
  | { readonly as: 'ticks' };

export const TICK_END = '_';

/** A field of a form: text that a rule of the domain parses. Those that forms share are in `fields.ts`. */
export type FieldRule<Value> = {
  readonly parse: Parser<Value>;
  readonly control?: Control;
  /** An empty one is `undefined`. */
  readonly isOptional?: true;
  /** Is neither kept nor shown again. */
  readonly isSecret?: true;
  /** Is not shown again once it was sent. */
  readonly isMasked?: true;
  /** The script looks for it in the address. */
  readonly isOfAddress?: true;
  /** Where it is not asked of everybody. */
  readonly isAsked?: (visit: Visit, form: FormState) => boolean;
  /** By whom it may not be left out, though it is optional. */
  readonly isNeeded?: (visit: Visit) => boolean;
};

type Rules = { readonly [Name in FieldName]?: FieldRule<unknown> };
type Empty = Record<never, never>;
type ValuesOf<Fields extends Rules> = {
  readonly [Name in keyof Fields]: Fields[Name] extends FieldRule<infer Value>
    ? Fields[Name] extends { readonly isOptional: true }
      ? Value | undefined
      : Value
    : never;
};

/** A form as a page shows it: what was typed, and what is wrong with it. */
export type FormState = {
  readonly action: string;
  /** Goes along unseen: the token of the session, the key of the form, what was typed at other steps. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
  readonly fields: Rules;
  /** What is wrong with the whole. */
  readonly problem: string | undefined;
};

type Said<V extends Visit> = (words: Words, visit: V) => string;
type Shown<V extends Visit> = (visit: V, form: FormState) => Child | Promise<Child>;

/** A step that is asked as all are: see `question.tsx`. */
type Question<V extends Visit> = {
  /** Without one, the only field is the heading. */
  readonly title?: Said<V>;
  /** The only field is the heading, as the title words it. */
  readonly isHeading?: true;
  /** Of the only field. */
  readonly hint?: Said<V>;
  /** Where the link at the top leads, and the one to cancel, which a confirmation has. */
  readonly back?: string | ((visit: V, form: FormState) => string);
  /** Above the form: what it is about, and what it means. */
  readonly about?: Shown<V>;
  /** In the form, above its fields. */
  readonly within?: Shown<V>;
  readonly below?: Shown<V>;
  /** What the button says, if not "Save" or, before the last step, "Continue". */
  readonly send?: Said<V>;
  readonly kind?: 'warning' | 'secondary';
};

type OwnView<V extends Visit> = { readonly view: (visit: V, form: FormState) => View | Promise<View> };

/** A question, or a few that belong together, on a page of its own. */
type Step<V extends Visit, Name> = {
  /** Without them: all. */
  readonly asks?: readonly Name[];
  /** The one by which what can be chosen is found. */
  readonly finds?: Name;
  /** What is wrong with the answers of the step that no rule of a field sees. */
  readonly check?: (visit: V, typed: Typed) => Promise<FormState['errors']>;
  /** What becomes of the form once something is wrong with it. */
  readonly onceWrong?: (form: FormState) => FormState;
} & (Question<V> | OwnView<V>);

type Names<Name> = Name | readonly [Name, ...Name[]];

/** What a form does. Nothing is done before the last of its steps, each of which is at an address. */
type Life<V extends Visit, Fields extends Rules, Value, Code extends RefusalCode> = {
  /** Without them it is a confirmation. */
  readonly fields?: Fields;
  /** What the fields, and what goes along, hold at first. */
  readonly start?: (visit: V) => Promise<Typed>;
  /** The step that comes first, where others are answered by the address. */
  readonly startsAt?: (typed: Typed) => number;
  /** One call of a use case. */
  readonly submit: (visit: V, values: ValuesOf<Fields>, carried: Typed) => Promise<Result<Value, Refusal<Code>>>;
  /** The field beside which a refusal is told; of several the one that was filled in. Without one: above the form. */
  readonly beside?: Readonly<Partial<Record<NoInfer<Code>, Names<keyof Fields & FieldName>>>>;
  /** What is said of a refusal where the form knows better than the general sentence. */
  readonly says?: Readonly<Partial<Record<NoInfer<Code>, (words: Words) => string>>>;
  /** What a button that says `fill-` fills in, by what it says next. Nothing else that was typed is lost. */
  readonly fills?: (visit: V, what: string) => Promise<Typed>;
  /** Goes along unseen, besides the fields: names. */
  readonly carries?: readonly string[];
  /** The address to which it leads once it is done, and after nothing else: no refusal counts as done. */
  readonly leadsTo: (visit: V, done: Done<Value, ValuesOf<Fields>>) => string | Promise<string>;
  /** Its page shows more, such as a list, and stays: the form is filled in any number of times. */
  readonly staysOpen?: true;
  readonly isList?: true;
  readonly spared?: Spared;
  /** D-28: whether it takes a proven address: to be opened, or to be sent, where its page shows more. */
  readonly needsProof?: 'to open' | 'to send';
};

/** A form of one step is this step, too. */
type Form<V extends Visit, Fields extends Rules, Value, Code extends RefusalCode> = Life<V, Fields, Value, Code> &
  OneOrMore<Step<V, keyof Fields & string>>;

type OneOrMore<S> = (S & { readonly steps?: never }) | { readonly steps: readonly [S, ...S[]] };

/** D-40: of one's own account, which is there before it is confirmed. */
export const OWN = { confirmation: true } as const satisfies Spared;

/**
 * The key of a form goes along with each call (D-24): sent twice alike it gets the first outcome, and sent with other
 * words it is refused. A form whose call takes no key has to say what it does if it is sent twice: else it is no form.
 */
type Twice = 'does the same' | 'is refused';
type Keyed<Code> = 'IDEMPOTENCY_KEY_REUSED' extends Code ? AnyForm : 'say what it does if it is sent twice';

type Done<Value, Values> = { readonly value: Value; readonly values: Values; readonly carried: Typed };

type AnyStep = Step<MemberVisit, FieldName> & { readonly asks: readonly FieldName[] };
export type AnyForm = Life<MemberVisit, Rules, unknown, RefusalCode> & {
  readonly path: string;
  readonly who: Who;
  readonly fields: Rules;
  readonly steps: readonly [AnyStep, ...AnyStep[]];
};

/**
 * The compiler checks fields, use case and refusals against each other here. A table holds forms of every kind, so their
 * types end here; the dispatch gives each form the visit and the values that it declares.
 */
export function form<W extends Who, Value, Code extends RefusalCode, const Fields extends Rules = Empty>(
  path: string,
  who: W,
  declared: Form<VisitOf<W>, Fields, Value, Code>,
): Keyed<Code>;
export function form<W extends Who, Value, Code extends RefusalCode, const Fields extends Rules = Empty>(
  path: string,
  who: W,
  twice: Twice,
  declared: Form<VisitOf<W>, Fields, Value, Code>,
): AnyForm;
export function form(path: string, who: Who, ...parts: readonly unknown[]): unknown {
  const declared = parts.at(-1) as Partial<AnyForm> & AnyStep;
  const { fields = {}, steps = [declared] } = declared;
  const all = Object.keys(fields);
  return { ...declared, path, who, fields, steps: steps.map((one) => ({ ...one, asks: one.asks ?? all })) };
}

type Shows = View | Download | string;

type Page<W extends Who> = {
  readonly path: string;
  readonly who: W;
  /** A path leads to another page. */
  readonly view: (visit: VisitOf<W>) => Shows | Promise<Shows>;
  /** D-46: what is done from it leads back to it. */
  readonly isList?: true;
  readonly spared?: Spared;
};
export type AnyPage = Page<Who>;
/** As with forms, its type ends here. */
export function page<W extends Who>(path: string, who: W, view: Page<W>['view']): AnyPage;
export function page<W extends Who>(path: string, who: W, spared: Spared, view: Page<W>['view']): AnyPage;
export function page(path: string, who: Who, ...parts: readonly unknown[]): unknown {
  return { path, who, view: parts.at(-1), ...(parts.length > 1 && { spared: parts[0] }) };
}
export const listPage = <W extends Who>(path: string, who: W, view: Page<W>['view']): AnyPage => ({
  ...page(path, who, view),
  isList: true,
});
