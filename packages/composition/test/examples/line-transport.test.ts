import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { child, keep } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { createMemoryStorage } from '@health-case/domain/memory';
import type { AccountId } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFileStorage } from './file-storage.ts';
import { lineClient } from './line-client.ts';

const MIA = { firstName: 'Mia', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' };
const OK = { outcome: 'OK' };

describe('the line transport over the file store', () => {
  it('carries a case from the registration to an issued certification, and on after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'health-case-lines-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const keyring = createAesGcmKeyring(async () => new Uint8Array(32));
    const open = () => openFileStorage({ file: join(folder, 'health-case.sealed'), keyring });

    const before = await lineClient(await open());
    const [doctor, parent] = [await before.person('Greta', 'Doc'), await before.person('Jan', 'Par')];
    const [asDoctor, asParent] = [{ session: doctor.session }, { session: parent.session }];
    const childId = await before.made('addChild', { ...asParent, ...MIA });
    const caseId = await before.made('openCase', { ...asParent, childId, doctorId: doctor.id, title: 'Asthma' });
    const taskId = await before.made('addTask', { ...asDoctor, caseId, title: 'Measure lung function' });
    expect((await before.call('requestCertification', { ...asParent, id: caseId })).end).toEqual({
      outcome: 'TASK_NOT_CLOSED',
    });
    expect(await before.call('closeTask', { ...asDoctor, taskId })).toEqual({ values: [], end: OK });
    await before.made('requestCertification', { ...asParent, id: caseId });
    await before.stop();

    const storage = await open();
    const after = await lineClient(storage);
    expect(await after.call('issueCertification', { ...asDoctor, id: taskId })).toEqual({ values: [], end: OK });
    expect(await after.made('checkCertification', { ...asParent, id: taskId })).toBe('issued');
    const mia = { id: childId, firstName: 'Mia', lastName: 'Jansen' };
    expect(await after.call('listChildren', asParent)).toEqual({ values: [[mia]], end: OK });
    await after.stop();
    expect([...before.reported, ...after.reported]).toEqual([]);
    const trail = await storage.read.audit.records({}, { after: 0, size: 100 });
    expect(trail.map(({ action }) => action)).toContain('certification issued');
  });
});

/** A store that goes away after so many units of work and pages of children. */
const interruptible = (storage: Storage) => {
  let left = Number.POSITIVE_INFINITY;
  const unlessGone = async <T>(call: () => Promise<T>): Promise<T> => {
    if (left <= 0) throw new Unavailable('store', 'The store is gone.', { retryAfterSeconds: 7 });
    left -= 1;
    return call();
  };
  const { children } = storage.read;
  const ofParent: typeof children.ofParent = (id, request) => unlessGone(() => children.ofParent(id, request));
  return {
    storage: {
      ...storage,
      read: { ...storage.read, children: { ...children, ofParent } },
      write: (work) => unlessGone(() => storage.write(work)),
    } satisfies Storage,
    goneAfter: (calls: number) => {
      left = calls;
    },
  };
};

describe('the line transport', () => {
  const opened = async () => {
    const { storage, goneAfter } = interruptible(createMemoryStorage());
    return { ...(await lineClient(storage)), storage, goneAfter };
  };

  it("answers the domain's refusals by their codes, and reports none of them", async () => {
    const { call, made, person, reported } = await opened();
    const [doctor, parent] = [await person('Greta', 'Doc'), await person('Jan', 'Par')];
    await made('addChild', { session: parent.session, ...MIA });
    const refusals = {
      CHILD_KNOWN: call('addChild', { session: parent.session, ...MIA }),
      ROLE_NOT_ALLOWED: call('addChild', { session: doctor.session, ...MIA }),
      SESSION_INVALID: call('addChild', MIA),
      CREDENTIALS_WRONG: call('logIn', { email: 'jan@example.org', password: 'a wrong one' }),
      CASE_NOT_FOUND: call('requestCertification', { session: parent.session, id: parent.id }),
    };
    for (const [outcome, reply] of Object.entries(refusals)) {
      expect(await reply).toEqual({ values: [], end: { outcome } });
    }
    expect(reported).toEqual([]);
  });

  it('tells when a call that is throttled may be made again', async () => {
    const { call } = await opened();
    const guess = () => call('logIn', { email: 'jan@example.org', password: 'a wrong one' });
    const ends = [];
    for (let count = 0; count < 12; count += 1) ends.push((await guess()).end);
    expect(ends[0]).toEqual({ outcome: 'CREDENTIALS_WRONG' });
    expect(ends).toContainEqual({ outcome: 'THROTTLED', retryAfterSeconds: expect.any(Number) });
  });

  it('refuses by itself what is no call, and names every wrong field', async () => {
    const { say, call } = await opened();
    for (const line of ['', '{', 'null', '"logIn"']) {
      expect((await say(line)).end).toEqual({ outcome: 'LINE_MALFORMED' });
    }
    for (const name of ['eraseEverything', 'constructor', '__proto__']) {
      expect((await call(name)).end).toEqual({ outcome: 'CALL_UNKNOWN' });
    }
    expect((await call('logIn', { email: 'nobody', password: 7 })).end).toEqual({
      outcome: 'FIELDS_INVALID',
      problem: 'email must be an e-mail address, such as name@example.org; password must be a string',
    });
  });

  it('answers an outage as one, also in the middle of a list, and reports it', async () => {
    const { call, person, reported, storage, goneAfter } = await opened();
    const { id, session } = await person('Jan', 'Par');
    await keep(storage, async ({ children }) => {
      for (let count = 0; count < 501; count += 1) await children.insert(child(id as AccountId));
    });
    goneAfter(1);
    const { values, end } = await call('listChildren', { session });
    expect(values).toEqual([expect.toSatisfy((page) => page.length === 500)]);
    const gone = { outcome: 'STORE_UNAVAILABLE', retryAfterSeconds: 7 };
    expect(end).toEqual(gone);
    expect(await call('addChild', { session, ...MIA })).toEqual({ values: [], end: gone });
    expect(reported).toHaveLength(2);
  });

  it('answers a fault of ours without a word about it, and reports it', async () => {
    const storage = createMemoryStorage();
    const fault = new Error('a secret detail');
    const sessions = { ...storage.read.sessions, find: () => Promise.reject(fault) };
    const { call, reported } = await lineClient({ ...storage, read: { ...storage.read, sessions } });
    const reply = await call('listChildren', { session: 'A'.repeat(43) });
    expect(reply).toEqual({ values: [], end: { outcome: 'INTERNAL' } });
    expect(reported).toEqual([fault]);
  });
});
