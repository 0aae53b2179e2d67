import type { Colleague } from '@health-case/domain/model/account';
import {
  type ChildEntry,
  CLEARABLE,
  type ClearedField,
  CORRECTABLE,
  type CorrectedField,
  type Correction,
  parseBirthDate,
  parseSocSecNum,
} from '@health-case/domain/model/child';
import type { PageLimit } from '@health-case/domain/model/pages';
import type { ChildId } from '@health-case/domain/model/values';
import type { ShownChild } from '@health-case/domain/use-cases/children';
import type { PendingInvitation } from '@health-case/domain/use-cases/parents';
import { addedOn, nameOf, type Trait, toldApart } from '../kit/elements.tsx';
import { day, optional, personName, text } from '../kit/fields.ts';
import { type FormState, firstPage, idIn, type MemberVisit, needed, type Typed, type Visit } from '../kit/form.ts';
import { dayOf } from '../kit/read-fields.ts';
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

export type Corrected = { readonly withdrawn: number; readonly toConfirm: number };

/** Where a correction of a child leads, with what it has done. */
export const correctedAt = (path: string, { withdrawn, toConfirm }: Corrected): string => {
  const left = toConfirm > 0 ? 'correctedToConfirm' : 'saved';
  return `${path}?done=${withdrawn > 0 ? 'correctedWithdrawn' : left}`;
};

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
/** With these facts of it in the fields. The number that is known is never shown. */
export const startWith =
  (...names: readonly Exclude<CorrectedField, 'socSecNum'>[]) =>
  async (visit: MemberVisit): Promise<Typed> => {
    const child = await shownChild(visit);
    const known = Object.fromEntries(names.map((name) => [name, child[name] ?? '']));
    return { ...known, childName: await namedAmongOwn(visit, child) };
  };
export const startNaming = startWith();

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

/** What a form asks of a child. */
export const CHILD_FIELDS = {
  firstName: personName(),
  lastName: personName(),
  birthDate: optional(day(parseBirthDate)),
  socSecNum: { ...optional(text(parseSocSecNum, { width: 20 })), isMasked: true },
} as const;
/** What can be read of what was typed. */
export const typedChild = (values: FormState['values']): Correction =>
  Object.fromEntries(
    CORRECTABLE.map((name) => {
      const read = CHILD_FIELDS[name].parse(name === 'birthDate' ? dayOf(values, name) : (values[name] ?? ''));
      return [name, read.ok ? read.value : undefined];
    }),
  );

/** Where each is corrected. */
export const PARTS = { birthDate: 'birth-date', socSecNum: 'number' } as const satisfies Record<ClearedField, string>;

/** What is known of a child beside its names, as all who see it read it. */
export const factsBeside = (
  { formats, fields }: Visit,
  { birthDate, maskedNumber }: Pick<ShownChild, 'birthDate' | 'maskedNumber'>,
  missing: string,
  changeOf?: (name: ClearedField) => Fact['change'],
): readonly Fact[] => {
  const known = { birthDate: birthDate && formats.day(birthDate), socSecNum: maskedNumber };
  return CLEARABLE.map((name) => ({
    name: fields[name].label,
    value: known[name] ?? missing,
    change: changeOf?.(name),
  }));
};
