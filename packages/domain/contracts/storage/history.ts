import type { CaseEvent } from '@health-case/domain/model/case';
import type { AccountId, CaseEventId, CaseId, Reason } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, earlierId, keep, keepCase, nextId } from './samples.ts';

export const historyContract = (opened: () => Storage): void => {
  describe('the history of cases', () => {
    it('gives back the events of one case as they were, in the order of writing, whatever their ids and moments', async () => {
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
      const later = event(one.case.id, one.parent.id, { at: at(50) });
      const last = event(one.case.id, one.parent.id, { at: at(60) });
      const reopened = { action: 'case reopened', reason: 'It came back.' as Reason } as const;
      const own = [later, { ...event(one.case.id, one.doctor.id, reopened), id: earlierId<CaseEventId>() }, last];
      await keep(storage, async ({ history }) => {
        for (const added of [...own, event(other.case.id, other.parent.id)]) await history.append(added);
      });
      const { ofCase } = storage.read.history;
      expect(await ofCase(one.case.id, { after: undefined, size: 10 })).toEqual(own);
      expect(await ofCase(one.case.id, { after: undefined, size: 1 })).toEqual(own.slice(0, 1));
      expect(await ofCase(one.case.id, { after: own[0]?.id, size: 10 })).toEqual(own.slice(1));
      expect(await ofCase(one.case.id, { after: own[1]?.id, size: 1 })).toEqual(own.slice(2));
      expect(await ofCase(one.case.id, { after: last.id, size: 10 })).toEqual([]);
      expect(await ofCase(other.case.id, { after: later.id, size: 10 })).toEqual([]);
    });
  });
};
