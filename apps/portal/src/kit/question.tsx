import type { PropsWithChildren } from 'hono/jsx';
import { Field } from '../components/fields.tsx';
import { FormOf, Submit } from './elements.tsx';
import type { AnyForm, FormState, View, Visit } from './form.ts';
import { useWords } from './rendering.ts';
import { Link } from './show.tsx';

/** Nothing that was typed is lost on the way back. `children`: what the button on says. */
const Steps = ({ back, children }: PropsWithChildren<{ readonly back: `step-${number}` }>) => (
  <div class="govuk-button-group">
    <Submit>{children}</Submit>
    <Submit go={back} kind="secondary">
      {useWords().common.back}
    </Submit>
  </div>
);

/** Where the way back from a step leads; one with a view of its own says so itself. */
export const backOf = (visit: Visit, form: AnyForm, index: number, state: FormState): string | undefined => {
  const step = form.steps[index] ?? form.steps[0];
  if ('view' in step) return undefined;
  return typeof step.back === 'function' ? step.back(visit as never, state) : step.back;
};

/** A step as a page: as it says itself, or a title, what it is about, its fields, and a button. */
export const viewOf = async (visit: Visit, form: AnyForm, index: number, state: FormState): Promise<View> => {
  const step = form.steps[index] ?? form.steps[0];
  if ('view' in step) return step.view(visit as never, state);
  const { words } = visit;
  const { asks, title: said, isHeading = said === undefined, kind } = step;
  const [only] = asks;
  const title = said?.(words, visit as never) ?? (only ? words.fields[only].label : '');
  const texts = { hint: step.hint?.(words, visit as never), ...(isHeading && { label: title, isHeading }) };
  const back = backOf(visit, form, index, state);
  const isLast = index + 1 === form.steps.length;
  const send = step.send?.(words, visit as never) ?? (isLast ? words.common.save : words.common.next);
  const [about, within, below] = [
    await step.about?.(visit as never, state),
    await step.within?.(visit as never, state),
    await step.below?.(visit as never, state),
  ];
  return {
    title,
    back,
    ...(isHeading && { isTitleInBody: true }),
    body: [
      about,
      <FormOf>
        {within}
        {asks.map((name) => (
          <Field name={name} {...texts} />
        ))}
        {index > 0 ? (
          <Steps back={`step-${index - 1}`}>{send}</Steps>
        ) : asks.length > 0 ? (
          <Submit kind={kind}>{send}</Submit>
        ) : (
          <div class="govuk-button-group">
            <Submit kind={kind}>{send}</Submit>
            {back === undefined ? null : <Link href={back}>{words.common.cancel}</Link>}
          </div>
        )}
      </FormOf>,
      below,
    ],
  };
};
