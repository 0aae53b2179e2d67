import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, newPostgres, newSqlite, numberIn, sqliteAt } from '@health-case/harness/databases';
import { type Harness, within } from '@health-case/harness/harness';
import { DidNotStart, operate, startApp, startOperator } from '@health-case/harness/processes';
import { declare } from './campaign.ts';
import { fillDisk, mountSmallDisk } from './disk/small-disk.ts';
import { CLEAR, judgeEncryption, makeStoreOfBefore, textsInTheClear } from './texts-of-before.ts';

/** Texts of a store, how often what encrypts them is killed, and how often the disk is full. */
type Size = { readonly texts: number; readonly kills: number; readonly full: number };

const COUNTS = { 'killed while some were left': 0, 'refused on a full disk': 0 };
type Scene = { readonly harness: Harness; readonly counts: typeof COUNTS };

export const encryption = declare<Size>({
  name: 'encryption',
  promise:
    'The texts of an earlier version are encrypted as they were, also if that is killed, the disk is full or the key is wrong.',
  quick: { texts: 1000, kills: 3, full: 1 },
  full: { texts: 60_000, kills: 50, full: 10 },
  run: async (size, harness) => {
    const counts = { ...COUNTS };
    const onSqlite = { harness: within(harness, 'SQLite'), counts };
    const onPostgres = { harness: within(harness, 'PostgreSQL'), counts };
    const sqlite = newSqlite(harness);
    const file = String(sqlite.environment['DATABASE_URL']).slice('file:'.length);
    await encryptInterrupted(onSqlite, sqlite, size, () => keepOpen(harness, file));
    judgeFiles(onSqlite.harness, file);
    await encryptInterrupted(onPostgres, await newPostgres(harness), size);
    const root = mountSmallDisk(harness);
    if (root !== undefined) await encryptOnFullDisk({ harness: within(harness, 'A full disk'), counts }, root, size);
    const full = root === undefined ? 'no full disk, as none may be mounted' : `${size.full} × full`;
    return {
      size: `${size.texts} texts on each of 2 stores, ${size.kills} × kill -9 on each, ${full}`,
      figures: counts,
    };
  },
});

/** The service and the operator's command by turns; each is killed at any moment. */
const encryptInterrupted = async (
  { harness, counts }: Scene,
  database: Database,
  { texts, kills }: Size,
  prepare: () => void = () => undefined,
) => {
  const { childId } = await makeStoreOfBefore(harness, database, texts);
  prepare();
  await tryWrongKey(harness, database);
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill % 2 === 0) {
      const [{ kill: end }] = await startApp(harness, 'variant-a', database.environment);
      await sleep(Math.random() * 300);
      await end('SIGKILL');
    } else {
      const running = startOperator(harness, database.environment, 'data', 'encrypt');
      const before = await rowsLeft(database);
      // It has begun, or it has ended.
      while (running.child.exitCode === null && (await rowsLeft(database)) === before) await sleep(5);
      await sleep(Math.random() * 100);
      await running.kill('SIGKILL');
    }
    if ((await textsInTheClear(database)) > 0) counts['killed while some were left'] += 1;
  }
  await operate(harness, database.environment, 'data', 'encrypt');
  await judgeEncryption(harness, database, childId, texts);
};

/** Otherwise a look at a store whose process was killed would be the last to close it, and remove its log. */
const keepOpen = ({ defer }: Harness, file: string): void => {
  const database = new DatabaseSync(file);
  database.prepare('SELECT count(*) FROM "Task"').get();
  defer(() => database.close());
};

const rowsLeft = (database: Database): Promise<number> =>
  numberIn(database, 'SELECT count(*) FROM "Task" WHERE "sealed" = false');

/** Nothing is encrypted under a key that the store does not have. */
const tryWrongKey = async (harness: Harness, database: Database): Promise<void> => {
  const before = await textsInTheClear(database);
  const environment = { ...database.environment, SECRET_KEY: Buffer.alloc(32, 9).toString('base64') };
  const { exitCode, output } = startOperator(harness, environment, 'data', 'encrypt');
  if ((await exitCode) !== 1 || !isSentence(output())) harness.fail(`With the wrong key it said: ${output()}`);
  await startApp(harness, 'variant-a', environment).then(
    () => harness.fail('The service started with the wrong key.'),
    (error: unknown) => {
      if (!(error instanceof DidNotStart)) throw error;
    },
  );
  if ((await textsInTheClear(database)) !== before) harness.fail('Texts were changed with the wrong key.');
};

const isSentence = (said: string): boolean => /^[A-Z][^\n]+\.\n$/.test(said);

/** No byte of the texts is left in the files of the database. */
const judgeFiles = ({ fail }: Harness, file: string): void => {
  const folder = join(file, '..');
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of names) {
    if (readFileSync(join(folder, name)).includes(CLEAR)) fail(`Texts are still to be read in ${name}.`);
  }
};

const encryptOnFullDisk = async ({ harness, counts }: Scene, root: string, { texts, full }: Size): Promise<void> => {
  const most = Math.min(texts, 5000);
  for (let time = 0; time < full; time += 1) {
    const file = join(root, `data-${time}`, 'health-case.db');
    const database = sqliteAt(file);
    const { childId } = await makeStoreOfBefore(harness, database, most);
    const ballast = join(root, 'ballast');
    fillDisk(ballast);
    const { exitCode, output } = startOperator(harness, database.environment, 'data', 'encrypt');
    if ((await exitCode) !== 0) {
      counts['refused on a full disk'] += 1;
      if (!isSentence(output())) harness.fail(`On a full disk it said: ${output()}`);
    }
    rmSync(ballast);
    await operate(harness, database.environment, 'data', 'encrypt');
    await judgeEncryption(harness, database, childId, most);
    judgeFiles(harness, file);
    rmSync(join(file, '..'), { recursive: true });
  }
  if (counts['refused on a full disk'] === 0) harness.fail('No full disk kept anything from being encrypted.');
};
