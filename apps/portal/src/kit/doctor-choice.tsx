import { parseNameSearch } from '@health-case/domain/model/names';
import type { PageLimit } from '@health-case/domain/model/pages';
import type { AccountId } from '@health-case/domain/model/values';
import { Choice, Submit, TextField } from './elements.tsx';
import type { FormState, Typed } from './form.ts';
import { Text } from './show.tsx';
import { firstPage, type MemberVisit, needed } from './visit.ts';

/** More than that nobody chooses from: another letter of the name finds fewer. */
const MOST = 20 as PageLimit;

const doctorsFound = async ({ app, call }: MemberVisit, typed: FormState['values']) => {
  const name = parseNameSearch(typed['name'] ?? '');
  if (!name.ok) return undefined;
  return firstPage(needed(await app.listDoctors({ ...call, name: name.value, paging: { limit: MOST } })));
};

/** The name of the doctor who was chosen at an earlier step. */
export const chosenDoctor = async (visit: MemberVisit, state: FormState): Promise<string> => {
  const chosen = (await doctorsFound(visit, state.values))?.find(({ id }) => id === state.values['doctorId']);
  return chosen ? `${chosen.firstName} ${chosen.lastName}` : '';
};

/** What is found by the name, and who of them is offered. `except`: a doctor who is not. */
const doctorsOffered = async (visit: MemberVisit, typed: FormState['values'], except?: AccountId) => {
  const found = await doctorsFound(visit, typed);
  const offered = found?.filter(({ id }) => id !== except) ?? [];
  const { nobodyFound, nobodyElseFound } = visit.words.staff;
  const nobody = found && offered.length === 0 ? (found.length === 0 ? nobodyFound : nobodyElseFound) : undefined;
  return { offered, nobody };
};

/** The doctor who was chosen is among those who are offered, also if the name was changed since. */
export const checkDoctor = async (
  visit: MemberVisit,
  typed: Typed,
  except?: AccountId,
): Promise<FormState['errors']> => {
  const { name, doctorId } = visit.words.fields;
  const { offered, nobody } = await doctorsOffered(visit, typed, except);
  if (offered.length === 0) return { name: nobody ?? name.missing };
  return offered.some(({ id }) => id === typed['doctorId']) ? {} : { doctorId: doctorId.missing };
};

type Offer = {
  readonly except?: AccountId;
  /** The step before. */
  readonly back?: `step-${number}`;
};

/** Finds doctors by name within a form, and lets one of them be chosen. */
export const doctorChoice = async (visit: MemberVisit, state: FormState, { except, back }: Offer) => {
  const { words } = visit;
  const { offered, nobody } = await doctorsOffered(visit, state.values, except);
  return (
    <>
      <TextField words={words} state={state} name="name" width={20} spellcheck={false} autocomplete="off" />
      <Submit go="again" kind="secondary">
        {words.staff.findDoctor}
      </Submit>
      {nobody && state.errors.name === undefined ? <Text>{nobody}</Text> : null}
      {offered.length > 0 ? (
        <Choice
          words={words}
          state={state}
          name="doctorId"
          options={offered.map(({ id, firstName, lastName }) => ({ value: id, text: `${firstName} ${lastName}` }))}
        />
      ) : null}
      <div class="govuk-button-group">
        {offered.length > 0 ? <Submit>{words.common.next}</Submit> : null}
        {back ? (
          <Submit go={back} kind="secondary">
            {words.common.back}
          </Submit>
        ) : null}
      </div>
    </>
  );
};
