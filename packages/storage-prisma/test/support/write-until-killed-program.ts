import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { auditRecord, child } from '@health-case/domain/contracts/storage/samples';
import type { AccountId, AuditRecordId, ChildId } from '@health-case/domain/model/values';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';

/** Writes children of a parent with 32 writers for as long as it lives, and prints the id of each once it was acknowledged. */
const [file, parentId] = process.argv.slice(2) as [string, AccountId];
const keyring = createAesGcmKeyring(async () => new Uint8Array(32).fill(7));
const storage = await openSqliteStorage({ file, keyring });

/** Straight into the pipe: what a stream still holds would die with the process. A full pipe is waited for. */
const print = (line: string): void => {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
};

const writeOn = async (): Promise<never> => {
  for (;;) {
    const id = randomUUID() as ChildId;
    const inserted = await storage.write(async ({ audit, children }) => {
      await audit.append(auditRecord({ id: randomUUID() as AuditRecordId, child: id }));
      return children.insert({ ...child(parentId, id.slice(0, 18)), id });
    });
    if (!inserted.ok) throw new Error('Two numbers are the same.');
    print(`${id}\n`);
  }
};
await Promise.all(Array.from({ length: 32 }, writeOn));
