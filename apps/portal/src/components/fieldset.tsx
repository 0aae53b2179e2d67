import type { PropsWithChildren } from 'hono/jsx';
import { classesOf } from './classes.ts';
import type { LabelOptions } from './question.tsx';

export type FieldsetOptions = {
  readonly legend: LabelOptions;
  readonly classes?: string;
  /** The ids of elements that describe all of its fields. */
  readonly describedBy?: string;
};

/** `role`: `group` makes one screen reader say the description of fields that are typed into. */
export const Fieldset = ({
  legend,
  classes,
  describedBy,
  role,
  children,
}: PropsWithChildren<FieldsetOptions & { readonly role?: 'group' }>) => (
  <fieldset class={classesOf('govuk-fieldset', classes)} role={role} aria-describedby={describedBy}>
    <legend class={classesOf('govuk-fieldset__legend', legend.classes)}>
      {legend.isPageHeading ? <h1 class="govuk-fieldset__heading">{legend.text}</h1> : legend.text}
    </legend>
    {children}
  </fieldset>
);
