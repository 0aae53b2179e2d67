import type { CaseEvent } from '@health-case/domain/model/case-event';
import type { AccountId, CaseEventId, CaseId } from '@health-case/domain/model/ids';
import type { Reason } from '@health-case/domain/model/text';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, keep, keepCase, nextId } from './samples.ts';

export const historyContract = (opened: () => Storage): void => {
  describe('the history of cases', () => {
    it('gives back the events of one case as they were, oldest first, a page at a time', async () => {
      const storage = opened();
      const [one, other] = [await keepCase(storage), await keepCase(storage)];
      const event = (caseId: CaseId, by: AccountId, facts: Partial<CaseEvent> = {}): CaseEvent => ({
        id: nextId<CaseEventId>(),
        caseId,
        at: at(40),
        by,
        action: 'case opened',
        reason: undefined,
        ...facts,
      });
      const own = [
        event(one.case.id, one.parent.id),
        event(one.case.id, one.doctor.id, { action: 'case reopened', reason: 'It came back.' as Reason }),
      ];
      await keep(storage, async ({ history }) => {
        for (const added of [...own, event(other.case.id, other.parent.id)]) await history.append(added);
      });
      const { ofCase } = storage.read.history;
      expect(await ofCase(one.case.id, { after: undefined, size: 10 })).toEqual(own);
      expect(await ofCase(one.case.id, { after: undefined, size: 1 })).toEqual(own.slice(0, 1));
      expect(await ofCase(one.case.id, { after: own[0]?.id, size: 10 })).toEqual(own.slice(1));
      expect(await ofCase(one.case.id, { after: own[1]?.id, size: 10 })).toEqual([]);
    });
  });
};
