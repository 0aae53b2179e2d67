import type { Account } from '@health-case/domain/model/account';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { keep, keepAccount } from './samples.ts';

export const assistantsContract = (opened: () => Storage): void => {
  describe('assistants', () => {
    const whole = { after: undefined, size: 100 };

    it('links an assistant to a doctor, once however often it is told to, and unlinks', async () => {
      const storage = opened();
      const [doctor, colleague] = [await keepAccount(storage, 'Doc'), await keepAccount(storage, 'Doc')];
      const assistant = await keepAccount(storage, 'Ast');
      const { assists, ofDoctor } = storage.read.assistants;
      expect(await assists(assistant.id, doctor.id)).toBe(false);
      await keep(storage, async ({ assistants }) => {
        await assistants.link(doctor.id, assistant.id);
        await assistants.link(doctor.id, assistant.id);
      });
      expect(await assists(assistant.id, doctor.id)).toBe(true);
      expect(await assists(assistant.id, colleague.id)).toBe(false);
      expect(await ofDoctor(doctor.id, whole)).toHaveLength(1);
      await keep(storage, async ({ assistants }) => {
        await assistants.unlink(doctor.id, assistant.id);
        await assistants.unlink(doctor.id, assistant.id);
      });
      expect(await storage.read.assistants.assists(assistant.id, doctor.id)).toBe(false);
      expect(await storage.read.assistants.ofDoctor(doctor.id, whole)).toEqual([]);
    });

    it("lists a doctor's assistants in the order of their ids, not of their linking, a page at a time", async () => {
      const storage = opened();
      const doctor = await keepAccount(storage, 'Doc');
      const people: Account[] = [];
      for (let count = 0; count < 3; count += 1) people.push(await keepAccount(storage, 'Ast'));
      await keep(storage, async ({ assistants }) => {
        for (const { id } of people.toReversed()) await assistants.link(doctor.id, id);
      });
      const entries = people.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
      const list = storage.read.assistants.ofDoctor;
      expect(await list(doctor.id, whole)).toEqual(entries);
      expect(await list(doctor.id, { after: entries[0]?.id, size: 1 })).toEqual([entries[1]]);
      expect(await list(doctor.id, { after: entries[2]?.id, size: 1 })).toEqual([]);
    });
  });
};
