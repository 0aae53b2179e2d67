import { account, insert } from '@health-case/domain/contracts/storage/samples';
import { Fault } from '@health-case/domain/errors';
import { describe, expect, it } from 'vitest';
import { toCertification } from '../src/tables/cases.ts';
import { toAccount } from '../src/tables/people.ts';
import { migratedDatabase, openPostgres } from './support/postgresql.ts';
import { migratedFile, openSqlite } from './support/sqlite.ts';

const certification = {
  id: 'certification',
  caseId: 'case',
  taskId: 'task',
  place: 1,
  liveTaskId: null,
  requestedById: 'parent',
  requestedAt: new Date(1),
};
const decided = new Date(2);

describe('a row that breaks the rules of the model', () => {
  it.each([
    ['requested, and decided', 'requested', decided, null],
    ['issued, but when?', 'issued', null, null],
    ['rejected, but when?', 'rejected', null, 'Unclear.'],
    ['rejected, but why?', 'rejected', decided, null],
    ['revoked, but when and why?', 'revoked', null, null],
    ['revoked, but why?', 'revoked', decided, null],
    ['in a state that there is not', 'lost', decided, 'Unclear.'],
    ['in none', '', null, null],
  ])('is a fault, and no certification: %s', (_, status, decidedAt, reason) => {
    const read = () => toCertification({ ...certification, status, decidedAt, reason });
    expect(read).toThrow(new Fault('The store holds a certification that cannot be: certification.'));
  });

  it('is a fault, and no account, where its role is none', () => {
    const names = { id: 'somebody', firstName: 'Åsa', lastName: 'Ek', email: 'asa@example.org' };
    const read = () => toAccount({ ...names, role: 'Dean', registeredAt: 1 as never });
    expect(read).toThrow(new Fault('The store holds an account with a role that cannot be: somebody.'));
  });
});

it.each([
  ['SQLite', async () => openSqlite(await migratedFile())],
  ['PostgreSQL', async () => openPostgres(await migratedDatabase())],
])(
  'an account on %s whose address was stored in punycode is found by its letters and no others (D-07)',
  async (_, open) => {
    const storage = await open();
    const jan = { ...account('Par'), email: 'jan@xn--mnchen-3ya.de' as never };
    await insert(storage, jan);
    await insert(storage, { ...account('Par'), email: 'mia@example.org' as never });
    const find = (email: string) => storage.read.accounts.credentialsByEmail(email as never);
    expect((await find('jan@münchen.de'))?.account.id).toBe(jan.id);
    for (const other of [
      'jan@munchen.de',
      'jan@mün\uFE0Fchen.de',
      'jan@mün\u{E0100}chen.de',
      'mia@exam\uFE0Fple.org',
    ]) {
      expect(await find(other)).toBeUndefined();
    }
  },
);
