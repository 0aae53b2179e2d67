import {
  type ClosedTask,
  certify,
  issue,
  type RequestedCertification,
  reject,
  revoke,
} from '@health-case/domain/model/case';
import type { CertificationId, Reason, TaskId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, certificationId, earlierId, keep, keepCase, nextId, taskOf } from './samples.ts';

const REASON = 'no longer fit' as Reason;

export const certificationsContract = (opened: () => Storage): void => {
  describe('certifications (D-22)', () => {
    const keepClosedTask = async (storage: Storage) => {
      const { case: facts, doctor } = await keepCase(storage);
      const open = taskOf(facts);
      const task: ClosedTask = { ...open, status: 'closed', closedAt: at(30) };
      await keep(storage, async ({ tasks }) => {
        await tasks.insert(open);
        await tasks.save(task);
      });
      return { wanted: () => certify(task, certificationId(), doctor.id, at(50)), task };
    };
    const request = (storage: Storage, wanted: RequestedCertification) =>
      keep(storage, ({ certifications }) => certifications.insertOnce(wanted));

    it('gives back a certification as it was, in each of its states', async () => {
      const storage = opened();
      const { wanted, task } = await keepClosedTask(storage);
      expect(await storage.read.certifications.newestOf(task.id)).toBeUndefined();
      const requested = await request(storage, wanted());
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(requested);
      for (const decided of [issue(requested, at(60)), reject(requested, at(61), REASON)]) {
        if (!decided.ok) throw new Error('a requested certification can be decided');
        await keep(storage, ({ certifications }) => certifications.save(decided.value));
        expect(await storage.read.certifications.newestOf(task.id)).toEqual(decided.value);
      }
      expect(await storage.read.certifications.newestOf(nextId<TaskId>())).toBeUndefined();
    });

    it('keeps one live certification per task, and hands it to whoever asks for another', async () => {
      const storage = opened();
      const { wanted, task } = await keepClosedTask(storage);
      const handed = await Promise.all(Array.from({ length: 12 }, () => request(storage, wanted())));
      expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
      const issued = issue(handed[0] as RequestedCertification, at(60));
      if (!issued.ok) throw new Error('a requested certification can be issued');
      await keep(storage, ({ certifications }) => certifications.save(issued.value));
      expect(await request(storage, wanted())).toEqual(issued.value);
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(issued.value);
    });

    it('takes a new one after a rejection and after a revocation, and shows the one written last, whatever its id', async () => {
      const storage = opened();
      const { wanted, task } = await keepClosedTask(storage);
      const first = await request(storage, wanted());
      const rejected = reject(first, at(60), REASON);
      if (rejected.ok) await keep(storage, ({ certifications }) => certifications.save(rejected.value));
      const second = { ...wanted(), id: earlierId<CertificationId>(), requestedAt: at(40) };
      expect(await request(storage, second)).toEqual(second);
      const issued = issue(second, at(70));
      const revoked = issued.ok ? revoke(issued.value, at(80), REASON) : issued;
      if (revoked.ok) await keep(storage, ({ certifications }) => certifications.save(revoked.value));
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(revoked.ok && revoked.value);
      const third = await request(storage, { ...wanted(), id: earlierId<CertificationId>() });
      expect(await storage.read.certifications.newestOf(task.id)).toEqual(third);
    });

    it('keeps the certifications of two tasks apart', async () => {
      const storage = opened();
      const [one, other] = [await keepClosedTask(storage), await keepClosedTask(storage)];
      const requested = await request(storage, one.wanted());
      expect((await request(storage, other.wanted())).id).not.toBe(requested.id);
      expect(await storage.read.certifications.newestOf(one.task.id)).toEqual(requested);
    });

    it('lists all of a case, also those that are over', async () => {
      const storage = opened();
      const [one, other] = [await keepClosedTask(storage), await keepClosedTask(storage)];
      await request(storage, other.wanted());
      const rejected = reject(await request(storage, one.wanted()), at(60), REASON);
      if (!rejected.ok) throw new Error('a requested certification can be rejected');
      await keep(storage, ({ certifications }) => certifications.save(rejected.value));
      const second = await request(storage, one.wanted());
      const { ofCase } = storage.read.certifications;
      expect(await ofCase(one.task.caseId, { after: undefined, size: 9 })).toEqual([rejected.value, second]);
      expect(await ofCase(one.task.caseId, { after: second.id, size: 9 })).toEqual([]);
      expect(await ofCase(one.task.caseId, { after: undefined, size: 1 })).toEqual([rejected.value]);
    });
  });
};
