import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { type Child, comparableSocSecNum, type SocSecNum } from '@health-case/domain/model/child';
import type { Instant } from '@health-case/domain/model/values';
import { describe, expect, it } from 'vitest';
import { openSqliteStorage } from '../src/sqlite/storage.ts';
import { keyring } from './support/keyring.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const NUMBERS = ['756.1234.5678.97', 'AB 12-34/ß7 XYZ', '019283746501'];

/** A store with a parent and a child for each of the numbers. */
const openWithChildren = async (numbers: readonly string[] = NUMBERS) => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const parent = await keepAccount(storage, 'Par');
  const children = numbers.map((number) => child(parent.id, number));
  for (const kept of children) await keep(storage, (stores) => stores.children.insert(kept));
  return { file, storage, children, parent };
};

/** Every byte that the store has on disk: the database, its write-ahead log, and whatever else lies beside them. */
const bytesAt = (file: string): Buffer => {
  const folder = dirname(file);
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
};

/** The ways in which bytes are written down as text without hiding them. */
const encodingsOf = (clear: string | Buffer): readonly string[] =>
  (['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(clear).toString(encoding));

const sealedOf = (file: string, { id }: Child): string =>
  openBeside(file).prepare('SELECT socSecNum FROM Child WHERE id = ?').pluck().get(id) as string;

const putSealed = (file: string, { id }: Child, sealed: string): void => {
  openBeside(file).prepare('UPDATE Child SET socSecNum = ? WHERE id = ?').run(sealed, id);
};

describe('social security numbers at rest (D-14)', () => {
  it.each(['in use', 'closed'])('are nowhere in the files of a store that is %s, in no form', async (state) => {
    const { file, storage, children } = await openWithChildren();
    if (state === 'closed') await storage.close();
    const bytes = bytesAt(file);
    for (const { firstName } of children) expect(bytes.includes(firstName)).toBe(true);
    for (const number of NUMBERS as SocSecNum[]) {
      const clear = [number, number.toLowerCase(), comparableSocSecNum(number)];
      for (const form of clear.flatMap((text) => [text, ...encodingsOf(text)])) {
        expect(bytes.includes(form)).toBe(false);
      }
    }
  });

  it('are compared by a hash that cannot be had without the key', async () => {
    const { file } = await openWithChildren();
    const bytes = bytesAt(file);
    for (const number of NUMBERS as SocSecNum[]) {
      const digests = [number, comparableSocSecNum(number)].map((text) => createHash('sha256').update(text).digest());
      for (const form of digests.flatMap((digest) => [digest, ...encodingsOf(digest)])) {
        expect(bytes.includes(form)).toBe(false);
      }
    }
  });

  it('name the key that sealed them in front', async () => {
    const { file, children } = await openWithChildren();
    const keyId = openBeside(file).prepare(`SELECT id FROM WrappedKey WHERE purpose = 'seal'`).pluck().get();
    for (const kept of children) expect(sealedOf(file, kept).split('.')[0]).toBe(keyId);
  });

  it('are shown to nobody when the sealed values of two rows were swapped', async () => {
    const { file, storage, children } = await openWithChildren();
    const [one, other] = children as [Child, Child];
    const [first, second] = [sealedOf(file, one), sealedOf(file, other)];
    putSealed(file, one, second);
    putSealed(file, other, first);
    for (const kept of [one, other]) await expect(storage.read.children.record(kept.id)).rejects.toThrow();
    putSealed(file, one, first);
    expect(await storage.read.children.record(one.id)).toEqual(one);
  });

  it('are shown to nobody when any one character of the sealed value was altered', async () => {
    // 12 bytes of nonce, 14 of text and 16 of tag fill base64url to its last bit, so that every character counts.
    const { file, storage, children } = await openWithChildren(['75612345678901']);
    const [kept] = children as [Child];
    const sealed = sealedOf(file, kept);
    for (let at = 0; at < sealed.length; at += 1) {
      putSealed(file, kept, `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`);
      const record = storage.read.children.record(kept.id);
      await expect(record, `character ${at} of ${sealed.length}`).rejects.toThrow();
    }
    putSealed(file, kept, sealed);
    expect(await storage.read.children.record(kept.id)).toEqual(kept);
  });
});

describe('what is only compared', () => {
  const columnOf = (file: string, select: string) => openBeside(file).prepare(select).pluck().all();

  it('tells nobody that children of two parents have the same number (D-14)', async () => {
    const { file, storage } = await openWithChildren(['756.1234']);
    const other = await keepAccount(storage, 'Par');
    await keep(storage, ({ children }) => children.insert(child(other.id, '756.1234')));
    const [one, another] = columnOf(file, 'SELECT socSecFingerprint FROM Child');
    expect(one).not.toBe(another);
  });

  it('tells nobody what two rows have in common, in whichever tables they are', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const at = 1 as Instant;
    await keep(storage, async ({ retries, throttles }) => {
      await retries.save({ key: 'one', request: 'one', outcome: 'ID', at });
      await retries.save({ key: 'other', request: 'one', outcome: 'ID', at });
      await throttles.save('one', { count: 1, notBefore: at, forgottenAt: at, underWay: [at] });
    });
    const kept = [
      ...columnOf(file, 'SELECT key FROM KeptOutcome'),
      ...columnOf(file, 'SELECT request FROM KeptOutcome'),
      ...columnOf(file, 'SELECT key FROM Throttled'),
    ];
    expect(new Set(kept).size).toBe(5);
  });
});

describe('another secret key', () => {
  it('is refused when the store is opened, in one clear sentence, and harms nothing', async () => {
    const { file, storage, children } = await openWithChildren();
    await storage.close();
    const opening = openSqliteStorage({ file, keyring: keyring(8) });
    await expect(opening).rejects.toThrow(/^The secret key does not fit the data: [^\n]+\.$/);
    // SQLite clears away what lies beside a file once nobody has it open.
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    const reopened = await openSqlite(file);
    for (const kept of children) expect(await reopened.read.children.record(kept.id)).toEqual(kept);
  });
});
