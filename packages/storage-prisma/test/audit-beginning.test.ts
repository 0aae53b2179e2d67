import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import { describe, expect, it } from 'vitest';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const WIPE = 'DELETE FROM AuditRecord; DELETE FROM AuditEnd';

describe('the end of the audit trail, where it is missing at a start,', () => {
  it('is sealed if the store has neither a record nor an account, as an older program left it', async () => {
    const file = await migratedFile();
    openBeside(file).exec(WIPE);
    const { read } = await openSqlite(file);
    expect(await read.audit.verify()).toEqual({ sound: true, records: 0 });
    expect((await read.audit.checkpoint())?.place).toBe(0);
  });

  it('is lost if the store has an account', async () => {
    const file = await migratedFile();
    await keepAccount(await openSqlite(file), 'Par');
    openBeside(file).exec(WIPE);
    const { read } = await openSqlite(file);
    expect(await read.audit.verify()).toEqual({ sound: false, place: 1, problem: 'the end is missing' });
  });
});
