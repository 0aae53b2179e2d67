import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { ok } from '../../src/result.ts';
import { openClinicWithCase, openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { type Code, codeOf } from '../support/outcomes.ts';
import { reason } from '../support/values.ts';

type Deed = 'issue' | 'reject' | 'revoke';
type State = 'requested' | 'issued' | 'rejected' | 'revoked';
const why = reason('Seen again, and found otherwise');

const openDesk = async () => {
  const clinic = await openClinicWithClosedTask();
  const { app, caseId, storage, taskId } = clinic;
  const decide = (deed: Deed, who: Who, id = caseId as typeof caseId | typeof taskId) => {
    const input = { actor: clinic[who], id };
    if (deed === 'issue') return app.issueCertification(input);
    const withReason = { ...input, reason: why };
    return deed === 'reject' ? app.rejectCertification(withReason) : app.revokeCertification(withReason);
  };
  const newest = () => storage.read.certifications.newestOf(taskId);
  return { ...clinic, decide, newest };
};

describe('deciding about a certification (D-22)', () => {
  test.each<[Deed, State, object]>([
    ['issue', 'requested', { status: 'issued' }],
    ['reject', 'requested', { status: 'rejected', reason: why }],
    ['revoke', 'issued', { status: 'revoked', reason: why }],
  ])('%s one that is %s', async (deed, state, decision) => {
    const { certification, clock, decide, newest } = await openDesk();
    const id = await certification[state]();
    clock.advance(5000);
    expect(await decide(deed, 'doctor')).toEqual(ok(undefined));
    expect(await newest()).toMatchObject({ id, ...decision, decidedAt: clock.now() });
  });

  test.each<[Deed, State, Code]>([
    ['issue', 'issued', 'CERTIFICATION_DECIDED'],
    ['issue', 'rejected', 'CERTIFICATION_DECIDED'],
    ['issue', 'revoked', 'CERTIFICATION_DECIDED'],
    ['reject', 'issued', 'CERTIFICATION_DECIDED'],
    ['reject', 'rejected', 'CERTIFICATION_DECIDED'],
    ['reject', 'revoked', 'CERTIFICATION_DECIDED'],
    ['revoke', 'requested', 'CERTIFICATION_NOT_ISSUED'],
    ['revoke', 'rejected', 'CERTIFICATION_NOT_ISSUED'],
    ['revoke', 'revoked', 'CERTIFICATION_NOT_ISSUED'],
  ])('%s one that is %s: %s, and nothing changes', async (deed, state, code) => {
    const { certification, clock, decide, newest } = await openDesk();
    await certification[state]();
    const before = await newest();
    clock.advance(5000);
    expect(codeOf(await decide(deed, 'doctor'))).toBe(code);
    expect(await newest()).toEqual(before);
  });

  test('leaves earlier certifications of the task as they were decided', async () => {
    const { app, certification, decide, doctor, storage, taskId } = await openDesk();
    const first = await certification.rejected();
    const second = await certification.requested();
    await decide('issue', 'doctor', taskId);
    expect(await storage.read.certifications.newestOf(taskId)).toMatchObject({ id: second, status: 'issued' });
    expect(await app.requestCertification({ actor: doctor, id: taskId })).toEqual(ok(second));
    expect(second).not.toBe(first);
  });

  test('happens once, of an issue and a rejection at once', async () => {
    const { certification, decide, newest } = await openDesk();
    await certification.requested();
    const outcomes = await Promise.all([decide('issue', 'doctor'), decide('reject', 'doctor')]);
    expect(outcomes.map(codeOf).sort()).toEqual(['CERTIFICATION_DECIDED', 'OK']);
    expect((await newest())?.status).toBe(outcomes[0].ok ? 'issued' : 'rejected');
  });

  test.each<Deed>(['issue', 'reject', 'revoke'])('%s none: refused before one was requested', async (deed) => {
    const { decide, newest } = await openDesk();
    expect(await decide(deed, 'doctor')).toEqual(refuse('CERTIFICATION_NOT_FOUND'));
    expect(await newest()).toBeUndefined();
  });
});

describe.each<[Deed, State]>([
  ['issue', 'requested'],
  ['reject', 'requested'],
  ['revoke', 'issued'],
])('who may %s a certification (D-23)', (deed, state) => {
  test.each<[Who, Code]>([
    ['doctor', 'OK'],
    ['assistant', 'ROLE_NOT_ALLOWED'],
    ['parent', 'ROLE_NOT_ALLOWED'],
    ['otherDoctor', 'CASE_NOT_FOUND'],
    ['otherAssistant', 'CASE_NOT_FOUND'],
    ['otherParent', 'CASE_NOT_FOUND'],
  ])('the %s: %s', async (who, code) => {
    const { certification, decide, newest } = await openDesk();
    await certification[state]();
    expect(codeOf(await decide(deed, who))).toBe(code);
    if (code !== 'OK') expect((await newest())?.status).toBe(state);
  });

  test('nobody else, whether there is one or not', async () => {
    const { decide } = await openDesk();
    expect(await decide(deed, 'parent')).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await decide(deed, 'otherParent')).toEqual(refuse('CASE_NOT_FOUND'));
  });
});

test.each(['assistant', 'parent'] as const)(
  'the %s, who may not decide, is told so whatever the state of the task (D-23)',
  async (who) => {
    const { app, caseId, taskIn, [who]: actor } = await openClinicWithCase();
    const taskId = await taskIn(caseId);
    expect(await app.issueCertification({ actor, id: taskId })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await app.issueCertification({ actor, id: caseId })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  },
);
