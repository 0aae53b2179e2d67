import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { at, child } from '@health-case/domain/contracts/storage/samples';
import type { AccountId, AuditRecordId, ChildId } from '@health-case/domain/model/values';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';
import { keyring } from './keyring.ts';

/** Keeps children of a parent, and records it, for as long as it lives, and says the id of each once it was acknowledged, one to a line. */
const [file, parentId] = process.argv.slice(2) as [string, AccountId];
const storage = await openSqliteStorage({ file, keyring: keyring() });

/** Straight into the pipe: what a stream still holds would die with the process. A full pipe is waited for. */
const say = (line: string): void => {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
};

const RECORD = { at: at(0), requestId: 'request', action: 'child added', outcome: 'OK' } as const;

const writeOn = async (): Promise<never> => {
  for (;;) {
    const id = randomUUID() as ChildId;
    const inserted = await storage.write(async ({ audit, children }) => {
      await audit.append({ ...RECORD, id: randomUUID() as AuditRecordId, by: parentId, on: id, child: id });
      return children.insert({ ...child(parentId, id.slice(0, 18)), id });
    });
    if (!inserted.ok) throw new Error('no two of the numbers are the same');
    say(`${id}\n`);
  }
};
await Promise.all(Array.from({ length: 32 }, writeOn));
