import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import type { NameSearch } from '../../src/model/names.ts';
import type { Pages } from '../../src/model/pages.ts';
import type { ChildId } from '../../src/model/values.ts';
import { refuse } from '../../src/result.ts';
import { openClinicWithClosedTask, type Who } from '../support/clinic.ts';
import { entriesOf, limit, listed, must } from '../support/values.ts';

/** A doctor with the children of two parents, each with a case and a task, who are listed with records. */
const openLists = async () => {
  const clinic = await openClinicWithClosedTask();
  const { auditTrail, caseOf, childId: mia, childOf, doctor, otherParent, parent, storage, taskIn } = clinic;
  const [cora, karl] = [await childOf(parent, 'Cora'), await childOf(otherParent, 'Karl')];
  for (const child of [cora, karl]) await taskIn(await caseOf(child, doctor));
  const app = createApplication(clinic);
  const noted = () => {
    const names = { [mia]: 'Mia', [cora]: 'Cora', [karl]: 'Karl' };
    return auditTrail.noted.map(({ action, child, children, outcome }) => {
      const ids = children?.split(' ') ?? (child === undefined ? [] : [child]);
      return [action, outcome, ids.map((id) => names[id as ChildId])];
    });
  };
  const ask = async (call: keyof typeof LISTS, who: Who | Account, more: object = {}) => {
    const actor = typeof who === 'string' ? clinic[who] : who;
    const { session } = await clinic.logIn(actor);
    const input = { requestId: 'r', session, actor, doctorId: doctor.id, paging: {}, ...LISTS[call], ...more };
    return (app[nameOf(call)] as (given: object) => Promise<never>)(input);
  };
  const look = async (call: keyof typeof LISTS, who: Who | Account, more: object = {}) =>
    entriesOf(must(await ask(call, who, more)) as Pages<unknown>);
  /** The actions that a child's parent is told of. */
  const told = async (childId: ChildId, actor: Account = parent) => {
    await storage.sequence(auditTrail.noted.splice(0));
    return listed(clinic.app.listAccess({ actor, childId, paging: {} }));
  };
  return { ...clinic, ask, cora, karl, look, mia, noted, told };
};

const LISTS = {
  listCases: {},
  'listCases, in full': { detail: 'full' },
  listTasks: {},
  'listTasks, in full': { detail: 'full' },
  'listDoctorsChildren, by name': { name: ['e'] as readonly string[] as NameSearch },
  listDoctorsChildren: {},
  listOwnChildren: {},
} as const;
type Call = 'listCases' | 'listTasks' | 'listDoctorsChildren' | 'listOwnChildren';
const nameOf = (call: keyof typeof LISTS) => call.split(', ')[0] as Call;

const TELLING = [
  ['listCases', 'cases listed'],
  ['listCases, in full', 'cases listed'],
  ['listTasks', 'tasks listed'],
  ['listTasks, in full', 'tasks listed'],
  ['listDoctorsChildren, by name', "doctor's children listed"],
] as const;

describe('a page that shows more of children than their names counts as looking at them (D-34)', () => {
  test.each(TELLING)('%s: one record names them all, and each of them is found by it', async (call, action) => {
    const { cora, doctor, karl, look, mia, noted, otherParent, told } = await openLists();
    await look(call, 'assistant');
    expect(noted()).toEqual([[action, 'OK', ['Mia', 'Cora', 'Karl']]]);
    for (const [child, actor] of [[mia], [cora], [karl, otherParent]] as const) {
      expect((await told(child, actor)).map((entry) => [entry.action, entry.byWhom?.role])).toEqual([[action, 'Ast']]);
    }
    await look(call, doctor, { paging: { limit: limit(1) } });
    expect(noted()).toEqual([[action, 'OK', ['Mia']]]);
  });

  test('a parent is told of no other child', async () => {
    const { cora, karl, look, mia, told } = await openLists();
    await look('listCases', 'doctor');
    const text = JSON.stringify(await told(mia));
    for (const other of [cora, karl, 'list:']) expect(text).not.toContain(other);
  });

  test.each(['listDoctorsChildren', 'listOwnChildren'] as const)('%s: names alone do not', async (call) => {
    const { look, mia, noted, told } = await openLists();
    await look(call, 'parent');
    expect(noted()).toEqual([[expect.stringContaining('children listed'), 'OK', []]]);
    expect(await told(mia)).toEqual([]);
  });

  test.each(TELLING)('%s: nothing found, or refused, is recorded about nobody', async (call, action) => {
    const { ask, look, noted, otherDoctor, parent } = await openLists();
    await look(call, otherDoctor, { doctorId: otherDoctor.id });
    expect(noted()).toEqual([[action, 'OK', []]]);
    if (nameOf(call) !== 'listTasks') return;
    expect(await ask(call, parent)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(noted()[1]).toEqual([action, 'ROLE_NOT_ALLOWED', []]);
  });

  test('the pages of a long list are recorded as they are reached, each before it is read', async () => {
    const { ask, caseOf, cora, doctor, karl, mia, noted } = await openLists();
    for (let nth = 0; nth < 600; nth += 1) await caseOf(nth < 497 ? mia : nth % 2 ? cora : karl, doctor);
    const pages = (must(await ask('listCases', doctor)) as Pages<unknown>)[Symbol.asyncIterator]();
    expect(noted()).toEqual([]);
    for (const count of [500, 103]) expect((await pages.next()).value).toHaveLength(count);
    expect(noted()).toEqual([
      ['cases listed', 'OK', ['Mia', 'Cora', 'Karl']],
      ['cases listed', 'OK', ['Cora', 'Karl']],
    ]);
    await pages.next();
    expect(noted()).toHaveLength(2);
    const left = (must(await ask('listCases', doctor)) as Pages<unknown>)[Symbol.asyncIterator]();
    await left.next();
    await left.return?.();
    expect(noted()).toHaveLength(3);
  });
});
