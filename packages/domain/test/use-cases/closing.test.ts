import { describe, expect, test } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { ActorErased } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import { EVERYTHING } from '../../src/model/pages.ts';
import type { FactorAttempt } from '../../src/model/second-factor.ts';
import type { Instant, Reason, Statement, Title } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import type { Setup } from '../../testing/setup.ts';
import { credentials, PASSWORD } from '../support/clinic.ts';
import { openFamily, search } from '../support/family.ts';
import { attempt, codeOf, listed, must } from '../support/values.ts';

/** A family, whose members close their accounts. */
const openClosing = async () => {
  const family = await openFamily();
  const { logIn, storage } = family;
  const { closeAccount } = createApplication(family);
  const close = async (account: Account, text = PASSWORD) => {
    const transport = { requestId: 'the closing', address: '192.0.2.1' };
    return closeAccount({ ...(await logIn(account)), ...transport, password: attempt(text) });
  };
  const childIs = async (id = family.childId) => {
    const child = await storage.read.children.record(id);
    return child && { isOfStaff: child.isOfStaff ?? false, parents: await family.parents(id) };
  };
  return { ...family, childIs, close };
};

describe('a call that began before its account was closed', () => {
  const OWN: readonly (readonly [string, (app: Setup, actor: Account) => Promise<unknown>])[] = [
    ['a phrase', (app, actor) => app.addPhrase({ actor, kind: 'reason', text: 'Seen again' as Reason })],
    ['a choice', (app, actor) => app.chooseNotices({ actor, choices: [{ topic: 'note', time: 'never' }] } as never)],
    ['a mail', (app, actor) => app.requestProof({ actor } as never)],
    ['a name', (app, actor) => app.changeProfile({ actor, firstName: 'Mia' } as never)],
    ['no new children', (app, actor) => app.setTakesNoChildren({ actor, takesNoChildren: true })],
    ['a draft', (app, actor) => app.keepDraft({ accountId: actor.id, id: 'form', encrypted: 'text' })],
    [
      'an assistant',
      (app, actor) => app.linkAssistant({ actor, doctorId: actor.id, email: 'anna@example.org' as never }),
    ],
  ];

  test.each(OWN)('leaves nothing of it: %s', async (_, call) => {
    const { app, close, otherDoctor, storage } = await openClosing();
    must(await close(otherDoctor));
    const { read } = storage;
    const leftOf = async () => {
      const { id } = otherDoctor;
      const mails = (await read.mails.all(EVERYTHING)).filter(({ accountId }) => accountId === id);
      const rows = [await read.phrases.of(id), await read.notices.choicesOf(id), mails];
      const assistants = await read.assistants.ofDoctor(id, EVERYTHING);
      const found = await read.accounts.search('Doc', search('mia'), EVERYTHING);
      return [...rows, assistants, found, (await read.drafts.find(id, 'form', 0 as Instant)) ?? []].flat();
    };
    const before = await storage.read.accounts.namesOf([otherDoctor.id]);
    await call(app, otherDoctor).catch((error) => expect(error).toBeInstanceOf(ActorErased));
    expect(await leftOf()).toEqual([]);
    expect(await storage.read.accounts.namesOf([otherDoctor.id])).toEqual(before);
  });
});

describe('a parent who closes the account (D-50)', () => {
  test('leaves nothing that opens it, is told at the old address, and may register again', async () => {
    const { app, close, deliver, logIn, mailer, parent, register, storage, share, otherParent } = await openClosing();
    await share(otherParent);
    must(await app.changeProfile({ ...(await logIn(parent)), language: 'fr' }));
    const { token } = await logIn(parent);
    must(await close(parent));
    expect(await app.resumeSession(token)).toEqual(refuse('SESSION_INVALID'));
    expect(codeOf(await app.logIn(credentials(parent)))).toBe('CREDENTIALS_WRONG');
    expect(await storage.read.accounts.namesOf([parent.id])).toEqual([]);
    await deliver();
    expect(mailer.sent.at(-1)).toMatchObject({ kind: 'account closed', to: parent.email, language: 'fr' });
    expect(await listed(app.listOwnChildren({ actor: await register('Par', 'Paula'), paging: {} }))).toEqual([]);
  });

  test('needs password and second factor, of which the latter counts once, and failures are limited', async () => {
    const { app, clock, logIn, parent, turnFactorOn } = await openClosing();
    const here = await logIn(parent);
    const { otp, recoveryCodes } = await turnFactorOn(here);
    const [code] = recoveryCodes;
    const closes = async (text: string, given?: FactorAttempt) =>
      codeOf(await app.closeAccount({ ...here, password: attempt(text), otp: given }));
    expect(await closes('wrong', code as string as FactorAttempt)).toBe('PASSWORD_WRONG');
    for (const wrong of [undefined, otp(), '000000' as FactorAttempt])
      expect(await closes(PASSWORD, wrong)).toBe('CODE_INVALID');
    let tries = 0;
    while ((await closes('wrong')) !== 'THROTTLED' && tries < 30) tries += 1;
    expect(tries).toBeLessThan(30);
    clock.advance(24 * 60 * 60_000);
    expect(await closes(PASSWORD, code as string as FactorAttempt)).toBe('OK');
  });

  test('leaves the child with its other parents, who are told and see it among who has looked', async () => {
    const { app, caseId, childId, childIs, close, otherParent, parent, share, storage } = await openClosing();
    await share(otherParent);
    must(await close(parent));
    expect(await childIs()).toEqual({ isOfStaff: false, parents: ['Pablo'] });
    expect(codeOf(await app.showCase({ actor: otherParent, caseId }))).toBe('OK');
    const [last] = await listed(app.listAccess({ actor: otherParent, childId, paging: {} }));
    expect(last).toMatchObject({ action: 'parent removed', on: parent.id, by: parent.id, byWhom: null });
    const waiting = await storage.read.mails.all({ after: undefined, size: 99 });
    expect(waiting.map(({ kind, accountId }) => [kind, accountId])).toContainEqual(['parents changed', otherParent.id]);
  });

  test('alone with a child leaves it to the practice, which can give a parent a code on paper', async () => {
    const { app, caseId, childId, childIs, close, doctor, otherParent, parent } = await openClosing();
    must(await close(parent));
    expect(await childIs()).toEqual({ isOfStaff: true, parents: [] });
    expect(codeOf(await app.showCase({ actor: doctor, caseId }))).toBe('OK');
    const { code } = must(await app.makePaperCode({ actor: doctor, childId }));
    must(await app.joinChild({ actor: otherParent, code }));
    expect(await childIs()).toEqual({ isOfStaff: true, parents: ['Pablo'] });
  });

  test('takes along a child without a case, and no other', async () => {
    const { app, childIs, childOf, close, logIn, otherParent, parent, share } = await openClosing();
    const [lonely, shared] = [await childOf(parent, 'Cora'), await childOf(parent, 'Cleo')];
    await share(otherParent, shared);
    const here = await logIn(parent);
    const { children, hasCases } = must(await app.previewClosing(here));
    expect(children.map(({ child, leftTo }) => [child.firstName, leftTo])).toEqual([
      ['Carla', 'practice'],
      ['Cora', 'nobody'],
      ['Cleo', 'other parents'],
    ]);
    expect(hasCases).toBe(false);
    must(await close(parent));
    expect([await childIs(lonely), await childIs(shared)]).toEqual([
      undefined,
      { isOfStaff: false, parents: ['Pablo'] },
    ]);
  });

  test('leaves what waits for the doctor, and papers that were handed out stay valid', async () => {
    const { app, caseId, close, created, doctor, issue, list, parent, storage, taskId } = await openClosing();
    must(await app.requestCertification({ actor: parent, id: taskId }));
    must(await issue({ statement: 'Fit' as Statement }));
    const paper = await created();
    const purpose = 'School trip' as Title;
    const wish = must(await app.wishCertificate({ actor: parent, about: { caseId }, purpose }));
    must(await close(parent));
    expect(await storage.read.certificates.find(paper.id)).toBeDefined();
    expect((await list()).revoked ?? []).toEqual([]);
    // Nobody asks for it any more.
    must(await app.closeTask({ actor: doctor, taskId: wish.taskId }));
    expect(await storage.read.certifications.newestOf(wish.taskId)).toBeUndefined();
    must(await app.revokeCertification({ actor: doctor, id: taskId, reason: 'No more' as Reason }));
  });

  test('ends the invitations that were sent, and begins nothing more', async () => {
    const { app, childId, childOf, close, codeFor, invite, join, logIn, otherParent, parent, storage } =
      await openClosing();
    must(await invite(otherParent.email));
    const code = await codeFor(otherParent.email);
    await childOf(parent, 'Cora');
    const here = await logIn(parent);
    must(await close(parent));
    expect(await join(otherParent, code ?? '')).toEqual(refuse('CODE_INVALID'));
    expect(codeOf(await app.closeAccount({ ...here, password: attempt(PASSWORD) }))).toBe('PASSWORD_WRONG');
    const calls = createApplication({ ...(await openClosing()), storage });
    const encrypted = 'what was typed' as never;
    expect(await calls.keepDraft({ accountId: parent.id, id: 'a form' as never, encrypted })).toEqual(ok(false));
    expect(codeOf(await app.showChild({ ...here, childId }))).toBe('CHILD_NOT_FOUND');
  });
});

describe('doctors and assistants who close the account (D-50)', () => {
  test('a doctor hands over first; names and role stay with what was done, and nobody finds them otherwise', async () => {
    const { app, caseId, close, created, doctor, issue, otherDoctor, parent, storage, taskId } = await openClosing();
    must(await app.requestCertification({ actor: parent, id: taskId }));
    expect(await close(doctor)).toEqual(refuse('CASES_LEFT'));
    must(await issue());
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    must(await close(doctor));
    expect(await storage.read.accounts.namesOf([doctor.id])).toMatchObject([{ firstName: 'Dora', isAvailable: false }]);
    expect(await storage.read.accounts.find(doctor.id)).toBeUndefined();
    expect((await storage.read.accounts.all(EVERYTHING)).map(({ account }) => account.id)).not.toContain(doctor.id);
    expect((await listed(app.listDoctors({ paging: {} }))).map(({ id }) => id)).toEqual([otherDoctor.id]);
    const events = await listed(app.showHistory({ actor: parent, caseId, paging: {}, detail: 'full' }));
    expect(events.find(({ action }) => action === 'certification issued')?.byWhom).toMatchObject({ firstName: 'Dora' });
    expect((await created()).id).toBeDefined();
  });

  test('a doctor gives finished cases, too, which somebody has to keep', async () => {
    const { app, caseId, close, doctor, otherDoctor } = await openClosing();
    must(await app.finishCase({ actor: doctor, caseId }));
    expect(await close(doctor)).toEqual(refuse('CASES_LEFT'));
    must(await app.giveCases({ actor: doctor, doctorId: doctor.id, receivers: [otherDoctor.id] }));
    must(await close(doctor));
  });

  test('an assistant just goes, and whoever has a code on paper keeps it', async () => {
    const { app, assistant, close, doctor, otherParent } = await openClosing();
    const names = { firstName: 'Mia' as never, lastName: 'Okafor' as never, title: 'Asthma' as Title };
    const { childId } = must(await app.enterChild({ actor: assistant, doctorId: doctor.id, ...names }));
    const { code } = must(await app.makePaperCode({ actor: assistant, childId }));
    must(await close(assistant));
    must(await app.joinChild({ actor: otherParent, code }));
    expect(await listed(app.listOwnAssistants({ actor: doctor, paging: {} }))).toEqual([]);
  });
});
