import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { type Case, finishCase, openCase, reopenCase } from '../../src/model/case.ts';
import type { AccountId, CaseId, ChildId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { at, title } from '../support/values.ts';

const facts = Object.freeze({
  id: 'case' as CaseId,
  childId: 'child' as ChildId,
  parentId: 'parent' as AccountId,
  doctorId: 'doctor' as AccountId,
  title: title('Asthma'),
  openedAt: at('2026-01-01T00:00:00.000Z'),
});
const then = at('2026-02-01T00:00:00.000Z');
const now = at('2026-03-01T00:00:00.000Z');

/** Frozen, so that a transition which changed its input would throw. */
const ongoing = Object.freeze<Case>({ ...facts, status: 'ongoing' });
const finished = Object.freeze<Case>({ ...facts, status: 'finished', finishedAt: then });

describe('the states of a case', () => {
  test('begin with ongoing', () => {
    expect(openCase(facts)).toStrictEqual({ ...facts, status: 'ongoing' });
  });

  test.each([
    ['finish', 'ongoing', finishCase(ongoing, now), ok({ ...facts, status: 'finished', finishedAt: now })],
    ['finish', 'finished', finishCase(finished, now), refuse('CASE_FINISHED')],
    ['reopen', 'ongoing', reopenCase(ongoing), refuse('CASE_ONGOING')],
    ['reopen', 'finished', reopenCase(finished), ok({ ...facts, status: 'ongoing' })],
  ])('%s one that is %s', (_transition, _state, outcome, expected) => {
    expect(outcome).toStrictEqual(expected);
  });
});
