import {
  account,
  at,
  insert,
  keep,
  keepAccount,
  keepCase,
  keepClosedTask,
  nextId,
} from '@health-case/domain/contracts/storage/samples';
import { Fault, Unavailable } from '@health-case/domain/errors';
import { certify } from '@health-case/domain/model/case';
import { describe, expect, it } from 'vitest';
import { PLACES, sqlitePlace } from './support/stores.ts';

const NO_TABLE = { SQLite: 'SQLITE_ERROR', PostgreSQL: '42P01' };

describe.each(PLACES)('on $provider', ({ provider, openPlace }) => {
  it.each(['Session', 'Task'])('a table that is not there is an outage: %s', async (table) => {
    const { open, query } = await openPlace();
    const { read } = await open();
    await query(`ALTER TABLE "${table}" RENAME TO "gone"`);
    const reading = table === 'Session' ? read.sessions.find(nextId()) : read.tasks.find(nextId());
    const outage = new Unavailable('store', `The store failed (${NO_TABLE[provider]}).`, { retryAfterSeconds: 1 });
    await expect(reading).rejects.toThrow(outage);
  });

  it('an account whose address was stored in punycode is found by its letters and no others (D-07)', async () => {
    const storage = await (await openPlace()).open();
    const jan = account('Par', { email: 'jan@xn--mnchen-3ya.de' as never });
    await insert(storage, jan);
    await insert(storage, account('Par', { email: 'mia@example.org' as never }));
    const find = (email: string) => storage.read.accounts.credentialsByEmail(email as never);
    expect((await find('jan@münchen.de'))?.account.id).toBe(jan.id);
    const others = ['jan@munchen.de', 'jan@mün\uFE0Fchen.de', 'jan@mün\u{E0100}chen.de', 'mia@exam\uFE0Fple.org'];
    for (const other of others) expect(await find(other)).toBeUndefined();
  });
});

describe('a row that breaks the rules of the model is a fault:', () => {
  it.each([
    ['requested, and decided', 'requested', 2, null],
    ['issued, but when?', 'issued', null, null],
    ['rejected, but why?', 'rejected', 2, null],
    ['revoked, but why?', 'revoked', 2, null],
    ['in a state that there is not', 'lost', 2, 'Unclear.'],
  ])('a certification %s', async (_, status, decidedAt, reason) => {
    const { open, query } = await sqlitePlace();
    const storage = await open();
    const { case: facts, parent } = await keepCase(storage);
    const task = await keepClosedTask(storage, facts);
    const { id } = await keep(storage, ({ certifications }) =>
      certifications.insertOnce(certify(task, nextId(), parent.id, at(40))),
    );
    await query('UPDATE "Certification" SET "status" = $1, "decidedAt" = $2, "reason" = $3', status, decidedAt, reason);
    const fault = new Fault(`The store holds a certification that cannot be: ${id}.`);
    await expect(storage.read.certifications.newestOf(task.id)).rejects.toThrow(fault);
  });

  it('an account with a role that there is not', async () => {
    const { open, query } = await sqlitePlace();
    const storage = await open();
    const { id } = await keepAccount(storage, 'Par');
    await query(`UPDATE "Account" SET "role" = 'Dean'`);
    const fault = new Fault(`The store holds an account with a role that cannot be: ${id}.`);
    await expect(storage.read.accounts.find(id)).rejects.toThrow(fault);
  });
});
