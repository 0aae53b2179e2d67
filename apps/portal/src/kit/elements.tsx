import { isolated } from '@health-case/domain/model/text-direction';
import { createdAt } from '@health-case/domain/model/values';
import { html, raw } from 'hono/html';
import type { PropsWithChildren } from 'hono/jsx';
import { Button } from '../components/button.tsx';
import type { Words } from '../words/words.ts';
import type { FormState } from './form.ts';
import type { Formats } from './formats.ts';
import { rendering, useForm, useVisit } from './rendering.ts';
import { takesFile } from './upload.ts';

/* What a form is shown with: its fields as it declares them, with what was typed, and what is wrong with it. */

/** The form of a page, which the languages in its foot send. */
export const FORM_ID = 'form';

type FormProps = {
  /** Another form than that of the page. */
  readonly state?: FormState;
  /** Goes along unseen, beside what the form carries. */
  readonly hidden?: FormState['hidden'];
  /** Another one, or none, of one that must not be sent by a language. */
  readonly id?: string | null;
};

export const FormOf = ({ state, hidden, id = FORM_ID, children }: PropsWithChildren<FormProps>) => {
  const form = state ?? useForm();
  const element = (
    <form
      {...(id !== null && { id })}
      {...(takesFile(form) && { enctype: 'multipart/form-data' })}
      method="post"
      action={form.action}
      novalidate
    >
      {Object.entries({ ...form.hidden, ...hidden }).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
      )}
      {children}
    </form>
  );
  return state ? raw(rendering({ visit: useVisit(), form }, () => element)) : element;
};

/** `go`: `again` shows the same step once more, as a search does; `after-` an id what follows; `step-0` goes back to a step. */
export const Submit = ({
  children,
  go,
  kind,
}: PropsWithChildren<{ readonly go?: string; readonly kind?: 'secondary' | 'warning' | undefined }>) => (
  <Button preventDoubleClick {...(go && { name: 'go', value: go })} {...(kind && { classes: `govuk-button--${kind}` })}>
    {children}
  </Button>
);

/** Enter presses the first button: in a form that finds by a name, it finds if the name was changed, or goes on. */
export const EnterGoesOn = () => {
  const { values, hidden } = useForm();
  return <button type="submit" name="go" value={`enter-${values['name'] ?? hidden['name'] ?? ''}`} hidden />;
};

/** How people and children are named where one of them is chosen: by what tells those of one name apart. */

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };

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

type Told<Someone> = { readonly one: Someone; label: string };

/** Those whose label another one has, too. */
const ofOneLabel = <Someone,>(told: readonly Told<Someone>[]): readonly Told<Someone>[] => {
  const [first, alike] = [new Map<string, Told<Someone>>(), new Set<Told<Someone>>()];
  for (const each of told) {
    const key = each.label.toLowerCase();
    const other = first.get(key);
    if (other) alike.add(other).add(each);
    else first.set(key, each);
  }
  return [...alike];
};

const isKnown = (trait: ReturnType<Trait<never>>): trait is string | undefined => typeof trait !== 'object';

/** The name of each, with as many traits as tell it from others, and the mark at last. */
export const toldApart = async <Someone extends Named>(
  people: readonly Someone[],
  ...traits: readonly Trait<Someone>[]
): Promise<(one: Pick<Named, 'id'>) => string> => {
  const told = new Map(people.map((one) => [one.id, { one, label: nameOf(one) }]));
  let [alike, isNew]: [readonly Told<Someone>[], boolean] = [[...told.values()], true];
  for (const trait of [...traits, ({ id }: Named) => markOf(id)]) {
    if (isNew) alike = ofOneLabel(alike);
    const asked = alike.map(({ one }) => trait(one));
    // To wait for what is known costs more than to find who has one name.
    const known = asked.every(isKnown) ? asked : await Promise.all(asked);
    isNew = known.some(Boolean);
    alike.forEach((each, nth) => {
      each.label = withTrait(each.label, known[nth]);
    });
  }
  return ({ id }) => told.get(id)?.label ?? '';
};
