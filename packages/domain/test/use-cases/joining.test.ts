import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { DAY } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import type { Who } from '../support/clinic.ts';
import { openFamily } from '../support/family.ts';
import { codeMailed } from '../support/mails.ts';
import { codeOf, day, email, listed, must, name, number, title } from '../support/values.ts';

describe('joining a child (D-33)', () => {
  test('makes the account with exactly that address a parent, once', async () => {
    const { childId, invited, join, otherParent, parents } = await openFamily();
    const code = await invited(otherParent.email);
    expect(must(await join(otherParent, code)).childId).toBe(childId);
    expect(await join(otherParent, code)).toEqual(refuse('CODE_INVALID'));
    expect(await parents()).toEqual(['Paula', 'Pablo']);
  });

  test.each<Who>(['doctor', 'assistant'])(
    'is refused to the %s, also with a code that their address got before they registered it',
    async (who) => {
      const { app, deliver, invited, join, logIn, mailer, parents, [who]: account } = await openFamily();
      const [here, address] = [await logIn(account), email('new@example.org')];
      const code = await invited(address);
      must(await app.changeEmail({ ...here, email: address, password: 'correct horse' as never }));
      await deliver();
      must(await app.confirmEmail({ ...here, code: codeMailed({ mailer }, 'new address') }));
      expect(await join({ ...account, email: address }, code)).toEqual(refuse('ROLE_NOT_ALLOWED'));
      expect(await parents()).toEqual(['Paula']);
    },
  );

  test('is refused with a code to another address, with one replaced by a newer one, and with what is none', async () => {
    const { invited, join, otherParent, parents, register } = await openFamily();
    const [older, newer] = [await invited(otherParent.email), await invited(otherParent.email)];
    const stranger = await register('Par', 'Nina');
    for (const [actor, code] of [
      [otherParent, older],
      [otherParent, 'code-999'],
      [otherParent, 'x'],
      [stranger, newer],
    ] as const) {
      expect(await join(actor, code)).toEqual(refuse('CODE_INVALID'));
    }
    expect(codeOf(await join(otherParent, newer))).toBe('OK');
    expect(await parents()).toEqual(['Paula', 'Pablo']);
  });

  test('works for seven days, also if the address was registered only then', async () => {
    const { clock, invited, join, register } = await openFamily();
    const [early, late] = [await invited(email('early@example.org')), await invited(email('late@example.org'))];
    clock.advance(7 * DAY - 1);
    expect(codeOf(await join(await register('Par', 'early'), early))).toBe('OK');
    clock.advance(1);
    expect(await join(await register('Par', 'late'), late)).toEqual(refuse('CODE_INVALID'));
  });
});

describe('a code', () => {
  test('goes by the address that the account has now, whatever it had when the call began', async () => {
    const { app, deliver, invited, join, logIn, mailer, otherParent } = await openFamily();
    const code = await invited(otherParent.email);
    const here = await logIn(otherParent);
    const other = email('other@example.org');
    must(await app.changeEmail({ ...here, email: other, password: 'correct horse' as never }));
    await deliver();
    must(await app.confirmEmail({ ...here, code: codeMailed({ mailer }, 'new address') }));
    expect(await join(otherParent, code)).toEqual(refuse('CODE_INVALID'));
    expect(codeOf(await join({ ...otherParent, email: other }, await invited(other)))).toBe('OK');
  });

  test('of an inviter whose account was disabled is neither sent nor worth anything', async () => {
    const { app, codeFor, invite, invited, join, otherParent, parent, parents, register } = await openFamily();
    const code = await invited(otherParent.email);
    const late = await register('Par', 'late');
    must(await invite(late.email));
    must(await app.disableAccount({ email: parent.email }));
    expect(await codeFor(late.email)).toBeUndefined();
    expect(await join(otherParent, code)).toEqual(refuse('CODE_INVALID'));
    must(await app.enableAccount({ email: parent.email }));
    expect(codeOf(await join(otherParent, code))).toBe('OK');
    expect(await parents()).toEqual(['Paula', 'Pablo']);
  });

  test('is hard to guess, as an account may try only twenty a day', async () => {
    const { clock, invited, join, otherParent } = await openFamily();
    const code = await invited(otherParent.email);
    for (let nth = 0; nth < 20; nth += 1) expect(codeOf(await join(otherParent, `guess ${nth}`))).toBe('CODE_INVALID');
    expect(codeOf(await join(otherParent, code))).toBe('THROTTLED');
    clock.advance(DAY);
    expect(codeOf(await join(otherParent, code))).toBe('OK');
  });
});

/** A parent who has added the same child on their own, with a case, a certificate and another parent. */
const openSecondEntry = async () => {
  const family = await openFamily();
  const { app, closedTaskIn, created, doctor, invited, otherDoctor, otherParent, parent, register, share } = family;
  const socSecNum = number('756.9217.0769.85');
  must(await app.correctChild({ actor: parent, childId: family.childId, socSecNum }));
  const facts = { firstName: name('Karla'), lastName: name('Example'), socSecNum: number('7569217076985') };
  const calls = createApplication(family);
  const key = { requestId: 'the request', idempotencyKey: must(parseIdempotencyKey('first')) };
  const add = () => calls.addChild({ ...key, actor: otherParent, ...facts, birthDate: day('2019-05-04') });
  const own = must(await add());
  const opening = { actor: otherParent, childId: own, doctorId: otherDoctor.id, title: title('Cough') };
  const open = () =>
    calls.openCase({ ...opening, requestId: 'r', idempotencyKey: must(parseIdempotencyKey('second')) });
  const ownCase = must(await open());
  const id = await closedTaskIn(ownCase);
  must(await app.requestCertification({ actor: otherParent, id }));
  must(await app.issueCertification({ actor: otherDoctor, id }));
  const certificate = await created({ actor: otherParent, id });
  const third = await share(await register('Par', 'Tom'), own, otherParent);
  const joined = async () => family.join(otherParent, await invited(otherParent.email));
  return { ...family, add, calls, certificate, doctor, id, joined, open, opening, own, ownCase, third };
};

describe('joining a child that one is a parent of already, by an entry of another', () => {
  test('leaves that entry to who has added it, whom the other one could else be used to remove', async () => {
    const { app, childId, invited, join, otherParent, own, parents, third } = await openSecondEntry();
    expect(await join(third, await invited(third.email))).toEqual(ok({ childId, merged: undefined }));
    expect([await parents(), await parents(own)]).toEqual([
      ['Paula', 'Tom'],
      ['Pablo', 'Tom'],
    ]);
    must(await app.removeParent({ actor: otherParent, childId: own, parentId: third.id }));
    expect(await parents(own)).toEqual(['Pablo']);
  });
});

describe('joining a child that one has added, too', () => {
  test('makes the two one: its cases and parents move over, and what was not known is filled in', async () => {
    const { app, caseId, childId, joined, otherParent, own, ownCase, parents, storage, third } =
      await openSecondEntry();
    expect(await joined()).toEqual(ok({ childId, merged: own }));
    expect(await parents()).toEqual(['Paula', 'Pablo', 'Tom']);
    for (const actor of [otherParent, third]) {
      expect(await listed(app.listOwnChildren({ actor, paging: {} }))).toMatchObject([{ id: childId }]);
      const cases = await listed(app.listCases({ actor, paging: {} }));
      expect(cases.map(({ id, childId: of }) => [id, of])).toEqual([caseId, ownCase].map((id) => [id, childId]));
    }
    const record = { id: childId, firstName: 'Carla', birthDate: '2019-05-04', socSecNum: '756.9217.0769.85' };
    expect(await storage.read.children.record(childId)).toMatchObject(record);
    expect(await app.showChild({ actor: otherParent, childId: own })).toEqual(refuse('CHILD_NOT_FOUND'));
  });

  test('revokes its certificates, and makes new ones once its doctor has confirmed the record that stays', async () => {
    const { app, certificate, create, deliver, id, joined, mailer, otherDoctor, otherParent, ownCase, storage } =
      await openSecondEntry();
    must(await joined());
    expect(await storage.read.certificates.find(certificate.id)).toBeUndefined();
    expect(await create({ actor: otherParent, id })).toEqual(refuse('CERTIFICATION_TO_CONFIRM'));
    const events = await listed(app.showHistory({ actor: otherDoctor, caseId: ownCase, paging: {} }));
    const corrected = { action: 'child corrected', by: otherParent.id, fields: ['firstName', 'socSecNum'] };
    expect(events.at(-1)).toMatchObject(corrected);
    await deliver();
    const told = mailer.sent.filter(({ kind }) => kind === 'certification to confirm').map(({ to }) => to);
    expect(told).toEqual([otherDoctor.email]);
  });

  test('lets kept outcomes be answered again (D-24): with the child that stays, and with the case as it was', async () => {
    const { add, app, childId, joined, open, otherParent, ownCase, parent } = await openSecondEntry();
    must(await joined());
    expect([await add(), await open()]).toEqual([ok(childId), ok(ownCase)]);
    must(await app.removeParent({ actor: parent, childId, parentId: otherParent.id }));
    expect(await add()).toEqual(refuse('CHILD_NOT_FOUND'));
  });

  test('is answered again with its key, also after a further merge, but not once the child is erased', async () => {
    const { app, calls, childId, invited, own, otherParent } = await openSecondEntry();
    const call = { requestId: 'r', address: '192.0.2.1', idempotencyKey: must(parseIdempotencyKey('third')) };
    const code = await invited(otherParent.email);
    const join = () => calls.joinChild({ ...call, actor: otherParent, code });
    const [first, again] = [must(await join()), must(await join())];
    expect([first, again]).toEqual([
      { childId, merged: own },
      { childId, merged: undefined },
    ]);
    const keep = must(await app.addChild({ actor: otherParent, firstName: name('C'), lastName: name('E') }));
    must(await app.mergeChildren({ keep, other: childId }));
    expect(must(await join()).childId).toBe(keep);
    must(await app.eraseChild({ childId: keep }));
    expect(await join()).toEqual(refuse('CODE_INVALID'));
  });

  test('is not answered again to a parent who has left since, and no more is the adding of a child', async () => {
    const { add, app, calls, childId, invited, otherParent, own } = await openSecondEntry();
    must(await app.removeParent({ actor: otherParent, childId: own, parentId: otherParent.id }));
    expect(await add()).toEqual(refuse('CHILD_NOT_FOUND'));
    const call = { requestId: 'r', address: '192.0.2.1', idempotencyKey: must(parseIdempotencyKey('fourth')) };
    const code = await invited(otherParent.email);
    const join = () => calls.joinChild({ ...call, actor: otherParent, code });
    must(await join());
    must(await app.removeParent({ actor: otherParent, childId, parentId: otherParent.id }));
    expect(await join()).toEqual(refuse('CODE_INVALID'));
  });

  test('is refused if the two have more than six parents, and then changes nothing', async () => {
    const { invite, joined, more, own, parents, share } = await openSecondEntry();
    for (const account of await more(4)) await share(account);
    expect(codeOf(await invite(email('nobody@example.org')))).toBe('OK');
    expect(await joined()).toEqual(refuse('TOO_MANY_PARENTS'));
    expect([await parents(), await parents(own)]).toMatchObject([{ length: 5 }, ['Pablo', 'Tom']]);
  });

  test('is recorded with the entry that is no more', async () => {
    const { calls, childId, invited, otherParent, own, storage } = await openSecondEntry();
    const code = await invited(otherParent.email);
    must(await calls.joinChild({ actor: otherParent, code, requestId: 'r', address: '192.0.2.1' }));
    const records = await storage.read.audit.records({ child: childId }, { after: 0, size: 99 });
    expect(records.at(-1)).toMatchObject({ action: `parent joined: with ${own}`, on: otherParent.id, child: childId });
  });
});
