import { describe, expect, test } from 'vitest';
import { daysAfter } from '../../src/model/calendar.ts';
import { type CaseId, type Day, parseStatement, type TaskId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import type { TaskReference } from '../../src/use-cases/certifications.ts';
import { openClinicWithCase, openClinicWithClosedTask } from '../support/clinic.ts';
import { type Code, codeOf, must, reason, unknownId } from '../support/values.ts';

type Deed = 'issue' | 'reject' | 'revoke';
type State = 'requested' | 'issued' | 'rejected' | 'revoked';
const why = reason('Seen again, and found otherwise');

const openDesk = async () => {
  const clinic = await openClinicWithClosedTask();
  const { app, doctor: actor, storage, taskId } = clinic;
  const deeds = {
    issue: () => app.issueCertification({ actor, id: taskId }),
    reject: () => app.rejectCertification({ actor, id: taskId, reason: why }),
    revoke: () => app.revokeCertification({ actor, id: taskId, reason: why }),
  };
  return { ...clinic, ...deeds, newest: () => storage.read.certifications.newestOf(taskId) };
};

test('requesting a certification makes it requested, for the closed task, by the caller, from now on; also in a finished case', async () => {
  const { app, caseId, clock, doctor, newest, parent, taskId } = await openDesk();
  must(await app.finishCase({ actor: doctor, caseId }));
  clock.advance(5000);
  const id = must(await app.requestCertification({ actor: parent, id: taskId }));
  const requested = { requestedBy: parent.id, requestedAt: clock.now(), status: 'requested' };
  expect(await newest()).toStrictEqual({ id, taskId, caseId, ...requested });
});

describe('deciding about a certification (D-22)', () => {
  const decided: Record<Deed, [from: State, refusal: Code, then: object]> = {
    issue: ['requested', 'CERTIFICATION_DECIDED', { status: 'issued' }],
    reject: ['requested', 'CERTIFICATION_DECIDED', { status: 'rejected', reason: why }],
    revoke: ['issued', 'CERTIFICATION_NOT_ISSUED', { status: 'revoked', reason: why }],
  };
  const attempts = (['issue', 'reject', 'revoke'] as const).flatMap((deed) =>
    (['requested', 'issued', 'rejected', 'revoked'] as const).map((state) => {
      const [from, refusal, then] = decided[deed];
      return { deed, state, code: state === from ? 'OK' : refusal, then };
    }),
  );
  test.each(attempts)('$deed one that is $state: $code', async ({ deed, state, code, then }) => {
    const { certification, clock, newest, [deed]: decide } = await openDesk();
    const id = await certification[state]();
    const before = await newest();
    clock.advance(5000);
    expect(codeOf(await decide())).toBe(code);
    if (code === 'OK') expect(await newest()).toMatchObject({ id, ...then, decidedAt: clock.now() });
    else expect(await newest()).toEqual(before);
  });

  test('is about the newest one, and leaves earlier ones as they were decided; there must be one', async () => {
    const { caseId, certification, issue, reject, revoke, storage } = await openDesk();
    for (const decide of [issue, reject, revoke]) expect(await decide()).toEqual(refuse('CERTIFICATION_NOT_FOUND'));
    const first = await certification.rejected();
    const second = await certification.requested();
    must(await issue());
    const all = await storage.read.certifications.ofCase(caseId, { after: undefined, size: 9 });
    expect(all.map(({ id, status }) => [id, status])).toEqual([
      [first, 'rejected'],
      [second, 'issued'],
    ]);
  });
});

describe('correcting what a certification says (D-47)', () => {
  const [words, because] = [must(parseStatement('Fit for sports')), reason('Misspelled')];
  const openIssued = async () => {
    const clinic = await openDesk();
    const { app, certification, doctor: actor, taskId } = clinic;
    const first = await certification.issued();
    const correct = (more: object = {}) =>
      app.correctCertification({ actor, id: taskId, statement: words, reason: because, ...more });
    return { ...clinic, first, correct };
  };

  test('revokes the one that is issued, with its certificates, and issues another; the history says why once', async () => {
    const { app, caseId, correct, doctor, first, newest, parent, storage, taskId } = await openIssued();
    must(await app.createCertificate({ actor: parent, id: taskId, disclosed: 'name' }));
    const { id } = must(await correct());
    expect(await newest()).toMatchObject({ id, status: 'issued', statement: words, requestedBy: doctor.id });
    expect(await storage.read.certifications.find(first)).toMatchObject({ status: 'revoked', reason: because });
    const events = await storage.read.history.ofCase(caseId, { after: undefined, size: 99 });
    expect(events.filter((event) => event.reason === because).map(({ action }) => action)).toEqual([
      'certification corrected',
    ]);
    const [certificate] = await storage.read.certificates.ofCase(caseId, { after: undefined, size: 9 });
    const list = await storage.read.statusLists.revoked(certificate?.status.list ?? 0, { after: -1, size: 9 });
    expect(list).toEqual([certificate?.status.index]);
  });

  test('changes nothing if it is refused', async () => {
    const { correct, first, newest, parent, revoke } = await openIssued();
    for (const [more, code] of [
      [{ validUntil: '2020-01-01' as Day }, 'VALIDITY_OUT_OF_RANGE'],
      [{ firstName: 'Somebody', lastName: 'Else' }, 'CHILD_CORRECTED'],
      [{ actor: parent }, 'ROLE_NOT_ALLOWED'],
    ] as const) {
      expect(codeOf(await correct(more))).toBe(code);
      expect(await newest()).toMatchObject({ id: first, status: 'issued' });
    }
    must(await revoke());
    expect(codeOf(await correct())).toBe('CERTIFICATION_NOT_ISSUED');
  });
});

describe('issuing a certification (D-26)', () => {
  const issuing = async (said: object, ahead = 0) => {
    const { app, calendar, certification, doctor: actor, newest, taskId } = await openDesk();
    calendar.moveTo(ahead);
    await certification.requested();
    return [codeOf(await app.issueCertification({ actor, id: taskId, ...said })), await newest()];
  };

  test('makes its certificates say "Health certification", for 180 days from today', async () => {
    const said = { status: 'issued', statement: 'Health certification', validUntil: '2026-12-12' };
    expect(await issuing({})).toEqual(['OK', expect.objectContaining(said)]);
  });

  test('makes them say what the practice says, unless the doctor says something else', async () => {
    const { app, certification, doctor: actor, newest, revoke, storage, taskId } = await openDesk();
    const [practices, doctors] = [must(parseStatement('Fit for school')), must(parseStatement('Fit for sports'))];
    await storage.write(async ({ practice }) => ok(await practice.save({ name: 'Practice', statement: practices })));
    for (const [statement, said] of [
      [undefined, practices],
      [doctors, doctors],
    ]) {
      await certification.requested();
      must(await app.issueCertification({ actor, id: taskId, statement }));
      expect(await newest()).toMatchObject({ statement: said });
      must(await revoke());
    }
  });

  test.each([
    ['de', 'Gesundheitsbescheinigung'],
    ['fr', 'Attestation de santé'],
    ['nl', 'Gezondheidsverklaring'],
  ] as const)('makes them say so in the language of the doctor: %s', async (language, statement) => {
    const { app, certification, doctor, newest, taskId } = await openDesk();
    await certification.requested();
    expect(codeOf(await app.issueCertification({ actor: { ...doctor, language }, id: taskId }))).toBe('OK');
    expect(await newest()).toMatchObject({ statement });
  });

  // The clock of the tests stands at noon in UTC.
  test.each([
    [-12, '2026-06-14', '2026-06-15', '2026-12-12', '2027-06-15'],
    [-13, '2026-06-13', '2026-06-14', '2026-12-11', '2027-06-14'],
    [12, '2026-06-15', '2026-06-16', '2026-12-13', '2027-06-16'],
  ])(
    'takes the days of the place of the service, %d hours ahead of UTC',
    async (ahead, yesterday, today, usual, last) => {
      expect(await issuing({}, ahead)).toEqual(['OK', expect.objectContaining({ validUntil: usual })]);
      for (const validUntil of [today, last]) expect((await issuing({ validUntil }, ahead))[0]).toBe('OK');
      const tooLate = daysAfter(last as Day, 1);
      for (const validUntil of [yesterday, tooLate])
        expect((await issuing({ validUntil }, ahead))[0]).toBe('VALIDITY_OUT_OF_RANGE');
    },
  );
});

/** Every call that names a task in this way, made by the doctor. */
const openCalls = async () => {
  const clinic = await openClinicWithCase();
  const { app, doctor: actor, closedTaskIn, caseId } = clinic;
  const { requestCertification, checkCertification, issueCertification, rejectCertification, revokeCertification } =
    app;
  const changes = [requestCertification, issueCertification, rejectCertification, revokeCertification];
  const expectAll = async (code: Parameters<typeof refuse>[0], ...references: readonly TaskReference[]) => {
    for (const reference of references) {
      for (const call of [...changes, checkCertification]) {
        expect(await call({ actor, reason: why, ...reference })).toEqual(refuse(code));
      }
    }
  };
  /** The task whose certification is requested, and then shown. */
  const meant = async (reference: TaskReference): Promise<TaskId> => {
    const id = must(await requestCertification({ actor, ...reference }));
    const shown = must(await checkCertification({ actor, ...reference }));
    expect(shown.id).toBe(id);
    return shown.taskId;
  };
  return { ...clinic, expectAll, meant, closedTask: () => closedTaskIn(caseId) };
};

describe('the task that is meant (D-21)', () => {
  test('is the one named, by itself, by its case and itself, or twice', async () => {
    const { app, caseId, closedTask, doctor: actor, meant } = await openCalls();
    const [first, last] = [await closedTask(), await closedTask()];
    for (const reference of [{ id: first }, { id: caseId, taskId: first }, { id: first, taskId: first }]) {
      expect(await meant(reference)).toBe(first);
    }
    expect(await app.checkCertification({ actor, id: last })).toEqual(refuse('CERTIFICATION_NOT_FOUND'));
  });

  test('is the one of the case closed last where the case alone is named, not the one added last', async () => {
    const { app, caseId, caseOf, childId, clock, closedTask, closedTaskIn, doctor, meant, taskIn } = await openCalls();
    const addedFirst = await taskIn(caseId);
    const addedLast = await closedTask();
    await closedTaskIn(await caseOf(childId, doctor));
    expect(await meant({ id: caseId })).toBe(addedLast);
    clock.advance(1);
    must(await app.closeTask({ actor: doctor, taskId: addedFirst }));
    expect(await meant({ id: caseId })).toBe(addedFirst);
  });

  test('must be closed', async () => {
    const { caseId, closedTask, expectAll, taskIn } = await openCalls();
    await expectAll('TASK_NOT_CLOSED', { id: caseId });
    const open = await taskIn(caseId);
    await expectAll('TASK_NOT_CLOSED', { id: caseId });
    await closedTask();
    await expectAll('TASK_NOT_CLOSED', { id: open }, { id: caseId, taskId: open }, { id: open, taskId: open });
  });

  test('must be there, be of the case, and not be two', async () => {
    const { caseId, caseOf, childId, closedTask, closedTaskIn, doctor, expectAll, otherDoctor } = await openCalls();
    const [one, other] = [await closedTask(), await closedTask()];
    await expectAll('TASK_NOT_FOUND', { id: caseId, taskId: unknownId<TaskId>() }, { id: one, taskId: other });
    for (const treating of [doctor, otherDoctor]) {
      const elsewhere = await closedTaskIn(await caseOf(childId, treating));
      await expectAll('TASK_NOT_FOUND', { id: caseId, taskId: elsewhere });
    }
    const id = unknownId<CaseId>();
    await expectAll('CASE_NOT_FOUND', { id }, { id, taskId: one });
  });
});
