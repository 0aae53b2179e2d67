import type { ChildId } from '@health-case/domain/model/values';
import { z } from 'zod';
import { done, one, people } from '../answers.ts';
import { endpoints } from '../endpoint.ts';
import * as field from '../fields.ts';
import { reader } from '../reader.ts';
import { childInPath, NOT_OWN, OF_OWN_CHILD, ONLY_PARENTS, oneChild } from './child.ts';

const SIX = 'The child has six.';

export const parents = endpoints('Children', {
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
    request: reader({ email: field.email }, childInPath, ({ email }, { ChildID }) => ({ childId: ChildID, email })),
    answer: done,
    examples: { parent: { email: 'eva@example.org' } },
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
    request: reader({}, { ...childInPath, ParID: [field.parentId, 'PARENT_NOT_FOUND'] }, (_, { ChildID, ParID }) => ({
      childId: ChildID,
      parentId: ParID,
    })),
    answer: done,
    retriable: true,
    refused: {
      CHILD_NOT_FOUND: NOT_OWN,
      LAST_PARENT: 'The child would have no parent.',
      PARENT_NOT_FOUND: 'The path names no parent of the child.',
      ROLE_NOT_ALLOWED: 'Only the parent who has added the child removes others.',
    },
  },
});
