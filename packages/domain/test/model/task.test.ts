import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { closeTask, type OngoingCase, openTask, type Task } from '../../src/model/case.ts';
import type { AccountId, CaseId, ChildId, TaskId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { at, title } from '../support/values.ts';

const facts = { id: 'task' as TaskId, caseId: 'case' as CaseId, title: title('Measure') };
const then = at('2026-02-01T00:00:00.000Z');
const now = at('2026-03-01T00:00:00.000Z');
const ongoing: OngoingCase = {
  id: facts.caseId,
  childId: 'child' as ChildId,
  parentId: 'parent' as AccountId,
  doctorId: 'doctor' as AccountId,
  title: title('Asthma'),
  openedAt: then,
  status: 'ongoing',
};

/** Frozen, so that a transition which changed its input would throw. */
const open = Object.freeze<Task>({ ...facts, status: 'open' });
const closed = Object.freeze<Task>({ ...facts, status: 'closed', closedAt: then });

describe('the states of a task', () => {
  test('begin with open, in the case it was added to', () => {
    expect(openTask(ongoing, facts.id, facts.title)).toStrictEqual({ ...facts, status: 'open' });
  });

  test.each([
    ['open', closeTask(open, now), ok({ ...facts, status: 'closed', closedAt: now })],
    ['closed', closeTask(closed, now), refuse('TASK_ALREADY_CLOSED')],
  ])('close one that is %s', (_state, outcome, expected) => {
    expect(outcome).toStrictEqual(expected);
  });
});
