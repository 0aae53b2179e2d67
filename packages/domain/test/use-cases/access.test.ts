import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Account } from '../../src/model/account.ts';
import type { ChildId } from '../../src/model/values.ts';
import { openFamily } from '../support/family.ts';
import { entriesOf, listed, must, name } from '../support/values.ts';

const call = { requestId: 'the request' };

/** A child about which the doctor, the parent and a stranger have asked, with records. */
const openAccess = async () => {
  const family = await openFamily();
  const { auditTrail, caseId, childId, doctor, otherDoctor, parent, storage } = family;
  const calls = createApplication(family);
  const { session } = await family.logIn(parent);
  /** Stores what is noted meanwhile. */
  const settle = () => storage.sequence(auditTrail.noted.splice(0));
  const accessTo = async (of: ChildId = childId, paging: object = {}, actor: Account = parent) => {
    await settle();
    return listed(family.app.listAccess({ actor, childId: of, paging }));
  };
  const look = (actor: Account) => calls.showCase({ ...call, actor, session, caseId });
  const correct = (actor: Account = parent, of: ChildId = childId) =>
    calls.correctChild({ ...call, actor, childId: of, lastName: name(`Of ${actor.firstName}`) });
  must(await look(doctor));
  await settle();
  must(await correct());
  await look(otherDoctor);
  return { ...family, accessTo, calls, correct, look, session, settle };
};

const told = (entries: Awaited<ReturnType<Awaited<ReturnType<typeof openAccess>>['accessTo']>>) =>
  entries.map(({ action, byWhom }) => [action, byWhom?.firstName ?? null]);

describe('who has looked at a child (D-34)', () => {
  test('is told newest first: what was answered, not what was refused, with the names of who asked', async () => {
    const { accessTo, clock, doctor, parent } = await openAccess();
    const entries = await accessTo();
    expect(told(entries)).toEqual([
      ['child corrected: lastName', 'Paula'],
      ['case shown', 'Dora'],
    ]);
    const { id, firstName, lastName } = doctor;
    const byWhom = { id, firstName, lastName, role: 'Doc' };
    expect(entries[1]).toMatchObject({ at: clock.now(), by: id, byWhom });
    expect(entries[0]?.byWhom).toEqual({
      id: parent.id,
      firstName: 'Paula',
      lastName: 'Example',
      role: 'Par',
      isAvailable: true,
    });
  });

  test('names the parent who became one, was removed or left, if the account is still there', async () => {
    const { accessTo, calls, childId, invited, operator, otherParent, parent, register, share } = await openAccess();
    const [tom, nina] = [await register('Par', 'Tom'), await share(await register('Par', 'Nina'))];
    must(await calls.joinChild({ ...call, address: '192.0.2.1', actor: tom, code: await invited(tom.email) }));
    await share(otherParent);
    must(await calls.removeParent({ ...call, actor: parent, childId, parentId: tom.id }));
    must(await calls.removeParent({ ...call, actor: otherParent, childId, parentId: otherParent.id }));
    must(await operator.eraseAccount({ ...call, email: nina.email }));
    must(await calls.inviteParent({ ...call, actor: parent, childId, email: tom.email }));
    const changes = (await accessTo()).filter(({ action }) => action.startsWith('parent '));
    expect(changes.map(({ action, byWhom, whom }) => [action, byWhom?.firstName, whom?.firstName])).toEqual([
      ['parent invited', 'Paula', undefined],
      ['parent removed', undefined, undefined],
      ['parent removed', 'Pablo', 'Pablo'],
      ['parent removed', 'Paula', 'Tom'],
      ['parent joined', 'Tom', 'Tom'],
    ]);
  });

  test('is itself recorded about the child', async () => {
    const { accessTo, calls, childId, parent, session } = await openAccess();
    const pages = must(await calls.listAccess({ ...call, actor: parent, session, childId, paging: {} }));
    await entriesOf(pages);
    expect(told(await accessTo())[0]).toEqual(['access listed', 'Paula']);
  });

  test('names nobody for the operator, and for an account that was erased', async () => {
    const { accessTo, app, caseId, childId, doctor, look, operator, otherDoctor } = await openAccess();
    must(await operator.exportChild({ ...call, childId }));
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    must(await app.eraseAccount({ email: doctor.email }));
    must(await look(otherDoctor));
    expect(told(await accessTo())).toEqual([
      ['case shown', 'Dieter'],
      ['child exported', null],
      ['child corrected: lastName', 'Paula'],
      ['case shown', null],
    ]);
  });
});
