import { describe, expect, test } from 'vitest';
import type { Paging } from '../../src/model/request-options.ts';
import type { CaseId } from '../../src/model/values.ts';
import { openClinic, type Who } from '../support/clinic.ts';
import { listed } from '../support/outcomes.ts';
import { limit } from '../support/values.ts';

/** Carla is treated by both doctors, Otto by the other doctor. */
const openPractices = async () => {
  const clinic = await openClinic();
  const carla = await clinic.childOf(clinic.parent, 'Carla');
  const otto = await clinic.childOf(clinic.otherParent, 'Otto');
  const first = await clinic.caseOf(carla, clinic.doctor);
  const second = await clinic.caseOf(otto, clinic.otherDoctor);
  const third = await clinic.caseOf(carla, clinic.otherDoctor);
  const casesFor = async (who: Who, paging: Paging<CaseId> = {}) =>
    (await listed(clinic.app.listCases({ actor: clinic[who], paging }))).map(({ id }) => id);
  return { ...clinic, first, second, third, casesFor };
};

describe('listing cases (D-23)', () => {
  test('shows a doctor the assigned ones', async () => {
    const { casesFor, first, second, third } = await openPractices();
    expect(await casesFor('doctor')).toEqual([first]);
    expect(await casesFor('otherDoctor')).toEqual([second, third]);
  });

  test('shows an assistant those of the doctors whom the assistant assists', async () => {
    const { casesFor, first, second, third } = await openPractices();
    expect(await casesFor('assistant')).toEqual([first]);
    expect(await casesFor('otherAssistant')).toEqual([second, third]);
  });

  test('shows an assistant of two doctors the cases of both in one order (D-12)', async () => {
    const { app, assistant, casesFor, first, otherDoctor, second, third } = await openPractices();
    await app.linkAssistant({ actor: otherDoctor, doctorId: otherDoctor.id, email: assistant.email });
    expect(await casesFor('assistant')).toEqual([first, second, third]);
  });

  test('shows a parent those of the own children', async () => {
    const { casesFor, first, second, third } = await openPractices();
    expect(await casesFor('parent')).toEqual([first, third]);
    expect(await casesFor('otherParent')).toEqual([second]);
  });

  test('shows nothing to those who have no part in any', async () => {
    const { app, register } = await openPractices();
    for (const role of ['Doc', 'Ast', 'Par'] as const) {
      const actor = await register(role, `New${role}`);
      expect(await listed(app.listCases({ actor, paging: {} }))).toEqual([]);
    }
  });

  test('shows ongoing and finished ones as they are', async () => {
    const { app, clock, doctor, finish, first, storage } = await openPractices();
    await finish(first);
    const cases = await listed(app.listCases({ actor: doctor, paging: {} }));
    expect(cases).toMatchObject([{ id: first, status: 'finished', finishedAt: clock.now() }]);
    expect(cases).toEqual([await storage.read.cases.find(first)]);
  });

  test.each<Who>(['otherDoctor', 'otherAssistant'])(
    'shows the %s as many as are wanted, after one (D-12)',
    async (who) => {
      const { casesFor, second, third } = await openPractices();
      expect(await casesFor(who, { limit: limit(1) })).toEqual([second]);
      expect(await casesFor(who, { after: second })).toEqual([third]);
    },
  );

  test('shows a parent as many as are wanted, after one (D-12)', async () => {
    const { casesFor, first, third } = await openPractices();
    expect(await casesFor('parent', { limit: limit(1) })).toEqual([first]);
    expect(await casesFor('parent', { after: first })).toEqual([third]);
  });
});
