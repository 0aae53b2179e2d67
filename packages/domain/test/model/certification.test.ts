import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { type Certification, type ClosedTask, certify, isLive, issue, reject, revoke } from '../../src/model/case.ts';
import type { AccountId, CaseId, CertificationId, TaskId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { at, reason, title } from '../support/values.ts';

const facts = {
  id: 'certification' as CertificationId,
  taskId: 'task' as TaskId,
  caseId: 'case' as CaseId,
  requestedBy: 'parent' as AccountId,
  requestedAt: at('2026-01-01T00:00:00.000Z'),
};
const then = at('2026-02-01T00:00:00.000Z');
const now = at('2026-03-01T00:00:00.000Z');
const why = reason('Issued by mistake');

/** Frozen, so that a transition which changed its input would throw. */
const one = {
  requested: Object.freeze<Certification>({ ...facts, status: 'requested' }),
  issued: Object.freeze<Certification>({ ...facts, status: 'issued', decidedAt: then }),
  rejected: Object.freeze<Certification>({ ...facts, status: 'rejected', decidedAt: then, reason: reason('No') }),
  revoked: Object.freeze<Certification>({ ...facts, status: 'revoked', decidedAt: then, reason: reason('No') }),
};
const decided = refuse('CERTIFICATION_DECIDED');
const notIssued = refuse('CERTIFICATION_NOT_ISSUED');

describe('the states of a certification (D-22)', () => {
  test('begin with requested, for the closed task it is about', () => {
    const task: ClosedTask = {
      id: facts.taskId,
      caseId: facts.caseId,
      title: title('Measure'),
      status: 'closed',
      closedAt: then,
    };
    const certified = certify(task, facts.id, facts.requestedBy, facts.requestedAt);
    expect(certified).toStrictEqual({ ...facts, status: 'requested' });
  });

  test.each([
    ['issue', 'requested', issue(one.requested, now), ok({ ...facts, status: 'issued', decidedAt: now })],
    ['issue', 'issued', issue(one.issued, now), decided],
    ['issue', 'rejected', issue(one.rejected, now), decided],
    ['issue', 'revoked', issue(one.revoked, now), decided],
    [
      'reject',
      'requested',
      reject(one.requested, now, why),
      ok({ ...facts, status: 'rejected', decidedAt: now, reason: why }),
    ],
    ['reject', 'issued', reject(one.issued, now, why), decided],
    ['reject', 'rejected', reject(one.rejected, now, why), decided],
    ['reject', 'revoked', reject(one.revoked, now, why), decided],
    ['revoke', 'requested', revoke(one.requested, now, why), notIssued],
    [
      'revoke',
      'issued',
      revoke(one.issued, now, why),
      ok({ ...facts, status: 'revoked', decidedAt: now, reason: why }),
    ],
    ['revoke', 'rejected', revoke(one.rejected, now, why), notIssued],
    ['revoke', 'revoked', revoke(one.revoked, now, why), notIssued],
  ])('%s one that is %s', (_transition, _state, outcome, expected) => {
    expect(outcome).toStrictEqual(expected);
  });

  test.each([
    ['requested', true],
    ['issued', true],
    ['rejected', false],
    ['revoked', false],
  ] as const)('count one that is %s as live: %s', (state, live) => {
    expect(isLive(one[state])).toBe(live);
  });
});
