import { describe, expect, test, vi } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import type { Child } from '../../src/model/child.ts';
import type { CaseId, ChildId } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, day, entriesOf, listed, must, name, number, unknownId } from '../support/values.ts';

const call = { requestId: 'operator 1' };
type Facts = Partial<Pick<Child, 'firstName' | 'birthDate' | 'socSecNum'>>;

/** Two children of different parents. The other one has a case with a closed task, with another doctor. */
const openTwins = async (keepFacts: Facts = {}, otherFacts: Facts = {}) => {
  const family = await openFamily();
  const { app, caseOf, childId: keep, closedTaskIn, operator, otherDoctor, otherParent, parent, storage } = family;
  must(await app.correctChild({ actor: parent, childId: keep, ...keepFacts }));
  const names = { firstName: name('Karla'), lastName: name('Example') };
  const other = must(await app.addChild({ actor: otherParent, ...names, ...otherFacts }));
  const otherCase = await caseOf(other, otherDoctor);
  const otherTask = await closedTaskIn(otherCase);
  const merge = (pair: object = {}) => operator.mergeChildren({ ...call, keep, other, ...pair });
  const preview = (pair: object = {}) => operator.previewMerge({ ...call, keep, other, ...pair });
  const casesOf = async (actor: Account) =>
    (await listed(app.listCases({ actor, paging: {} }))).map(({ id, childId }) => [id, childId]);
  const record = () => storage.read.children.record(keep);
  const pairs = async () =>
    (await entriesOf(must(await operator.listDuplicates({ requestId: 'operator 1' })))).map(({ children }) =>
      children.map(({ id }) => id),
    );
  const request = async (actor: Account, id: CaseId | typeof otherTask, issue: Account | undefined = undefined) => {
    must(await app.requestCertification({ actor, id }));
    if (issue) must(await app.issueCertification({ actor: issue, id }));
  };
  return { ...family, casesOf, keep, merge, other, otherCase, otherTask, pairs, preview, record, request };
};

describe('merging two children (D-37)', () => {
  test('makes them one, which the parents of both have, with all cases', async () => {
    const { app, caseId, casesOf, doctor, keep, merge, other, otherCase, otherDoctor, otherParent, parent, parents } =
      await openTwins();
    expect(must(await merge())).toMatchObject({ cases: 1, certificates: 0, parents: 1, fields: [] });
    const both = [caseId, otherCase].map((id) => [id, keep]);
    for (const actor of [parent, otherParent]) {
      expect(await casesOf(actor)).toEqual(both);
      expect(await listed(app.listOwnChildren({ actor, paging: {} }))).toMatchObject([
        { id: keep, firstName: 'Carla' },
      ]);
      expect(codeOf(await app.showChild({ actor, childId: keep }))).toBe('OK');
      expect(codeOf(await app.showChild({ actor, childId: other }))).toBe('CHILD_NOT_FOUND');
    }
    expect(await parents(keep)).toEqual(['Paula', 'Pablo']);
    for (const actor of [doctor, otherDoctor]) {
      const children = await listed(app.listDoctorsChildren({ actor, doctorId: actor.id, paging: {} }));
      expect(children.map(({ id }) => id)).toEqual([keep]);
    }
    expect(must(await app.showCase({ actor: otherDoctor, caseId: otherCase })).child.firstName).toBe('Carla');
  });

  test('fills in what the one that stays lacks; where they differ, it keeps its own', async () => {
    const socSecNum = number('756.9217.0769.85');
    const own = { birthDate: day('2019-05-04') };
    const { app, keep, merge, otherParent, record } = await openTwins(own, { birthDate: day('2018-01-01'), socSecNum });
    expect(must(await merge()).fields).toEqual(['socSecNum']);
    expect(await record()).toMatchObject({ id: keep, firstName: 'Carla', ...own, socSecNum });
    const again = { firstName: name('Karla'), lastName: name('Example'), socSecNum };
    expect(await app.addChild({ actor: otherParent, ...again })).toEqual(refuse('CHILD_KNOWN'));
  });

  test('revokes the certificates of the other one alone; new ones are made once its doctor has confirmed the record that stays', async () => {
    const { create, created, doctor, merge, otherDoctor, otherParent, otherTask, parent, placeOf, request, taskId } =
      await openTwins();
    await request(parent, taskId, doctor);
    await request(otherParent, otherTask, otherDoctor);
    const own = await created();
    const others = [
      await created({ actor: otherParent, id: otherTask }),
      await created({ actor: otherDoctor, id: otherTask }),
    ];
    expect(must(await merge()).certificates).toBe(2);
    expect(await placeOf(own.id)).toBeDefined();
    for (const { id } of others) expect(await placeOf(id)).toBeUndefined();
    expect(await create({ actor: parent, id: otherTask })).toEqual(refuse('CERTIFICATION_TO_CONFIRM'));
    await created();
  });
});

describe('a merge (D-37)', () => {
  test('is refused for one child, for an unknown one, and for more than six parents', async () => {
    const { keep, merge, more, other, parents, preview, share } = await openTwins();
    const nobody = unknownId<ChildId>();
    for (const call of [merge, preview]) {
      expect(await call({ other: keep })).toEqual(refuse('CHILDREN_EQUAL'));
      expect(await call({ other: nobody })).toEqual(refuse('CHILD_NOT_FOUND'));
      expect(await call({ keep: nobody })).toEqual(refuse('CHILD_NOT_FOUND'));
    }
    for (const account of await more(5)) await share(account);
    for (const call of [preview, merge]) expect(await call()).toEqual(refuse('TOO_MANY_PARENTS'));
    expect([await parents(keep), await parents(other)]).toMatchObject([{ length: 6 }, { length: 1 }]);
  });

  test('is not refused if a parent has one more child with the number, which then stays another one', async () => {
    const socSecNum = number('756.9217.0769.85');
    const { app, keep, merge, otherParent, parent, pairs, preview, record } = await openTwins({}, { socSecNum });
    const names = { firstName: name('Karla'), lastName: name('Example') };
    const third = must(await app.addChild({ actor: parent, ...names, socSecNum: number('756 9217 0769 85') }));
    expect(must(await preview()).fields).toEqual(['socSecNum']);
    expect(must(await merge()).fields).toEqual(['socSecNum']);
    expect(await record()).toMatchObject({ socSecNum });
    expect(await pairs()).toEqual([[keep, third]]);
    for (const actor of [parent, otherParent])
      expect(await app.addChild({ actor, ...names, socSecNum })).toEqual(refuse('CHILD_KNOWN'));
  });

  test('of a child that was merged is refused, and the one that stays may be merged on', async () => {
    const { casesOf, childOf, keep, merge, operator, other, otherParent, preview, register, caseId, otherCase } =
      await openTwins();
    const third = await childOf(await register('Par', 'Tom'), 'Carlotta');
    must(await merge());
    for (const call of [preview, merge]) expect(await call()).toEqual(refuse('CHILD_NOT_FOUND'));
    must(await merge({ keep: third, other: keep }));
    expect(await casesOf(otherParent)).toEqual([caseId, otherCase].map((id) => [id, third]));
    for (const childId of [other, keep]) expect(await operator.findMerged({ childId })).toEqual(ok(third));
    expect(await operator.findMerged({ childId: third })).toEqual(ok(undefined));
  });

  test('is recorded on the one that is no more, about the one that stays', async () => {
    const { keep, merge, other, storage } = await openTwins();
    must(await merge());
    const records = await storage.read.audit.records({}, { after: 0, size: 9 });
    const record = { action: 'children merged', by: undefined, on: other, child: keep, outcome: 'OK' };
    expect(records).toMatchObject([record]);
  });
});

describe('the preview of a merge', () => {
  test('tells what the merge then does, and changes nothing', async () => {
    const known = { birthDate: day('2019-05-04'), socSecNum: number('756.9217.0769.85') };
    const family = await openTwins({}, known);
    const { auditTrail, created, doctor, merge, otherCase, otherDoctor, otherParent, otherTask, parent } = family;
    const { keep, other, preview, request, storage, taskId } = family;
    await request(otherParent, otherTask, otherDoctor);
    await request(parent, taskId, doctor);
    await created({ actor: otherParent, id: otherTask });
    const write = vi.spyOn(storage, 'write');
    const told = must(await preview());
    expect(write.mock.calls).toEqual([]);
    // D-34: both were looked at.
    expect(auditTrail.noted).toMatchObject([{ by: undefined, action: 'children found', children: `${keep} ${other}` }]);
    expect(await preview()).toEqual(ok(told));
    expect(told).toMatchObject({
      joining: [{ firstName: 'Pablo' }],
      cases: [{ id: otherCase }],
      differing: ['firstName'],
    });
    const { cases, certificates, joining, fields, toConfirm } = told;
    const done = { cases: cases.length, certificates, parents: joining.length, fields, toConfirm };
    expect(must(await merge())).toEqual(done);
    expect([certificates, fields, toConfirm]).toEqual([1, ['birthDate', 'socSecNum'], 2]);
  });

  test('names the fields in which the value of the other one is lost', async () => {
    const birthDate = day('2019-05-04');
    const { preview } = await openTwins(
      { birthDate, socSecNum: number('756.9217.0769.85') },
      { birthDate, socSecNum: number('756.1234.5678.97'), firstName: name('Carla') },
    );
    const { differing, fields } = must(await preview());
    expect([differing, fields]).toEqual([['socSecNum'], []]);
  });
});
