import { auditRecord } from '@health-case/domain/contracts/storage/samples';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

/** More than one statement of Prisma's may have values (999). */
const MANY = 1200;

const crowdedFile = async (): Promise<string> => {
  const file = await migratedFile();
  const database = openBeside(file);
  const insertAccount = database.prepare(`INSERT INTO Account VALUES (?, 'A', 'B', ?, 'hash', ?, 0, NULL)`);
  const link = database.prepare('INSERT INTO Assistance (doctorId, assistantId) VALUES (?, ?)');
  const insertCase = database.prepare(
    `INSERT INTO "Case" (id, childId, parentId, doctorId, title, openedAt) VALUES (?, 'child', 'parent', ?, 'T', 0)`,
  );
  database.transaction(() => {
    insertAccount.run('parent', 'parent', 'Par');
    insertAccount.run('assistant', 'assistant', 'Ast');
    database.exec(`INSERT INTO Child (id, parentId, firstName, lastName) VALUES ('child', 'parent', 'A', 'B')`);
    for (let number = 0; number < MANY; number += 1) {
      insertAccount.run(`doctor ${number}`, `doctor ${number}`, 'Doc');
      link.run(`doctor ${number}`, 'assistant');
      insertCase.run(`case ${String(number).padStart(4, '0')}`, `doctor ${number}`);
    }
  })();
  return file;
};

describe('a list that goes by another list', () => {
  it('shows an assistant the cases of all doctors, however many those are', async () => {
    const storage = await openSqlite(await crowdedFile());
    const page = await storage.read.cases.ofAssistant('assistant' as AccountId, { after: undefined, size: 3 });
    expect(page.map(({ id }) => id)).toEqual(['case 0000', 'case 0001', 'case 0002']);
  });

  it('shows the audit records of a child, however many its cases are', async () => {
    const storage = await openSqlite(await crowdedFile());
    expect(await storage.read.audit.records({ child: 'child' as ChildId }, { after: 0, size: 3 })).toEqual([]);
  });
});

describe('a unit of work with many audit records', () => {
  it('keeps them all: 112 of 10 values are more than one statement of Prisma takes', async () => {
    const storage = await openSqlite(await migratedFile());
    await storage.write(async ({ audit }) => {
      for (let nth = 0; nth < 112; nth += 1) await audit.append(auditRecord({ requestId: `request ${nth}` }));
      return ok(undefined);
    });
    expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 112 });
  });
});
