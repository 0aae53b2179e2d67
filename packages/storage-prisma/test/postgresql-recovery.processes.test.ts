import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditRecord, child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { Storage } from '@health-case/domain/ports/storage';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../testing/postgres-databases.ts';
import { connectBeside, openPostgres, scratchFolder } from './support/stores.ts';

/** A server that archives its log; and a base backup as `pg_basebackup` makes one, which npm's server has not. */
const archivingServer = async () => {
  const folder = scratchFolder();
  const [archive, base] = [join(folder, 'archive'), join(folder, 'base')];
  mkdirSync(archive);
  // The server may run as another user.
  for (const shared of [folder, archive]) chmodSync(shared, 0o777);
  const archiving = { archive_mode: 'on', archive_command: `cp %p ${archive}/%f`, full_page_writes: 'on' };
  const server = await startTestServer(archiving);
  onTestFinished(server.remove);
  const admin = await connectBeside(server.url);
  const ask = async (statement: string) =>
    String((await admin.query<[unknown]>({ text: `SELECT ${statement}`, rowMode: 'array' })).rows[0]?.[0]);
  const data = await ask(`current_setting('data_directory')`);
  const own = (file: string) => chownSync(join(data, file), statSync(data).uid, statSync(data).gid);

  const backUpBase = async () => {
    await ask(`pg_backup_start('base', true)`);
    execFileSync('cp', ['-a', data, base]);
    writeFileSync(join(base, 'backup_label'), await ask('(pg_backup_stop()).labelfile'));
    rmSync(join(base, 'postmaster.pid'));
  };
  /** Resolves once all that was committed is in the archive. */
  const archiveAll = async () => {
    const segment = await ask('pg_walfile_name(pg_switch_wal())');
    const isArchived = () => ask(`last_archived_wal >= '${segment}' FROM pg_stat_archiver`);
    await expect.poll(isArchived).toBe('true');
  };
  /** Loses the server's files, and starts it on the base backup and the archive. */
  const recoverTo = async (moment: string) => {
    await admin.end();
    await server.stop('SIGQUIT');
    rmSync(data, { recursive: true });
    execFileSync('cp', ['-a', base, data]);
    appendFileSync(
      join(data, 'postgresql.auto.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
    );
    writeFileSync(join(data, 'recovery.signal'), '');
    for (const file of ['recovery.signal', 'backup_label']) own(file);
    await server.start();
    const beside = await connectBeside(server.url);
    const isRecovering = async () => (await beside.query('SELECT pg_is_in_recovery() AS it')).rows[0]?.it;
    await expect.poll(isRecovering).toBe(false);
  };
  return { url: server.url, ask, backUpBase, archiveAll, recoverTo };
};

it('a server that is recovered to a moment has every child until then and none after, readable, with a sound trail', async () => {
  const { url, ask, backUpBase, archiveAll, recoverTo } = await archivingServer();
  const storage = await openPostgres(url);
  const parent = await keepAccount(storage, 'Par');
  const add = async (to: Storage, number: string) => {
    const added = child(number);
    await keep(to, async ({ audit, children }) => {
      await audit.append(auditRecord({ child: added.id }));
      return children.insert(added, parent.id);
    });
    return added;
  };
  const early = [await add(storage, '756.1')];
  await backUpBase();
  early.push(await add(storage, '756.2'));
  await storage.sequence([]);
  const moment = await ask('clock_timestamp()::timestamptz(6)::text');
  const mistake = await add(storage, '756.3');
  await keep(storage, ({ children }) => children.erase(early[0]?.id ?? mistake.id));
  await archiveAll();
  await storage.close();

  await recoverTo(moment);
  const recovered = await openPostgres(url);
  for (const kept of early) expect(await recovered.read.children.record(kept.id)).toEqual(kept);
  expect(await recovered.read.children.record(mistake.id)).toBeUndefined();
  expect(await recovered.read.audit.verify()).toEqual({ sound: true, records: 2 });
  const later = await add(recovered, '756.4');
  expect(await recovered.read.children.record(later.id)).toEqual(later);
  await recovered.sequence([]);
  expect(await recovered.read.audit.verify()).toEqual({ sound: true, records: 3 });
});
