import { parseNameSearch } from '@health-case/domain/model/names';
import type { PageLimit } from '@health-case/domain/model/pages';
import { type AccountId, type ChildId, parseId } from '@health-case/domain/model/values';
import type { DoctorFound } from '@health-case/domain/use-cases/practice';
import { Choice, Submit, TextField } from './elements.tsx';
import type { FormState, Typed } from './form.ts';
import { Text } from './show.tsx';
import { firstPage, type MemberVisit, needed } from './visit.ts';

/** More than that nobody chooses from: another letter of the name finds fewer. */
const MOST = 20 as PageLimit;
const ONE = 1 as PageLimit;

const doctorsFound = async ({ app, call }: MemberVisit, typed: FormState['values']) => {
  const name = parseNameSearch(typed['name'] ?? '');
  if (!name.ok) return undefined;
  return firstPage(needed(await app.findDoctors({ ...call, name: name.value, paging: { limit: MOST } })));
};

/** The name of the doctor who was chosen at an earlier step. */
export const chosenDoctor = async (visit: MemberVisit, state: FormState): Promise<string> => {
  const chosen = (await doctorsFound(visit, state.values))?.find(({ id }) => id === state.values['doctorId']);
  return chosen ? `${chosen.firstName} ${chosen.lastName}` : '';
};

/** The child of the case, and a doctor who is not offered. */
type For = { readonly childId: string | undefined; readonly except?: AccountId };

/**
 * D-43: whether the doctor does not take the child, as far as a parent of the child can know. Whether it has a case with
 * another doctor is no business of its doctor.
 */
const isRefused = async ({ app, call }: MemberVisit, { id, takesNoChildren }: DoctorFound, child: string) => {
  const childId = parseId<ChildId>(child);
  if (!takesNoChildren || call.actor.role !== 'Par' || !childId.ok) return false;
  const filter = { childId: childId.value, doctorId: id };
  const cases = needed(await app.listCases({ ...call, paging: { limit: ONE }, filter }));
  return (await firstPage(cases)).length === 0;
};

/** What is found by the name, and who of them is offered. */
const doctorsOffered = async (visit: MemberVisit, typed: FormState['values'], { childId = '', except }: For) => {
  const found = await doctorsFound(visit, typed);
  const others = found?.filter(({ id }) => id !== except) ?? [];
  const offered = await Promise.all(
    others.map(async (doctor) => ({ ...doctor, isRefused: await isRefused(visit, doctor, childId) })),
  );
  const { nobodyFound, nobodyElseFound } = visit.words.staff;
  const nobody = found && offered.length === 0 ? (found.length === 0 ? nobodyFound : nobodyElseFound) : undefined;
  return { offered, nobody };
};

/** The doctor who was chosen is among those who are offered, also if the name was changed since. */
export const checkDoctor = async (visit: MemberVisit, typed: Typed, whom: For): Promise<FormState['errors']> => {
  const { fields, refusals } = visit.words;
  const { offered, nobody } = await doctorsOffered(visit, typed, whom);
  if (offered.length === 0) return { name: nobody ?? fields.name.missing };
  const chosen = offered.find(({ id }) => id === typed['doctorId']);
  if (!chosen) return { doctorId: fields.doctorId.missing };
  return chosen.isRefused ? { doctorId: refusals.DOCTOR_TAKES_NO_CHILDREN } : {};
};

type Offer = For & {
  /** The step before. */
  readonly back?: `step-${number}`;
};

/** Finds doctors by name within a form, and lets one of them be chosen. */
export const doctorChoice = async (visit: MemberVisit, state: FormState, { back, ...whom }: Offer) => {
  const { words } = visit;
  const { offered, nobody } = await doctorsOffered(visit, state.values, whom);
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
          options={offered.map(({ id, firstName, lastName, takesNoChildren, isRefused: disabled }) => ({
            value: id,
            text: `${firstName} ${lastName}`,
            disabled,
            ...(takesNoChildren && { hint: words.staff.takesNoChildren }),
          }))}
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
