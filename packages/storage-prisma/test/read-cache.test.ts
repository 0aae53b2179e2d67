import { auditRecord, child, keep, keepAccount, keepCase } from '@health-case/domain/contracts/storage/samples';
import { describe, expect, it } from 'vitest';
import { createReadCache } from '../src/sqlite/storage.ts';
import { migratedFile, openBeside, openSqlite } from './support/stores.ts';

const whole = { after: undefined, size: 100 };

describe('what was read', () => {
  it('is the same object until this process, another one, or another program commits', async () => {
    const file = await migratedFile();
    const [storage, other] = [await openSqlite(file), await openSqlite(file)];
    const { doctor, parent, child: concerned } = await keepCase(storage);
    const list = () => storage.read.children.ofDoctor(doctor.id, whole);
    const first = await list();
    expect(await list()).toBe(first);
    const commits = [
      () => keepAccount(storage, 'Par'),
      () => keep(other, ({ children }) => children.insert(child(parent.id))),
      async () => openBeside(file).exec(`UPDATE "Child" SET "firstName" = 'Ada' WHERE "id" = '${concerned.id}'`),
    ];
    let before = first;
    for (const commit of commits) {
      await commit();
      const now = await list();
      expect(now).not.toBe(before);
      before = now;
    }
    expect(before).toEqual([{ ...first[0], firstName: 'Ada' }]);
  });

  it('stays when only the audit trail has grown, and goes when anything has changed with it', async () => {
    const storage = await openSqlite(await migratedFile());
    const { parent } = await keepCase(storage);
    const list = () => storage.read.children.ofParent(parent.id, whole);
    const first = await list();
    const audited = auditRecord();
    await keep(storage, ({ audit }) => audit.append(audited));
    expect(await list()).toBe(first);
    expect(await storage.read.audit.records({}, { after: 0, size: 9 })).toMatchObject([audited]);
    await keep(storage, async ({ audit, children }) => {
      await audit.append(auditRecord());
      await children.insert(child(parent.id));
    });
    expect(await list()).toHaveLength(first.length + 1);
  });

  it('is never cached where it is a number, a hash or an audit record', async () => {
    const storage = await openSqlite(await migratedFile());
    const { parent, child: kept } = await keepCase(storage);
    await keep(storage, ({ audit }) => audit.append(auditRecord()));
    const { accounts, audit, children } = storage.read;
    for (const read of [
      () => children.record(kept.id),
      () => accounts.credentialsOf(parent.id),
      () => accounts.credentialsByEmail(parent.email),
      () => audit.records({}, { after: 0, size: 9 }),
    ]) {
      const first = await read();
      expect(first).toBeInstanceOf(Object);
      expect(await read()).not.toBe(first);
    }
  });
});

describe('the read cache', () => {
  const name = 'cases.find';

  it('holds a bounded number of rows, and reads what is beyond it each time', async () => {
    const runRead = createReadCache(() => 1);
    let reads = 0;
    const read = async () => {
      reads += 1;
      return Array.from({ length: 5000 });
    };
    const readAll = async () => {
      for (let page = 0; page < 10; page += 1) await runRead(read, name, [page]);
    };
    await readAll();
    expect(reads).toBe(10);
    await readAll();
    expect(reads).toBeGreaterThanOrEqual(15);
    expect(reads).toBeLessThan(20);
  });

  it('holds no failure', async () => {
    const runRead = createReadCache(() => 1);
    await expect(runRead(() => Promise.reject(new Error('gone')), name, [])).rejects.toThrow('gone');
    expect(await runRead(async () => 'here', name, [])).toBe('here');
  });

  it('does not hold the result of a read that began before a commit', async () => {
    let version = 1;
    const runRead = createReadCache(() => version);
    const { promise, resolve } = Promise.withResolvers<string>();
    const slow = runRead(() => promise, name, []);
    version = 2;
    expect(await runRead(async () => 'new', name, [])).toBe('new');
    resolve('old');
    expect(await slow).toBe('old');
    expect(await runRead(async () => 'newer', name, [])).toBe('new');
  });
});
