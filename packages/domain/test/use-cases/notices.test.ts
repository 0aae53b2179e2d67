import { describe, expect, test } from 'vitest';
import { createDelivery } from '../../src/courier.ts';
import type { Account, SessionDigest } from '../../src/model/account.ts';
import { daysAfter } from '../../src/model/calendar.ts';
import type { NoticeChoice, Topic } from '../../src/model/notice.ts';
import { HOUR, MINUTE, type NoteText } from '../../src/model/values.ts';
import { createTellingDue } from '../../src/upkeep.ts';
import { openFamily } from '../support/family.ts';
import { must, title } from '../support/values.ts';

const NONE = '' as SessionDigest;

/** Nobody has a mail that waits. */
const openMails = async () => {
  const family = await openFamily();
  const { app, calendar, caseId, childId, clock, deliver, doctor, mailer, parent } = family;
  await deliver();
  mailer.sent.splice(0);
  const choose = async (actor: Account, time: NoticeChoice['time'], ...topics: readonly Topic[]) =>
    must(await app.chooseNotices({ actor, session: NONE, choices: topics.map((topic) => ({ topic, time })) }));
  const write = async () => must(await app.writeNote({ actor: parent, caseId, text: 'Sleeps badly' as NoteText }));
  const open = async () =>
    must(await app.openCase({ actor: parent, childId, doctorId: doctor.id, title: title('Croup') }));
  const sent = () => mailer.sent.splice(0).map((letter) => ('kinds' in letter ? letter.kinds : letter.kind));
  const to = async ({ email }: Account) => {
    await deliver();
    const own = mailer.sent.filter((letter) => letter.to === email);
    mailer.sent.splice(0);
    return own.map((letter) => ('kinds' in letter ? letter.kinds : letter.kind));
  };
  const untilMorning = () => clock.advance(calendar.morningAfter(clock.now()) - clock.now());
  return { ...family, choose, open, sent, to, untilMorning, write };
};

describe('what an account is told of, when (D-43)', () => {
  test('is chosen for each topic of its role; what it did not choose is told at once', async () => {
    const { app, choose, doctor, logIn, parent, to, write, open } = await openMails();
    const topics = must(await app.showNotices(await logIn(doctor))).map(({ topic }) => topic);
    expect(topics).toEqual(['new case', 'note', 'task due', 'decision waiting', 'to confirm', 'handed over']);
    await choose(doctor, 'never', 'note');
    await choose(doctor, 'never', 'note');
    await write();
    await open();
    expect(await to(doctor)).toEqual(['new case']);
    await choose(parent, 'never', 'new case');
    const ofParent = must(await app.showNotices(await logIn(parent)));
    expect(new Set(ofParent.map(({ time }) => time))).toEqual(new Set(['at once']));
  });

  test('is all or nothing again once it is set so on the wire', async () => {
    const { app, choose, doctor, logIn, to, write } = await openMails();
    const times = async () => must(await app.showNotices(await logIn(doctor))).map(({ time }) => time);
    for (const [notices, time] of [['security', 'never'] as const, ['all', 'at once'] as const]) {
      await choose(doctor, 'daily', 'note');
      must(await app.changeProfile({ ...(await logIn(doctor)), notices }));
      expect(new Set(await times())).toEqual(new Set([time]));
    }
    await choose(doctor, 'daily', 'note');
    must(await app.changeProfile({ ...(await logIn(doctor)), language: 'nl' }));
    await write();
    expect(await to(doctor)).toEqual([]);
  });

  test('every change of the parents is told, unless they are never to be told', async () => {
    const { choose, more, parent, share, to } = await openMails();
    const [first, second, third] = await more(3);
    for (const joining of [first, second]) {
      if (joining) await share(joining);
      expect(await to(parent)).toEqual(['parents changed']);
    }
    await choose(parent, 'never', 'parents changed');
    if (third) await share(third);
    expect(await to(parent)).toEqual([]);
  });
});

describe('one mail a day (D-43)', () => {
  test('comes at seven, and tells of all since; the next day only of what is new', async () => {
    const { app, choose, clock, doctor, open, taskId, to, untilMorning, write, parent } = await openMails();
    await choose(doctor, 'daily', 'note', 'new case');
    await write();
    expect(await to(doctor)).toEqual([]);
    await open();
    await write();
    must(await app.requestCertification({ actor: parent, id: taskId }));
    expect(await to(doctor)).toEqual(['certification requested']);
    untilMorning();
    clock.advance(-MINUTE);
    expect(await to(doctor)).toEqual([]);
    clock.advance(MINUTE);
    expect(await to(doctor)).toEqual([['note written', 'new case']]);
    clock.advance(24 * HOUR);
    expect(await to(doctor)).toEqual([]);
    await write();
    expect(await to(doctor)).toEqual([]);
    untilMorning();
    expect(await to(doctor)).toEqual([['note written']]);
  });

  test('tells only of what still waits, and goes with a sign-in', async () => {
    const { app, assistant, caseId, choose, logIn, open, storage, to, untilMorning, write } = await openMails();
    await choose(assistant, 'daily', 'note');
    await write();
    expect(await to(assistant)).toEqual([]);
    must(await app.showNotes({ actor: assistant, caseId, request: { after: undefined, size: 9 } }));
    untilMorning();
    expect(await to(assistant)).toEqual([]);
    await choose(assistant, 'daily', 'new case');
    await open();
    expect(await to(assistant)).toEqual([]);
    await logIn(assistant);
    expect((await storage.read.mails.counts()).waiting).toBe(0);
    untilMorning();
    expect(await to(assistant)).toEqual([]);
  });

  test('does not come once it is declined', async () => {
    const { choose, doctor, to, untilMorning, write } = await openMails();
    await choose(doctor, 'daily', 'note');
    await write();
    expect(await to(doctor)).toEqual([]);
    await choose(doctor, 'never', 'note');
    untilMorning();
    expect(await to(doctor)).toEqual([]);
  });

  test('is sent once, by two processes, and by a mail server that was down', async () => {
    const scene = await openMails();
    const { choose, clock, doctor, mailer, sent, untilMorning, write } = scene;
    const processes = [0, 1].map(() => createDelivery(scene, () => undefined));
    const send = async () => {
      for (let nth = 0; nth < 9; nth += 1) await Promise.all(processes.map(({ sendNext }) => sendNext(true)));
    };
    await choose(doctor, 'daily', 'note');
    for (const _ of ['once', 'again']) await write();
    await send();
    sent();
    mailer.fail(new Error('down'));
    untilMorning();
    await send();
    for (let hours = 0; hours < 20; hours += 1) {
      clock.advance(HOUR);
      await send();
    }
    mailer.fail(undefined);
    clock.advance(HOUR);
    await send();
    await send();
    expect(sent()).toEqual([['note written']]);
  });
});

describe('a task that is due (D-43, D-46)', () => {
  const openDue = async () => {
    const scene = await openMails();
    const { app, calendar, caseId, clock, doctor: actor } = scene;
    const tell = createTellingDue(scene);
    const today = calendar.dayOf(clock.now());
    const add = async (days: number) =>
      must(await app.addTask({ actor, caseId, title: title('Listen'), dueOn: daysAfter(today, days) }));
    const told = async () => {
      while ((await tell()) > 0);
      await scene.deliver();
      return scene.sent();
    };
    return { ...scene, add, told, today };
  };

  test('is told to doctor and assistants from six in the morning of that day, once', async () => {
    const { add, clock, told, untilMorning } = await openDue();
    await add(3);
    expect(await told()).toEqual([]);
    clock.advance(2 * 24 * HOUR);
    untilMorning();
    clock.advance(-HOUR - MINUTE);
    expect(await told()).toEqual([]);
    clock.advance(MINUTE);
    expect(await told()).toEqual(['task due', 'task due']);
    expect(await told()).toEqual([]);
  });

  test('is not told once it is closed, and again where it is due on another day', async () => {
    const { add, app, clock, doctor: actor, logIn, assistant, told, today } = await openDue();
    const [closed, moved] = [await add(0), await add(0)];
    must(await app.closeTask({ actor, taskId: closed }));
    clock.advance(24 * HOUR);
    expect(await told()).toHaveLength(2);
    for (const who of [actor, assistant]) await logIn(who);
    expect(await told()).toEqual([]);
    must(await app.renameTask({ actor, taskId: moved, title: title('Listen'), dueOn: daysAfter(today, 1) }));
    clock.advance(24 * HOUR);
    expect(await told()).toHaveLength(2);
  });

  test('stands in the mail of the day of who wants one', async () => {
    const { add, choose, clock, doctor, assistant, told, untilMorning } = await openDue();
    await choose(doctor, 'daily', 'task due');
    await choose(assistant, 'never', 'task due');
    await add(1);
    clock.advance(24 * HOUR);
    untilMorning();
    clock.advance(-HOUR);
    expect(await told()).toEqual([]);
    clock.advance(HOUR);
    expect(await told()).toEqual([['task due']]);
  });

  test('does not stand in it once what was due is done, whatever else is open', async () => {
    const { add, app, choose, clock, doctor: actor, assistant, told, untilMorning } = await openDue();
    await choose(actor, 'daily', 'task due');
    await choose(assistant, 'never', 'task due');
    const taskId = await add(1);
    await add(9);
    clock.advance(24 * HOUR);
    untilMorning();
    clock.advance(-HOUR);
    expect(await told()).toEqual([]);
    must(await app.closeTask({ actor, taskId }));
    clock.advance(HOUR);
    expect(await told()).toEqual([]);
  });
});
