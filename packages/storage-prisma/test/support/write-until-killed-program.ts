import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { child } from '@health-case/domain/contracts/storage/samples';
import type { AccountId, ChildId } from '@health-case/domain/model/ids';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';
import { keyring } from './keyring.ts';

/** Keeps children of a parent for as long as it lives, and says the id of each once it was acknowledged, one to a line. */
const [file, parentId] = process.argv.slice(2) as [string, AccountId];
const storage = await openSqliteStorage({ file, keyring: keyring() });

const writeOn = async (): Promise<never> => {
  for (;;) {
    const id = randomUUID() as ChildId;
    const inserted = await storage.write(({ children }) =>
      children.insert({ ...child(parentId, id.slice(0, 18)), id }),
    );
    if (!inserted.ok) throw new Error('no two of the numbers are the same');
    // Straight into the pipe: what a stream still holds would die with the process.
    writeSync(1, `${id}\n`);
  }
};
await Promise.all(Array.from({ length: 32 }, writeOn));
