import type { Invitation, InvitationDigest } from '@health-case/domain/model/account';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, keep, keepAccount } from './samples.ts';

export const invitationsContract = (opened: () => Storage): void => {
  describe('invitations (D-15)', () => {
    const invitation = (digest: string, issuedAt = 1): Invitation => ({
      digest: digest as InvitationDigest,
      role: 'Doc',
      issuedAt: at(issuedAt),
      expiresAt: at(100),
      usedBy: undefined,
    });

    it('gives back an invitation as it was, unused and used', async () => {
      const storage = opened();
      const kept = invitation('one');
      const { id } = await keepAccount(storage, 'Doc');
      expect(await storage.read.invitations.find(kept.digest)).toBeUndefined();
      await keep(storage, ({ invitations }) => invitations.insert(kept));
      expect(await storage.read.invitations.find(kept.digest)).toEqual(kept);
      await keep(storage, ({ invitations }) => invitations.save({ ...kept, usedBy: id }));
      expect(await storage.read.invitations.find(kept.digest)).toEqual({ ...kept, usedBy: id });
    });

    it('lists those of one instant in the order of the bytes of their digests', async () => {
      const storage = opened();
      const digests = ['Zb', '_x', 'a-', 'aB', '-y', 'ab', '0_', 'A0'];
      await keep(storage, async ({ invitations }) => {
        for (const digest of digests) await invitations.insert(invitation(digest));
      });
      const listed = await storage.read.invitations.issuedFrom(at(0), 10);
      expect(listed.map(({ digest }) => digest)).toEqual(['-y', '0_', 'A0', 'Zb', '_x', 'a-', 'aB', 'ab']);
    });

    it('lists them from an instant on, oldest first, at most so many', async () => {
      const storage = opened();
      const [early, late, middle] = [invitation('early', 1), invitation('late', 9), invitation('middle', 5)];
      await keep(storage, async ({ invitations }) => {
        for (const kept of [early, late, middle]) await invitations.insert(kept);
      });
      const { issuedFrom } = storage.read.invitations;
      expect(await issuedFrom(at(0), 10)).toEqual([early, middle, late]);
      expect(await issuedFrom(at(5), 10)).toEqual([middle, late]);
      expect(await issuedFrom(at(0), 2)).toEqual([early, middle]);
    });
  });
};
