import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../support/two-variants.ts';
import { JOURNEY } from './journey.ts';
import { type Told, travel } from './travel.ts';

/** The same calls, first all of them through A, then all of them through B, by people of their own. */
export const replyByReplyTests = (call: Call): void => {
  describe('A and B answer the same calls alike, reply by reply (D-11)', () => {
    let byA: readonly Told[] = [];
    let byB: readonly Told[] = [];
    beforeAll(async () => {
      byA = await travel(call, 'A', JOURNEY);
      byB = await travel(call, 'B', JOURNEY);
    });

    it.each(JOURNEY.map(({ what }, index) => [index, what] as const))('%i. %s', (index) => {
      expect(byA[index]?.status).toBeGreaterThanOrEqual(200);
      expect(byB[index]).toEqual(byA[index]);
    });

    it('on a journey that meets answers, and refusals of most kinds', () => {
      const codes = new Set(byA.map(({ code }) => code ?? 'OK'));
      expect([...codes].toSorted()).toEqual([
        'CHILD_NOT_FOUND',
        'CREDENTIALS_WRONG',
        'DOCTOR_NOT_FOUND',
        'EMAIL_TAKEN',
        'FIELDS_INVALID',
        'MALFORMED_JSON',
        'METHOD_NOT_ALLOWED',
        'OK',
        'PASSWORD_COMMON',
        'PASSWORD_WRONG',
        'PATH_NOT_FOUND',
        'ROLE_NOT_ALLOWED',
        'SESSION_AMBIGUOUS',
        'SESSION_INVALID',
        'SESSION_MISSING',
      ]);
    });

    it('on a journey whose lists are not empty', () => {
      for (const name of ['dora', 'anna', 'Carla', 'Dirk', 'Emma']) {
        const lists = byA.filter(({ text }) => text.includes(`[{"firstName":`) && text.includes(`"${name}"`));
        expect(lists.length, name).toBeGreaterThan(0);
      }
    });
  });
};
