import { type Call, ID } from './calls.ts';
import { type Account, byId, type Case, type Task, type World } from './world.ts';

export type Scene = {
  readonly world: World;
  readonly call: Call;
  readonly args: Readonly<Record<string, string>>;
  readonly me: Account;
  readonly doctor: Account;
  readonly case: Case;
  readonly task: Task;
};
export type Answer = {
  readonly content: unknown;
  readonly next?: (given: Readonly<Record<string, string>>) => World;
};
/** The code of a refusal, or the answer. */
export type Rule = (scene: Scene) => string | Answer;

/** A text in an answer that the service chooses: only its form is known. */
export class Chosen {
  readonly form: RegExp;
  constructor(form: RegExp) {
    this.form = form;
  }
}
export const NEW_ID = new Chosen(ID);
export const SESSION = new Chosen(/^[A-Za-z0-9_-]{43}$/);
export const INSTANT = new Chosen(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

export const trimmed = (text: string | undefined): string => (text ?? '').trim().normalize('NFC');

/** D-12. */
export const page = <T extends { readonly id: string }>(things: readonly T[], { after = '', limit }: Scene['args']) =>
  byId(things)
    .filter(({ id }) => id > after)
    .slice(0, limit === undefined ? undefined : Number(limit));
