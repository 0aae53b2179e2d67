import type { Child } from 'hono/jsx';
import type { Words } from '../words/words.ts';
import { FormOf, Submit } from './elements.tsx';
import type { FormState } from './form.ts';
import { Link } from './show.tsx';
import type { View } from './visit.ts';

type Question = {
  readonly title: string;
  /** Where whoever does not want it goes. */
  readonly back: string;
  /** What it is about, and what it means. */
  readonly about?: Child;
  /** What the button says. */
  readonly send: string;
  readonly kind?: 'warning';
};

/** Asks before something is done that has no field. */
export const confirmation = (words: Words, state: FormState, { title, back, about, send, kind }: Question): View => ({
  title,
  back,
  body: (
    <>
      {about}
      <FormOf state={state}>
        <div class="govuk-button-group">
          <Submit {...(kind && { kind })}>{send}</Submit>
          <Link href={back}>{words.common.cancel}</Link>
        </div>
      </FormOf>
    </>
  ),
});
