import { describe, expect, test } from 'vitest';
import { mailOf } from '../../contracts/storage/samples.ts';
import { createOperatorApplication } from '../../src/application.ts';
import type { CodeDigest, SessionDigest } from '../../src/model/account.ts';
import { type CaseId, DAY, HOUR, later, type MailId, MINUTE } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { createSweeping } from '../../src/upkeep.ts';
import { openFamily } from '../support/family.ts';
import { watchStore } from '../support/ports.ts';
import { at, codeOf, entriesOf, listed, must, reason } from '../support/values.ts';

const call = { requestId: 'the request' };
/** To the day after the one on which a year has passed since the clinic's today. */
const YEAR = 366 * DAY;

/** A clinic that keeps finished cases for one year unless it is said otherwise. */
const openArchive = async (finishedCasesKeptYears = 1) => {
  const family = await openFamily();
  const { app, caseOf, childId, clock, doctor, storage } = family;
  const ports = { ...family, rules: { ...family.rules, finishedCasesKeptYears } };
  const operator = createOperatorApplication(ports);
  const finish = async (caseId: CaseId) => must(await app.finishCase({ actor: doctor, caseId }));
  const finishedCases = async (count: number) => {
    const ids: CaseId[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const caseId = await caseOf(childId, doctor);
      await finish(caseId);
      clock.advance(1000);
      ids.push(caseId);
    }
    return ids;
  };
  const erase = async () => must(await operator.eraseFinishedCases(call));
  const overdue = async () => (await entriesOf(must(await operator.listOverdueCases()))).map(({ id }) => id);
  const records = async () =>
    (await storage.read.audit.records({}, { after: 0, size: 99 })).map(({ action, by }) => [action, by]);
  const left = async () =>
    (await storage.read.cases.ofChild(childId, { after: undefined, size: 99 })).map(({ id }) => id);
  return { ...family, erase, finish, finishedCases, left, operator, overdue, ports, records };
};

describe('erasing finished cases (D-35)', () => {
  test('never happens where they are kept for ever', async () => {
    const { caseId, clock, erase, finish, left, overdue, records } = await openArchive(0);
    await finish(caseId);
    clock.advance(100 * YEAR);
    expect([await overdue(), await erase(), await left(), await records()]).toEqual([[], 0, [caseId], []]);
  });

  test('happens so many years after a case was finished, with all that belongs to it, and the child stays', async () => {
    const { app, caseId, certification, childId, clock, doctor, erase, finish, overdue, parent, storage, taskId } =
      await openArchive(2);
    const certificationId = await certification.issued();
    await finish(caseId);
    clock.advance(at('2028-06-15T23:59:59.999Z') - clock.now());
    expect([await overdue(), await erase()]).toEqual([[], 0]);
    clock.advance(1);
    expect([await overdue(), await erase(), await overdue()]).toEqual([[caseId], 1, []]);
    const { cases, certifications, history, tasks } = storage.read;
    const gone = [await cases.find(caseId), await tasks.find(taskId), await certifications.find(certificationId)];
    expect(gone).toEqual([undefined, undefined, undefined]);
    expect(await history.ofCase(caseId, { after: undefined, size: 9 })).toEqual([]);
    for (const actor of [doctor, parent]) {
      expect(await app.showCase({ actor, caseId })).toEqual(refuse('CASE_NOT_FOUND'));
      expect(await listed(app.listCases({ actor, paging: {} }))).toEqual([]);
    }
    expect(codeOf(await app.showChild({ actor: parent, childId }))).toBe('OK');
    expect(await listed(app.listDoctorsChildren({ actor: doctor, doctorId: doctor.id, paging: {} }))).toEqual([]);
  });

  test('takes ten at a time, oldest first, and records how many of each; without any it leaves no record', async () => {
    const { clock, erase, finishedCases, overdue, records, storage } = await openArchive();
    const ids = await finishedCases(23);
    clock.advance(YEAR);
    expect(await overdue()).toEqual(ids);
    const erasing = watchStore(storage, 'cases', 'eraseFinished');
    expect(await erase()).toBe(23);
    expect(erasing).toEqual(Array(3).fill([at('2026-06-16T00:00:00.000Z'), 10]));
    const told = [10, 10, 3].map((count) => [`finished cases erased: ${count}`, undefined]);
    expect(await records()).toEqual(told);
    expect(await erase()).toBe(0);
    expect(await records()).toEqual(told);
  });
});

describe('erasing finished cases of which somebody makes use', () => {
  test('has no record where another process has taken them all meanwhile', async () => {
    const { clock, finishedCases, ports, records, storage } = await openArchive();
    await finishedCases(1);
    clock.advance(YEAR);
    const eraseFinished = async () => 0;
    const write: typeof storage.write = (work) =>
      storage.write((stores, hasTime) => work({ ...stores, cases: { ...stores.cases, eraseFinished } }, hasTime));
    const late = createOperatorApplication({ ...ports, storage: { ...storage, write } });
    expect([await late.eraseFinishedCases(call), await records()]).toEqual([ok(0), []]);
  });

  test('and reopening at the same time end in one of both', async () => {
    for (const first of ['erase', 'reopen'] as const) {
      const { app, caseId, clock, doctor, erase, finish, left } = await openArchive();
      await finish(caseId);
      clock.advance(YEAR + 1);
      const reopen = () => app.reopenCase({ actor: doctor, caseId, reason: reason('It has come back.') });
      const reopened = first === 'reopen' ? reopen() : undefined;
      const erased = erase();
      const code = codeOf(await (reopened ?? reopen()));
      const isThere = (await left()).length === 1;
      expect([code, await erased]).toEqual(isThere ? ['OK', 0] : ['CASE_NOT_FOUND', 1]);
    }
  });
});

describe('sweeping', () => {
  test('removes what nobody asks for any more, and nothing that somebody may ask for', async () => {
    const { clock, ids, parent, ports, storage } = await openArchive();
    const { read } = storage;
    const sessions = ['one', 'other'] as SessionDigest[];
    const [digest, id] = ['proof' as CodeDigest, ids.next<MailId>()];
    const now = clock.now();
    await storage.write(async (stores) => {
      const times = { startedAt: now, lastUsedAt: now };
      for (const session of sessions) await stores.sessions.insert({ digest: session, accountId: parent.id, ...times });
      const proof = { digest, accountId: parent.id, of: 'password' } as const;
      await stores.loginProofs.insert({ ...proof, provenAt: now, expiresAt: later(now, HOUR) });
      return ok(await stores.mails.insert(mailOf({ id, failedAt: now })));
    });
    const sweep = createSweeping(ports);
    const left = async () => [
      (await Promise.all(sessions.map((session) => read.sessions.find(session)))).filter(Boolean).length,
      (await read.loginProofs.find(digest)) !== undefined,
      (await read.mails.counts()).failed,
    ];
    const after = async (milliseconds: number) => {
      clock.advance(later(now, milliseconds) - clock.now());
      await sweep();
      return left();
    };
    expect(await after(30 * MINUTE)).toEqual([2, true, 1]);
    expect(await after(30 * MINUTE + 1)).toEqual([0, true, 1]);
    expect(await after(HOUR + 1)).toEqual([0, false, 1]);
    expect(await after(30 * DAY)).toEqual([0, false, 1]);
    expect(await after(30 * DAY + 1)).toEqual([0, false, 0]);
    expect(await sweep()).toBe(0);
  });
});
