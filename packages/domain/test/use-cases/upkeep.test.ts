import { describe, expect, test, vi } from 'vitest';
import { createApplication, createOperatorApplication, type OperatorApplication } from '../../src/application.ts';
import { Unavailable } from '../../src/errors.ts';
import type { AuditRecord } from '../../src/model/audit.ts';
import { type ChildId, later } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { ok } from '../../src/result.ts';
import { openClinicWithCase, PASSWORD } from '../support/clinic.ts';
import { allOf, listed, must } from '../support/outcomes.ts';
import { createTestPorts } from '../support/ports.ts';
import { email, name, password } from '../support/values.ts';

const NEW = 'quite another';
const NOBODY = email('nobody@example.org');
const NINA = {
  firstName: name('Nina'),
  lastName: name('New'),
  email: email('nina@example.org'),
  role: 'Doc',
  password: password(PASSWORD),
} as const;

/** So many records, a minute apart: one after the other by the doctor and by the parent, each on the case. */
const openRecorded = async (records: number) => {
  const clinic = await openClinicWithCase();
  const { caseId: on, childId: child, clock, doctor, ids, parent, storage } = clinic;
  const minute = (nth: number) => later(clock.now(), nth * 60_000);
  await storage.write(async ({ audit }) => {
    for (let nth = 0; nth < records; nth += 1) {
      const { id: by } = nth % 2 === 0 ? doctor : parent;
      const facts = { id: ids.auditRecord(), at: minute(nth), requestId: 'a request', action: 'case shown' };
      await audit.append({ ...facts, by, on, outcome: 'OK', child });
    }
    return ok(undefined);
  });
  const read = async (input: Parameters<OperatorApplication['readAudit']>[0]) =>
    (await listed(clinic.app.readAudit(input))).map(({ place }) => place);
  return { ...clinic, minute, read };
};

describe('the audit trail', () => {
  test('gives every record in order, whatever their number', async () => {
    const { read } = await openRecorded(1203);
    expect(await read({})).toEqual(Array.from({ length: 1203 }, (_, nth) => nth + 1));
    expect(await read({ limit: 1000 })).toHaveLength(1000);
    expect(await read({ limit: 2 })).toEqual([1, 2]);
  });

  test.each([
    [0, []],
    [500, [500]],
  ])('of %i records gives the pages %j', async (records, sizes) => {
    const pages = must(await createOperatorApplication(await openRecorded(records)).readAudit({}));
    expect((await allOf(pages)).map((page) => page.length)).toEqual(sizes);
  });

  test('is read by account, by child and by time, and by all of them together', async () => {
    const { childId, minute, parent, read } = await openRecorded(6);
    expect(await read({ email: parent.email })).toEqual([2, 4, 6]);
    expect(await read({ child: childId, limit: 1 })).toEqual([1]);
    expect(await read({ from: minute(2), until: minute(4) })).toEqual([3, 4]);
    expect(await read({ email: parent.email, child: childId, from: minute(2), limit: 1 })).toEqual([4]);
  });
});

describe('upkeep', () => {
  test('encrypts all children anew in units of work of their own, from one to the next', async () => {
    const ports = createTestPorts();
    const asked: unknown[] = [];
    const answers = [
      { last: 'c100' as ChildId, sealed: 100 },
      { last: 'c150' as ChildId, sealed: 7 },
      { last: undefined, sealed: 0 },
    ];
    const children = {
      reencrypt: async (request: unknown) => {
        asked.push(request);
        return answers.shift();
      },
    };
    const write = vi.spyOn(ports.storage, 'write');
    write.mockImplementation(async (work) => work({ children } as unknown as Stores));
    expect(await allOf(createOperatorApplication(ports).reencrypt())).toEqual([100, 7, 0]);
    expect(asked).toEqual([undefined, 'c100', 'c150'].map((after) => ({ after, size: 100 })));
    expect(write).toHaveBeenCalledTimes(3);
    expect(await allOf(createOperatorApplication(createTestPorts()).reencrypt())).toEqual([0]);
  });

  test('is ready only while the store is', async () => {
    const ports = createTestPorts();
    expect(await createApplication(ports).checkReadiness()).toEqual(ok(undefined));
    const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 5 });
    vi.spyOn(ports.storage, 'ready').mockRejectedValue(gone);
    await expect(createApplication(ports).checkReadiness()).rejects.toBe(gone);
  });
});

describe('what the operator does', () => {
  const call = { requestId: 'operator 1' };
  const facts = ({ action, by, on, outcome, requestId }: AuditRecord) => [action, by, on, outcome, requestId];
  const openRecords = async () => {
    const clinic = await openClinicWithCase();
    const { auditTrail, storage } = clinic;
    const kept = async () => (await storage.read.audit.records({}, { after: 0, size: 100 })).map(facts);
    return { ...clinic, operator: createOperatorApplication(clinic), kept, noted: () => auditTrail.noted.map(facts) };
  };

  test('is recorded with the change, by no account, on the one it is about', async () => {
    const { childId, kept, noted, operator, parent, storage } = await openRecords();
    const ofParent = { email: parent.email, ...call };
    const created = must(await operator.createAccount({ ...NINA, ...call }));
    must(await operator.endSessions(ofParent));
    must(await operator.unlockLogin(ofParent));
    must(await operator.setPassword({ newPassword: password(NEW), ...ofParent }));
    must(await operator.disableAccount(ofParent));
    must(await operator.enableAccount(ofParent));
    must(await operator.issueInvitation({ role: 'Doc', validFor: 1, ...call }));
    must(await operator.exportChild({ childId, ...call }));
    must(await operator.eraseChild({ childId, ...call }));
    must(await operator.rotateDataKey(call));
    const about: readonly (readonly [string | undefined, readonly string[]])[] = [
      [created.id, ['account created']],
      [parent.id, ['sessions ended', 'login unlocked', 'password set', 'account disabled', 'account enabled']],
      [undefined, ['invitation issued']],
      [childId, ['child exported', 'child erased']],
      [undefined, ['data key rotated']],
    ];
    expect(await kept()).toEqual(
      about.flatMap(([on, actions]) => actions.map((action) => [action, undefined, on, 'OK', 'operator 1'])),
    );
    const aboutChild = await storage.read.audit.records({ child: childId }, { after: 0, size: 9 });
    expect(aboutChild.map(({ action }) => action)).toEqual(['child exported', 'child erased']);
    expect(noted()).toEqual([]);
  });

  test('is noted where it is refused', async () => {
    const { doctor, kept, noted, operator } = await openRecords();
    await operator.endSessions({ email: NOBODY, ...call });
    await operator.createAccount({ ...NINA, email: doctor.email, ...call });
    expect(noted()).toEqual([
      ['sessions ended', undefined, undefined, 'ACCOUNT_NOT_FOUND', 'operator 1'],
      ['account created', undefined, undefined, 'EMAIL_TAKEN', 'operator 1'],
    ]);
    expect(await kept()).toEqual([]);
  });

  test('leaves a restored store without a session, and a record of what was restored', async () => {
    const { kept, logIn, operator, parent } = await openRecords();
    await logIn(parent);
    must(await operator.rotateDataKey(call));
    const taken = must(await operator.takeUpRestored({ backup: 'today.db', ...call }));
    expect(taken).toEqual({ auditPlace: 1, sessionsEnded: 1 });
    expect((await kept()).at(-1)).toEqual(['store restored', undefined, 'today.db', 'OK', 'operator 1']);
  });

  test('adds nothing to the trail where it only reads or verifies it', async () => {
    const { kept, noted, operator } = await openRecords();
    must(await operator.readAudit({}));
    must(await operator.verifyAudit());
    expect([await kept(), noted()]).toEqual([[], []]);
  });
});
