import type { Colleague } from '@health-case/domain/model/account';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { ChildId } from '@health-case/domain/model/values';
import type { ShownChild } from '@health-case/domain/use-cases/children';
import type { FormState, Typed } from '../kit/form.ts';
import { idIn, type MemberVisit, needed, type Visit } from '../kit/visit.ts';
import type { Words } from '../words/words.ts';

/** What the pages about one child of a parent share. */

export const pathOf = (id: ChildId): string => `/children/${id}`;

/** Of a child, or of anybody else. */
export const nameOf = ({ firstName, lastName }: Pick<ChildEntry, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** D-32: of somebody who takes part in something. */
export const colleagueIn = ({ common }: Words, colleague: Colleague): string =>
  colleague.isAvailable ? nameOf(colleague) : `${nameOf(colleague)} (${common.unavailable})`;

/** The child that the address names. */
export const childIdOf = (visit: Visit): ChildId => idIn<ChildId>(visit, 'CHILD_NOT_FOUND');

export const shownChild = async (visit: MemberVisit): Promise<ShownChild> =>
  needed(await visit.app.showChild({ ...visit.call, childId: childIdOf(visit) }));

/** Goes along with a form, so that the child is read, and the reading recorded, once. */
export const CARRIED_NAME = ['childName'] as const;
export const startNaming = async (visit: MemberVisit): Promise<Typed> => ({
  childName: nameOf(await shownChild(visit)),
});

/** Whom the form is about. */
export const ChildName = ({ state }: { readonly state: FormState }) => (
  <p class="govuk-body-l">{state.hidden['childName']}</p>
);
