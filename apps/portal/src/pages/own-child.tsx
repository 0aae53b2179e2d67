import type { Colleague } from '@health-case/domain/model/account';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { PageLimit } from '@health-case/domain/model/pages';
import type { ChildId } from '@health-case/domain/model/values';
import type { ShownChild } from '@health-case/domain/use-cases/children';
import type { PendingInvitation } from '@health-case/domain/use-cases/parents';
import { addedOn, nameOf, type Trait, toldApart } from '../kit/elements.tsx';
import { type FormState, firstPage, idIn, type MemberVisit, needed, type Typed, type Visit } from '../kit/form.ts';
import { useForm } from '../kit/rendering.ts';
import type { Fact } from '../kit/show.tsx';
import type { Words } from '../words/words.ts';

/** What the pages about one child of a parent share. */

export const pathOf = (id: ChildId): `/${string}` => `/children/${id}`;

/** D-32: of somebody who takes part in something. */
export const colleagueIn = ({ common }: Words, colleague: Colleague, name = nameOf(colleague)): string =>
  colleague.isAvailable ? name : `${name} (${common.unavailable})`;

export const childIdOf = (visit: Visit): ChildId => idIn<ChildId>(visit, 'CHILD_NOT_FOUND');

export const shownChild = async (visit: MemberVisit): Promise<ShownChild> =>
  needed(await visit.app.showChild({ ...visit.call, childId: childIdOf(visit) }));

type Invitation = Omit<PendingInvitation, 'email'> & { readonly email: string };

/** Who is invited to be a parent, and the form that withdraws it. */
export const invitationFact = ({ words, formats }: Visit, { email, ...mail }: Invitation, form: FormState): Fact => {
  const { givenUp, sending, until, withdraw, withdrawWhat } = words.children.invitations;
  return {
    name: email,
    value: mail.isGivenUp ? givenUp : mail.expiresAt === undefined ? sending : until(formats.moment(mail.expiresAt)),
    change: { form, text: withdraw, what: withdrawWhat(email) },
  };
};

/** Goes along with a form, so that the child is read, and the reading recorded, once. */
export const CARRIED_NAME = ['childName'] as const;
export const startNaming = async (visit: MemberVisit): Promise<Typed> => ({
  childName: await namedAmongOwn(visit, await shownChild(visit)),
});

/** Own children, those of one name with what tells them apart: to show that is to look at the child (D-34). */
export const ownChildrenApart = (visit: MemberVisit, children: readonly ChildEntry[]) => {
  const { app, call, words, formats } = visit;
  const born: Trait<ChildEntry> = async ({ id }) => {
    const { birthDate } = needed(await app.showChild({ ...call, childId: id }));
    return birthDate && formats.day(birthDate);
  };
  return toldApart(children, born, addedOn(words, formats));
};

/** As many as can be told apart at once. */
const MOST = 1000 as PageLimit;

/** Of one name. Each is looked at, which is recorded. */
const MOST_ALIKE = 25;

/** A child as the list of one's own names it. */
export const namedAmongOwn = async (visit: MemberVisit, child: ChildEntry): Promise<string> => {
  const { app, call } = visit;
  const own = await firstPage(needed(await app.listOwnChildren({ ...call, paging: { limit: MOST } })));
  const alike = own.filter((other) => nameOf(other).toLowerCase() === nameOf(child).toLowerCase());
  return (await ownChildrenApart(visit, [child, ...alike.slice(0, MOST_ALIKE)]))(child);
};

export const ChildName = () => <p class="govuk-body-l">{useForm().hidden['childName']}</p>;
