import {
  at,
  keep,
  keepAccount,
  keepCase,
  keepClosedTask,
  mailOf,
  nextId,
} from '@health-case/domain/contracts/storage/samples';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { CodeDigest } from '@health-case/domain/model/account';
import { certificationFor } from '@health-case/domain/model/case';
import { describe, expect, it } from 'vitest';
import { Conflict } from '../src/failures.ts';
import { PLACES, sqlitePlace } from './support/stores.ts';

const LATE = { retryAfterSeconds: 1 };
const NO_TABLE = { SQLite: 'SQLITE_ERROR', PostgreSQL: '42P01' };

describe.each(PLACES)('on $provider', ({ provider, openPlace }) => {
  it.each(['Session', 'Task'])('a table that is not there is an outage: %s', async (table) => {
    const { open, query } = await openPlace();
    const { read } = await open();
    await query(`ALTER TABLE "${table}" RENAME TO "gone"`);
    const reading = table === 'Session' ? read.sessions.find(nextId()) : read.tasks.find(nextId());
    const outage = new Unavailable('store', `The store failed (${NO_TABLE[provider]}).`, LATE);
    await expect(reading).rejects.toThrow(outage);
  });

  it('a unit that meets others at every attempt is an outage', async () => {
    const storage = await (await openPlace()).open();
    const unit = storage.write(() => Promise.reject(new Conflict()));
    await expect(unit).rejects.toThrow(new Unavailable('store', 'Others were faster each time.', LATE));
  });
});

describe('a row that breaks the rules of the model is a fault:', () => {
  it.each([
    ['requested, and decided', 'requested', 2, null],
    ['issued, but when?', 'issued', null, null],
    ['rejected, but why?', 'rejected', 2, null],
    ['revoked, but why?', 'revoked', 2, null],
    ['in a state that there is not', 'lost', 2, null],
  ])('a certification %s', async (_, status, decidedAt, reason) => {
    const { open, query } = await sqlitePlace();
    const storage = await open();
    const { case: facts, parent } = await keepCase(storage);
    const task = await keepClosedTask(storage, facts);
    const { id } = await keep(storage, ({ certifications }) =>
      certifications.insertOnce(certificationFor(task, nextId(), parent.id, at(40))),
    );
    await query('UPDATE "Certification" SET "status" = $1, "decidedAt" = $2, "reason" = $3', status, decidedAt, reason);
    const fault = new Fault(`The store holds a certification that cannot be: ${id}.`);
    await expect(storage.read.certifications.newestOf(task.id)).rejects.toThrow(fault);
  });

  it.each([
    ['a role', 'role'],
    ['a language', 'language'],
    ['a choice of notices', 'notices'],
  ])('an account with %s that there is not', async (what, column) => {
    const { open, query } = await sqlitePlace();
    const storage = await open();
    const { id } = await keepAccount(storage, 'Par');
    await query(`UPDATE "Account" SET "${column}" = 'other'`);
    const fault = new Fault(`The store holds an account with ${what} that cannot be: ${id}.`);
    await expect(storage.read.accounts.find(id)).rejects.toThrow(fault);
  });

  it.each([
    ['of a kind that there is not', 'a mail of a kind', `"kind" = 'other'`],
    ['for nobody', 'a mail for nobody', '"to" = NULL'],
  ])('a mail %s', async (_, what, change) => {
    const { open, query } = await sqlitePlace();
    const storage = await open();
    const mail = mailOf();
    await keep(storage, ({ mails }) => mails.insert(mail));
    await query(`UPDATE "Mail" SET ${change}`);
    const fault = new Fault(`The store holds ${what} that cannot be: ${mail.id}.`);
    await expect(storage.read.mails.nextDue(at(9))).rejects.toThrow(fault);
  });

  it.each([
    ['for a purpose that there is not', `"purpose" = 'other'`],
    ['for an address, but which?', '"email" = NULL'],
  ])('a code %s', async (_, change) => {
    const { open, query } = await sqlitePlace();
    const storage = await open();
    const { id: accountId, email } = await keepAccount(storage, 'Par');
    const code = { digest: nextId<CodeDigest>(), accountId, expiresAt: at(9), purpose: 'address', email } as const;
    await keep(storage, ({ accountCodes }) => accountCodes.save(code));
    await query(`UPDATE "AccountCode" SET ${change}`);
    const fault = new Fault(`The store holds a code for a purpose that cannot be: ${accountId}.`);
    await expect(storage.read.accountCodes.find(code.digest)).rejects.toThrow(fault);
  });
});
