import { parseAccountId } from '@health-case/domain/model/values';
import type { IdSource } from '@health-case/domain/ports/platform';
import { describe, expect, it } from 'vitest';

export const idSourceContract = (name: string, open: () => IdSource): void => {
  describe(`${name} keeps the promises of an id source (D-10)`, () => {
    const everyKind = (ids: IdSource): string[] => [
      ids.account(),
      ids.child(),
      ids.case(),
      ids.task(),
      ids.certification(),
      ids.caseEvent(),
      ids.auditRecord(),
    ];

    it('gives out UUIDv7 in lower case, of every kind', () => {
      for (const id of everyKind(open())) expect(parseAccountId(id).ok).toBe(true);
    });

    it('gives out no identifier twice, each sorting after all before it, whatever their kinds', () => {
      const ids = open();
      const given = Array.from({ length: 2000 }, () => everyKind(ids)).flat();
      expect(new Set(given).size).toBe(given.length);
      expect(given).toEqual([...given].sort());
    });
  });
};
