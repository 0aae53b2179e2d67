import type { ChildId } from '@health-case/domain/model/values';
import type { Access, ShownChild } from '@health-case/domain/use-cases/children';
import { z } from 'zod';
import {
  childNames,
  childNamesJson,
  children,
  endpoints,
  isoOf,
  list,
  one,
  paging,
  people,
  personInRole,
  personInRoleJson,
  reader,
} from '../endpoint.ts';
import * as field from '../fields.ts';

/** A child is not found by an account that is not its parent (D-23). */
const childInPath = { ChildID: [field.childId, 'CHILD_NOT_FOUND', 'childId'] } as const;
const oneChild = reader({}, childInPath);

const NOT_OWN = 'There is no such child, or the account is not its parent.';
const ONLY_PARENTS = 'Only parents have children here.';
/** The refusals of a call about an own child. */
const OF_OWN_CHILD = { CHILD_NOT_FOUND: NOT_OWN, ROLE_NOT_ALLOWED: ONLY_PARENTS };
const SIX = 'The child has six.';

const { firstName, lastName, birthDate, socSecNum } = field;
const known = { firstName, lastName, birthDate, socSecNum };

export const child = endpoints('Children', {
  /** As variant A has it. */
  addChild: {
    summary: "Add a child to the parent's own account",
    description: 'The parent is whoever holds the session.',
    request: reader(known),
    /** D-17. */
    answer: one(z.object({ ChildID: field.childId.in }), (id: ChildId) => ({ ChildID: id })),
    retriable: true,
    about: { BIRTH_DATE_IN_FUTURE: 'birthDate', CHILD_KNOWN: 'socSecNum' },
    refused: {
      BIRTH_DATE_IN_FUTURE: 'The birth date lies in the future, wherever on Earth.',
      CHILD_KNOWN: 'The parent has added a child with this number before.',
      CHILD_NOT_FOUND: 'The child that this Idempotency-Key added was erased since.',
      ROLE_NOT_ALLOWED: 'Only parents add children.',
      THROTTLED: 'This parent added 60 children within an hour, or made too many calls.',
    },
  },
  listOwnChildren: {
    summary: "List the parent's own children",
    description: 'The parent is whoever holds the session.',
    request: reader(paging(field.childId), {}, (paging) => ({ paging })),
    answer: children,
    refused: { ROLE_NOT_ALLOWED: ONLY_PARENTS },
  },
  showChild: {
    summary: 'Show a child of the parent',
    description: 'Of the number, only the last two characters.',
    request: oneChild,
    /** D-30. */
    answer: one(
      childNames.extend({ socSecNum: field.maskedSocSecNum.nullable() }).meta({ id: 'OwnChild' }),
      (child: ShownChild) => ({ ...childNamesJson(child), socSecNum: child.maskedNumber ?? null }),
    ),
    refused: OF_OWN_CHILD,
  },
  correctChild: {
    summary: 'Correct what is known of a child',
    description:
      'Replaces what is given, and forgets what `clear` names. Certificates that name what was wrong are revoked; a new one is made once the doctor who issued it has confirmed the corrected names and birth date.',
    request: reader(z.object({ ...known, clear: field.clear }).partial().shape, childInPath),
    answer: one(
      z.object({
        withdrawn: z
          .int()
          .min(0)
          .meta({ description: 'How many certificates named what was corrected. They are revoked.', examples: [1] }),
      }),
      ({ withdrawn }: { readonly withdrawn: number }) => ({ withdrawn }),
    ),
    examples: { child: { birthDate: '2019-02-27' } },
    refused: {
      ...OF_OWN_CHILD,
      BIRTH_DATE_IN_FUTURE: 'The birth date lies in the future, wherever on Earth.',
      CHILD_KNOWN: 'The parent has another child with this number.',
      THROTTLED: 'This parent corrected children 60 times within an hour, or made too many calls.',
    },
  },
  listAccess: {
    summary: 'List who has looked at a child, or changed something',
    description:
      'What the audit trail holds about the child, newest first. A page of a list of cases or tasks counts for each child in it, and so does a search by name; a list of names alone does not.',
    request: reader(paging(field.accessId), childInPath, (paging, { childId }) => ({ childId, paging })),
    /** D-34. */
    answer: list(
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
    ),
    refused: OF_OWN_CHILD,
  },
  listParents: {
    summary: 'List the parents of a child',
    description: 'First the one who added it, the others in the order in which they joined.',
    request: oneChild,
    answer: people,
    refused: OF_OWN_CHILD,
  },
  inviteParent: {
    summary: 'Invite another parent of a child',
    description:
      'The address gets a mail, with a code that is valid for 7 days, or with why its account cannot join. The reply does not tell which.',
    request: reader({ email: field.email }, childInPath),
    examples: { parent: { email: 'eva@example.org' } },
    retriable: true,
    refused: {
      ...OF_OWN_CHILD,
      EMAIL_OWN: 'The address is that of the caller.',
      THROTTLED:
        'The account sent too many invitations, or the address got too many, or the account made too many calls.',
      TOO_MANY_PARENTS: SIX,
    },
  },
  joinChild: {
    summary: 'Become a parent of a child, by the code',
    description:
      'For the parent whose address got the code. If the parent has added the same child, by its number, the two become one.',
    request: reader({ code: field.code }),
    /** D-17. */
    answer: one(z.object({ ChildID: field.childId.in }), ({ childId }: { readonly childId: ChildId }) => ({
      ChildID: childId,
    })),
    retriable: true,
    refused: {
      CHILD_NOT_FOUND: 'The child was erased meanwhile.',
      CODE_INVALID: 'The code is wrong, or was used, is older than 7 days, or went to another address.',
      ROLE_NOT_ALLOWED: ONLY_PARENTS,
      THROTTLED: 'Too many codes were wrong, or the account made too many calls.',
      TOO_MANY_PARENTS: SIX,
    },
  },
  removeParent: {
    summary: 'Leave a child, or remove another parent',
    description:
      'Everybody may leave but the last one. Who has added the child may remove the others. Invitations that the parent got or sent end.',
    request: reader({}, { ...childInPath, ParID: [field.parentId, 'PARENT_NOT_FOUND', 'parentId'] }),
    retriable: true,
    refused: {
      CHILD_NOT_FOUND: NOT_OWN,
      LAST_PARENT: 'The child would have no parent.',
      PARENT_NOT_FOUND: 'The path names no parent of the child.',
      ROLE_NOT_ALLOWED: 'Only the parent who has added the child removes others.',
    },
  },
});

/** D-11: variant B knows neither birth date nor social security number. */
export const addNamedChild = { ...child.addChild, request: reader({ firstName, lastName }) };
