import type { Invitation } from '../model/account.ts';
import type { InvitationStore } from '../ports/storage.ts';
import { all, type Tables } from './tables.ts';

export const memoryInvitations = ({ invitations }: Tables): InvitationStore => {
  const save = async (invitation: Invitation) => {
    invitations.set(invitation.digest, invitation);
  };
  return {
    find: async (digest) => invitations.get(digest),
    issuedFrom: async (from, size) =>
      all(invitations, ({ issuedAt }) => issuedAt >= from)
        .sort((one, other) => one.issuedAt - other.issuedAt || (one.digest < other.digest ? -1 : 1))
        .slice(0, size),
    insert: save,
    save,
  };
};
