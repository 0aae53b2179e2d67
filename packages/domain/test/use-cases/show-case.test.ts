import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import type { CaseId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openClinicWithCase, type Who } from '../support/clinic.ts';
import { type Code, codeOf, entriesOf, must } from '../support/outcomes.ts';
import { title, unknownId } from '../support/values.ts';

describe('showing a case', () => {
  test('shows it as it is', async () => {
    const { app, caseId, childId, clock, doctor, finish, parent } = await openClinicWithCase();
    const openedAt = clock.now();
    const ids = { id: caseId, childId, parentId: parent.id, doctorId: doctor.id };
    const facts = { ...ids, title: 'Asthma', openedAt };
    expect(must(await app.showCase({ actor: parent, caseId })).case).toStrictEqual({ ...facts, status: 'ongoing' });
    clock.advance(1);
    await finish(caseId);
    const finished = must(await app.showCase({ actor: parent, caseId })).case;
    expect(finished).toStrictEqual({ ...facts, status: 'finished', finishedAt: clock.now() });
  });

  test('shows its tasks, open and closed, in the order in which they were added', async () => {
    const { app, caseId, childId, clock, closedTaskIn, caseOf, doctor, taskIn } = await openClinicWithCase();
    const open = await taskIn(caseId);
    const closed = await closedTaskIn(caseId);
    await taskIn(await caseOf(childId, doctor));
    const { tasks } = must(await app.showCase({ actor: doctor, caseId }));
    const facts = { caseId, title: 'Measure lung function' };
    expect(await entriesOf(tasks)).toStrictEqual([
      { ...facts, id: open, status: 'open' },
      { ...facts, id: closed, status: 'closed', closedAt: clock.now() },
    ]);
  });

  test('shows every one of very many tasks', async () => {
    const { app, caseId, doctor, ids, logIn, storage } = await openClinicWithCase();
    const wanted = Array.from({ length: 1001 }, () => ids.task());
    await storage.write(async ({ tasks }) => {
      for (const id of wanted) await tasks.insert({ id, caseId, title: title('Measure'), status: 'open' });
      return ok(undefined);
    });
    const { tasks } = must(await app.showCase({ ...(await logIn(doctor)), caseId }));
    expect((await entriesOf(tasks)).map(({ id }) => id)).toEqual(wanted);
  });
});

describe('who may see a case (D-23)', () => {
  test.each<[Who, Code]>([
    ['doctor', 'OK'],
    ['assistant', 'OK'],
    ['parent', 'OK'],
    ['otherDoctor', 'CASE_NOT_FOUND'],
    ['otherAssistant', 'CASE_NOT_FOUND'],
    ['otherParent', 'CASE_NOT_FOUND'],
  ])('the %s: %s', async (who, code) => {
    const { app, caseId, [who]: actor } = await openClinicWithCase();
    expect(codeOf(await app.showCase({ actor, caseId }))).toBe(code);
  });

  test('nobody, of a case that is not there', async () => {
    const { app, doctor } = await openClinicWithCase();
    const outcome = await app.showCase({ actor: doctor, caseId: unknownId<CaseId>() });
    expect(outcome).toEqual(refuse('CASE_NOT_FOUND'));
  });
});
