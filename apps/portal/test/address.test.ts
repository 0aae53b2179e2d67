import { randomUUID } from 'node:crypto';
import type { CodeDigest } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import { type ChildId, DAY, later } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { FORMS } from '../src/pages/all.ts';
import { openPortal, PASSWORD } from './support/portal.ts';

/** Mails go to a server here, so that an address is to be proven (D-28). */
const mail = {
  kind: 'smtp',
  url: 'smtp://localhost:9',
  from: 'no-reply@example.org' as EmailAddress,
  isChosen: true,
} as const;
const { before, by, codeOf, member, ports, proofOf, setManager, visitor } = openPortal({ mail });

/** As the script does with the code behind `#`, and then a click on one of the two buttons. */
const answer = async (code: string, said: 'mine' | 'notMine', somebody = visitor()) => {
  await somebody.open('/address');
  return somebody.send({ code, answer: said });
};

const stateOf = async (id: string) => ports().storage.read.accounts.credentialsOf(id as never);

describe('until the address is proven (D-28)', () => {
  it('the portal takes no child, case, invitation, passkey or second factor, and leads to how it is proven', async () => {
    const [parent, manager] = [await member('Par'), await member('Doc')];
    await setManager(manager);
    const id = await before.childAdded(parent);
    let tried = 0;
    for (const { path, who, needsProof, steps } of FORMS.filter((form) => form.needsProof)) {
      const somebody = who === 'manager' || (Array.isArray(who) && who.includes('Doc')) ? manager : parent;
      const at = path.replace(/:\w+/, id);
      if (needsProof === 'to open') expect((await somebody.open(at)).path).toBe('/account/address');
      const { token, owner } = await somebody.hidden();
      const filled = {
        firstName: 'Eve',
        lastName: 'Holm',
        email: 'eve@example.org',
        password: PASSWORD,
        title: 'Asthma',
      };
      const sent = await somebody.send(
        { ...filled, childId: id, token, owner, key: randomUUID(), step: String(steps.length - 1) },
        { path: at },
      );
      // A file is not kept.
      const next = at === '/manage/import/new' ? '' : `?next=${encodeURIComponent(`${at}?form=`)}`;
      expect(sent.path).toContain(`/account/address${next}`);
      tried += 1;
    }
    expect(tried).toBe(17);
    expect((await parent.open('/children')).text).not.toContain('Eve');
    expect((await parent.open(`/children/${id}/parents`)).text).toContain('once your e-mail address is confirmed');
  });

  it('what was typed before is kept, also where the mail is sent again, and goes on once it is proven', async () => {
    const mia = await member('Par');
    const { token, owner } = await mia.hidden();
    const typed = { email: 'other-parent@example.org', token, owner, key: randomUUID(), step: '0' };
    await mia.send(typed, { path: `/children/${await before.childAdded(mia)}/parents` });
    expect(mia.page().text).toContain('What you had entered is kept');
    await mia.send();
    const back = mia.page().links.find((link) => link.includes('/parents?')) ?? '';
    await answer(await proofOf(mia.email), 'mine');
    expect((await mia.open(back)).form?.values).toMatchObject({ email: 'other-parent@example.org' });
    expect((await mia.send()).text).toContain('other-parent@example.org');
  });

  it('the account says so, and sends the mail again, once in ten minutes', async () => {
    const mia = await member('Par');
    const first = await proofOf(mia.email);
    expect((await mia.open('/')).path).toBe('/account/address');
    expect((await mia.open('/account')).text).toContain(`${mia.email} (not confirmed yet)`);
    await mia.open('/account/address');
    expect((await mia.send()).text).toContain('We are sending the mail again');
    expect((await mia.send()).status).toBe(429);
    const second = await proofOf(mia.email, 2);
    expect((await answer(first, 'mine')).problems).toHaveLength(1);
    expect((await answer(second, 'mine')).path).toBe('/sign-in?done=addressProven');
    expect((await mia.open('/')).path).toBe('/children');
    expect((await mia.open('/children/new')).path).toBe('/children/new');
  });

  it('an invitation to become a parent can be accepted, which proves it', async () => {
    const [first, second] = [await member('Par'), await member('Par')];
    await by(first).inviteParent({ childId: await before.childAdded(first), email: second.email });
    await second.open('/join');
    await second.send({ code: await codeOf(second.email) });
    expect((await second.open('/account')).text).not.toContain('not confirmed yet');
  });
});

describe('the link in the mail (D-28)', () => {
  it('leads to a page that changes nothing and shows nothing of the account', async () => {
    const mia = await member('Par');
    const page = await visitor().open('/address');
    expect(page.text).not.toContain(mia.email);
    expect((await stateOf(mia.account.id))?.account.provenAt).toBeUndefined();
  });

  it('is answered by one of two buttons, whoever has signed in in the browser', async () => {
    const [mine, other] = [await member('Par'), await member('Par')];
    const code = await proofOf(mine.email);
    await other.open('/address');
    const unanswered = await other.send({ code });
    expect(unanswered.problems).toEqual(['Choose one of the two answers below']);
    expect((await answer(code, 'mine', other)).path).toBe('/account?done=addressProven');
    expect((await stateOf(other.account.id))?.account.provenAt).toBeUndefined();
    expect((await stateOf(mine.account.id))?.account.provenAt).toBeDefined();
  });

  it('closes an account that its address\u2019s owner did not make, and frees the address', async () => {
    const stranger = await member('Doc', { firstName: 'Stranger' });
    const done = await answer(await proofOf(stranger.email), 'notMine');
    expect([done.path, done.text.includes('Stranger')]).toEqual(['/sign-in?done=accountDisowned', false]);
    expect((await stranger.open('/account')).path).toContain('/sign-in');
    expect((await stateOf(stranger.account.id))?.disabledAt).toBeDefined();
    const again = visitor();
    await again.open('/register');
    await again.send({ role: 'Par' });
    await again.send({ firstName: 'Mia', lastName: 'Jansen' });
    expect((await again.send({ email: stranger.email, newPassword: PASSWORD })).path).toBe('/account/address');
  });
});

describe('a reset that is the first proof (D-28)', () => {
  const reset = async (email: string) => {
    const owner = visitor();
    await owner.open('/forgotten');
    await owner.send({ email });
    return { owner, asked: await owner.send({ code: await codeOf(email), newPassword: 'another good one' }) };
  };

  it('asks who has made the account before it shows anything, and then who has access', async () => {
    const mia = await member('Par');
    const { owner, asked } = await reset(mia.email);
    expect([asked.heading, asked.text.includes(mia.email)]).toEqual(['Did you make this account?', false]);
    await owner.send({ answer: 'mine' });
    await owner.send({ email: mia.email, password: 'another good one' });
    expect([owner.page().path, owner.page().heading]).toEqual([
      '/account/access',
      'Who has access through your account',
    ]);
    const later = await reset(mia.email);
    expect(later.asked.path).toBe('/sign-in?next=%2Faccount%2Faccess&done=passwordSet');
  });

  it('closes the account where its owner did not make it', async () => {
    const stranger = await member('Par');
    const { owner } = await reset(stranger.email);
    expect((await owner.send({ answer: 'notMine' })).path).toBe('/sign-in?done=accountDisowned');
    expect((await stateOf(stranger.account.id))?.disabledAt).toBeDefined();
  });
});

describe('who has access through an account (D-28)', () => {
  it('is shown to a doctor: the assistants, each ended by one button', async () => {
    const [doctor, assistant] = [await member('Doc'), await member('Ast', { firstName: 'Anton' })];
    await ports().storage.write(async ({ accounts }) =>
      ok(await accounts.setProven(assistant.account.id, ports().clock.now())),
    );
    await by(doctor).linkAssistant({ doctorId: doctor.account.id, email: assistant.email });
    expect((await doctor.open('/account/access')).text).toContain('Anton Jansen');
    const left = await doctor.send();
    expect([left.path, left.text.includes('Anton')]).toEqual(['/account/access?done=assistantRemoved', false]);
    expect(left.text).toContain('is told by mail');
  });

  it('is shown to staff: whom they have invited as parents of children, by mail and on paper, while the child is theirs', async () => {
    const [doctor, assistant] = [await member('Doc'), await member('Ast')];
    await ports().storage.write(async ({ accounts }) =>
      ok(await accounts.setProven(assistant.account.id, ports().clock.now())),
    );
    const doctorId = doctor.account.id;
    const assistantId = await by(doctor).linkAssistant({ doctorId, email: assistant.email });
    await assistant.open('/practice/children/new');
    await assistant.send({ firstName: 'Noor', lastName: 'Jansen', title: 'Cough', doctorId });
    const path = assistant.page().path.replace(/\?.*/, '');
    await assistant.open(`${path}/invite`);
    await assistant.send({ email: 'stranger@example.org' });
    await codeOf('stranger@example.org');
    await assistant.open(`${path}/paper`);
    await assistant.send();
    expect((await doctor.open('/account/access')).text).not.toContain('stranger@');
    const shown = await assistant.open('/account/access');
    expect(shown.text).toMatch(/stranger@example.org\s*Noor Jansen\. Open until/);
    const ended = await assistant.send();
    expect([ended.path, ended.text.includes('stranger@')]).toEqual(['/account/access?done=invitationWithdrawn', false]);
    expect(ended.text).toContain('Print a code for a parent');
    const endedToo = await assistant.send();
    expect([endedToo.path, endedToo.text.includes('Noor')]).toEqual(['/account/access?done=paperWithdrawn', false]);
    const childId = path.split('/').at(-1) as ChildId;
    await ports().storage.write(async ({ joinCodes }) => {
      for (let nth = 0; nth < 51; nth += 1) {
        const facts = { email: `parent${nth}@example.org` as EmailAddress, expiresAt: later(ports().clock.now(), DAY) };
        await joinCodes.save({ ...facts, childId, invitedBy: assistant.account.id, digest: `${nth}` as CodeDigest });
      }
      return ok(undefined);
    });
    expect((await assistant.open('/account/access')).text).toContain('There are more invitations.');
    await by(doctor).unlinkAssistant({ doctorId, assistantId });
    expect((await assistant.open('/account/access')).text).not.toContain('Noor');
  });

  it('is shown to a doctor: who stands in, now or later, and to a manager whom the account has invited', async () => {
    const [doctor, deputy] = [await member('Doc'), await member('Doc', { firstName: 'Dora' })];
    const today = ports().calendar.dayOf(ports().clock.now());
    const covering = { doctorId: doctor.account.id, deputyId: deputy.account.id };
    await by(doctor).nameDeputy({ ...covering, firstDay: today, lastDay: today });
    expect((await doctor.open('/account/access')).text).toContain('Dora Jansen');
    await setManager(doctor);
    await by(doctor).inviteStaff({ email: 'staff@example.org', role: 'Ast' });
    const left = await doctor.send();
    expect([left.path, left.text.includes('Dora'), left.text.includes('staff@')]).toEqual([
      '/account/access?done=coverEnded',
      false,
      true,
    ]);
    const none = await doctor.send();
    expect([none.path, none.text.includes('Nobody else')]).toEqual(['/account/access?done=invitationWithdrawn', true]);
  });

  it('is shown to a parent: the other parents and the invitations that wait, each ended by one button', async () => {
    const [first, second] = [await member('Par'), await member('Par', { firstName: 'Second' })];
    const childId = await before.childAdded(first);
    await by(first).inviteParent({ childId, email: second.email });
    await by(second).joinChild({ code: await codeOf(second.email) });
    await by(first).inviteParent({ childId, email: 'third@example.org' });
    expect((await first.open('/account/access')).text).toMatch(
      /Access to Mia Jansen.*Second Jansen.*third@example.org/,
    );
    expect((await first.send()).path).toBe('/account/access?done=parentRemoved');
    const left = await first.send();
    expect([left.path, left.text.includes('third@')]).toEqual(['/account/access?done=invitationWithdrawn', false]);
  });

  it('and to an assistant that there is nobody', async () => {
    expect((await (await member('Ast')).open('/account/access')).text).toContain('Nobody else has access');
  });
});
