import { Fault } from '@health-case/domain/errors';
import { describe, expect, it } from 'vitest';
import { toCertification } from '../src/tables/cases.ts';
import { toAccount } from '../src/tables/people.ts';

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

describe('a row that nobody can have written', () => {
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
    const read = () => toAccount({ ...names, role: 'Dean', registeredAt: new Date(1) });
    expect(read).toThrow(new Fault('The store holds an account with a role that cannot be: somebody.'));
  });
});
