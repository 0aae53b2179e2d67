import type { Application } from '@health-case/domain/application';
import type { ChildId } from '@health-case/domain/model/values';
import type { Access, ShownChild } from '@health-case/domain/use-cases/children';
import { z } from 'zod';
import {
  childNames,
  childNamesJson,
  children,
  done,
  isoOf,
  list,
  one,
  people,
  personInRole,
  personInRoleJson,
} from './answers.ts';
import * as field from './fields.ts';
import { paging, reader } from './requests.ts';
import { type Route, route, session } from './route.ts';

// The calls of parents about their children, of both variants.

/** A child is not found by an account that is not its parent (D-23). */
const childInPath = { ChildID: [field.childId, 'CHILD_NOT_FOUND'] } as const;
const parentInPath = { ...childInPath, ParID: [field.parentId, 'PARENT_NOT_FOUND'] } as const;

const ownChildList = reader(paging(field.childId), {}, (paging) => ({ paging }));
const oneChild = reader({}, childInPath, (_, { ChildID }) => ({ childId: ChildID }));
const correction = reader(
  {
    firstName: field.firstName.optional(),
    lastName: field.lastName.optional(),
    birthDate: field.birthDate.optional(),
    socSecNum: field.socSecNum.optional(),
    clear: field.clear.optional(),
  },
  childInPath,
  (given, { ChildID }) => ({ childId: ChildID, ...given }),
);
const accessList = reader(paging(field.accessId), childInPath, (paging, { ChildID }) => ({ childId: ChildID, paging }));
const invitation = reader({ email: field.email }, childInPath, ({ email }, { ChildID }) => ({
  childId: ChildID,
  email,
}));
const codeOfInvitation = reader({ code: field.code });
const oneParent = reader({}, parentInPath, (_, { ChildID, ParID }) => ({ childId: ChildID, parentId: ParID }));

/** D-30. */
const childShown = one(
  childNames.extend({ socSecNum: field.maskedSocSecNum.nullable() }).meta({ id: 'OwnChild' }),
  (child: ShownChild) => ({ ...childNamesJson(child), socSecNum: child.maskedNumber ?? null }),
);
const childCorrected = one(
  z.object({
    withdrawn: z
      .int()
      .min(0)
      .meta({
        description: 'How many certificates named what was corrected. They are revoked.',
        examples: [1],
      }),
  }),
  ({ withdrawn }: { readonly withdrawn: number }) => ({ withdrawn }),
);

/** D-17. */
const childJoined = one(z.object({ ChildID: field.childId.in }), ({ childId }: { readonly childId: ChildId }) => ({
  ChildID: childId,
}));

/** D-34. */
const accesses = list(
  z
    .object({
      id: field.accessId.in,
      at: field.instant,
      action: z.string().meta({ description: 'What was done.', examples: ['case shown'] }),
      by: personInRole.nullable().meta({ description: 'null: the operator, or an account that was erased.' }),
    })
    .meta({ id: 'Access' }),
  ({ id, at, action, byWhom }: Access) => {
    return { id, at: isoOf(at), action, by: byWhom && personInRoleJson(byWhom) };
  },
);

const CHILD = '/api/Parent/children/:ChildID';

// biome-ignore format: a table is read by its columns
export const childRoutes = (app: Application): readonly Route[] => [
  route('GET',    '/api/Parent/children',    session, ownChildList,     app.listOwnChildren, children),
  route('GET',    CHILD,                     session, oneChild,         app.showChild,       childShown),
  route('POST',   CHILD,                     session, correction,       app.correctChild,    childCorrected),
  route('GET',    `${CHILD}/access`,         session, accessList,       app.listAccess,      accesses),
  route('GET',    `${CHILD}/parents`,        session, oneChild,         app.listParents,     people),
  route('POST',   `${CHILD}/parents`,        session, invitation,       app.inviteParent,    done),
  route('DELETE', `${CHILD}/parents/:ParID`, session, oneParent,        app.removeParent,    done),
  route('POST',   '/api/Parent/join',        session, codeOfInvitation, app.joinChild,       childJoined),
];
