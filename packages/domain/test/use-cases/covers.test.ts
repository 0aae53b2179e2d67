import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import { daysAfter } from '../../src/model/calendar.ts';
import { parseIdempotencyKey } from '../../src/model/idempotency.ts';
import { EVERYTHING } from '../../src/model/pages.ts';
import { DAY, HOUR, type Reason } from '../../src/model/values.ts';
import { refuse, refused } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinicWithClosedTask } from '../support/clinic.ts';
import { codeMailed, deliveryOf, namesTold, tellingOf } from '../support/mails.ts';
import { underRules } from '../support/ports.ts';
import { codeOf, listed, must, name as person, reason, title } from '../support/values.ts';

/** Dora's patient has a closed task. `as`: what a session says of who calls at that moment. */
const openPractice = async () => {
  const clinic = await openClinicWithClosedTask();
  const { calendar, clock, doctor, logIn, otherDoctor } = clinic;
  const as = async (account: Account) => (await logIn(account)).actor;
  const today = () => calendar.dayOf(clock.now());
  const name = (
    from: number,
    to: number,
    {
      by = doctor,
      of = doctor,
      deputy = otherDoctor,
      why = undefined as Reason | undefined,
      app = clinic.app as Pick<typeof clinic.app, 'nameDeputy'>,
    } = {},
  ) => {
    const days = { firstDay: daysAfter(today(), from), lastDay: daysAfter(today(), to) };
    return app.nameDeputy({ actor: by, doctorId: of.id, deputyId: deputy.id, ...days, reason: why });
  };
  const agreed = async (from: number, to: number, who: Parameters<typeof name>[2] = {}) => {
    const coverId = must(await name(from, to, who));
    must(await clinic.app.agreeToCover({ actor: who.deputy ?? otherDoctor, coverId }));
    return coverId;
  };
  const third = await clinic.register('Doc', 'Dritte');
  const told = tellingOf(clinic);
  const sent = async () => namesTold(await told());
  return { ...clinic, agreed, as, name, sent, third, today };
};

/** A manager is alone, 72 hours after the account of the doctor was closed, and wants to be the deputy. */
const openAlone = async (prepare: (clinic: Awaited<ReturnType<typeof openPractice>>) => unknown = () => undefined) => {
  const clinic = await openPractice();
  await prepare(clinic);
  const { app, clock, doctor, otherDoctor, setManager, storage, today } = clinic;
  await setManager(otherDoctor);
  must(await app.disableAccount(doctor));
  clock.advance(72 * HOUR);
  const days = { firstDay: today(), lastDay: today() };
  const own = { actor: otherDoctor, doctorId: doctor.id, deputyId: otherDoctor.id, reason: reason('Alone'), ...days };
  const aheadOfUnits = (act: (nth: number) => Promise<unknown> | undefined) => {
    let units = 0;
    const write: typeof storage.write = async (work) => {
      units += 1;
      await act(units);
      return storage.write(work);
    };
    return createSetup({ ...clinic, storage: { ...storage, write } });
  };
  return { ...clinic, aheadOfUnits, own };
};

describe('a deputy (D-41)', () => {
  test('does with the cases of the doctor what the doctor may, under the own name, but gives nothing away', async () => {
    const { agreed, app, as, caseId, childId, doctor, otherAssistant, otherDoctor, taskId, third } =
      await openPractice();
    await agreed(0, 1);
    const [actor, call] = [await as(otherDoctor), { paging: {} }];
    must(await app.requestCertification({ actor, id: taskId }));
    expect(must(await app.issueCertification({ actor, id: taskId }))).toMatchObject({ decidedBy: otherDoctor.id });
    must(await app.finishCase({ actor, caseId }));
    must(await app.reopenCase({ actor, caseId, reason: reason('Seen again') }));
    must(await app.openCase({ actor, childId, doctorId: doctor.id, title: title('Cough') }));
    expect(await listed(app.listCases({ actor, ...call }))).toHaveLength(2);
    expect(await listed(app.listTasks({ actor, ...call }))).toHaveLength(1);
    expect(await listed(app.listDoctorsChildren({ actor, doctorId: doctor.id, ...call }))).toHaveLength(1);
    expect(must(await app.listOwnDoctors({ actor }))).toHaveLength(2);
    expect(await app.handOverCase({ actor, caseId, doctorId: third.id })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    const linking = { actor, doctorId: doctor.id, email: otherAssistant.email };
    expect(await app.linkAssistant(linking)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    const [firstDay, lastDay] = ['2030-01-01', '2030-01-02'] as never[];
    const chain = { actor, doctorId: doctor.id, deputyId: third.id, firstDay, lastDay } as never;
    expect(await app.nameDeputy(chain)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await app.showCase({ actor: await as(otherAssistant), caseId })).toEqual(refuse('CASE_NOT_FOUND'));
    const [shown] = [must(await app.showCase({ actor: await as(doctor), caseId, detail: 'full' }))];
    expect(shown.covered?.deputy).toMatchObject({ id: otherDoctor.id });
  });

  test('is one from the first day to the end of the last in the zone of the service, and keeps only what they issued', async () => {
    const { agreed, app, as, calendar, caseId, clock, otherDoctor, parent, taskId } = await openPractice();
    calendar.moveTo(9);
    await agreed(1, 2);
    const may = async () => codeOf(await app.showCase({ actor: await as(otherDoctor), caseId }));
    clock.advance(calendar.endOf(calendar.dayOf(clock.now())) - clock.now() - 1);
    expect(await may()).toBe('CASE_NOT_FOUND');
    clock.advance(1);
    expect(await may()).toBe('OK');
    must(await app.requestCertification({ actor: parent, id: taskId }));
    must(await app.issueCertification({ actor: await as(otherDoctor), id: taskId }));
    clock.advance(2 * DAY - 1);
    expect(await may()).toBe('OK');
    clock.advance(1);
    expect(await may()).toBe('CASE_NOT_FOUND');
    const actor = await as(otherDoctor);
    expect(await listed(app.listIssued({ actor, list: 'handed over', paging: {} }))).toHaveLength(1);
    expect(await listed(app.listCases({ actor, paging: {} }))).toEqual([]);
    must(await app.revokeCertification({ actor, id: taskId, reason: reason('Found otherwise') }));
    expect(await app.requestCertification({ actor, id: taskId })).toEqual(refuse('CASE_NOT_FOUND'));
  });

  test('invites the parents of a child that has none, who can join while the cover lasts (D-42)', async () => {
    const clinic = await openPractice();
    const { agreed, app, as, clock, doctor, otherDoctor, otherParent } = clinic;
    await agreed(0, 0);
    const emil = { firstName: person('Emil'), lastName: person('Smit'), title: title('Cough') };
    const { childId } = must(await app.enterChild({ ...emil, actor: doctor, doctorId: doctor.id }));
    const actor = await as(otherDoctor);
    const invitations = async () => must(await app.showPatient({ actor: doctor, childId })).invitations;
    must(await app.invitePatientsParent({ actor, childId, email: otherParent.email }));
    await deliveryOf(clinic)();
    const code = codeMailed(clinic, 'parent invited', otherParent.email);
    expect(await invitations()).toHaveLength(1);
    const join = async () => app.joinChild({ actor: otherParent, code });
    clock.advance(DAY);
    expect([await join(), await invitations()]).toEqual([refuse('CODE_INVALID'), []]);
    clock.advance(-DAY);
    expect(must(await join())).toMatchObject({ childId });
  });

  test.each(['doctor', 'otherDoctor'] as const)('ends by the act of the %s at once', async (who) => {
    const clinic = await openPractice();
    const { agreed, app, as, caseId, doctor, otherDoctor, sent, third } = clinic;
    const coverId = await agreed(0, 3);
    const actor = await as(otherDoctor);
    expect(await app.endCover({ actor: third, coverId })).toEqual(refuse('COVER_NOT_FOUND'));
    await sent();
    must(await app.endCover({ actor: clinic[who], coverId }));
    // Also in a call that has begun before.
    expect(await app.finishCase({ actor, caseId })).toEqual(refuse('CASE_NOT_FOUND'));
    expect(await sent()).toEqual([
      `cover changed to ${who === 'doctor' ? otherDoctor.firstName : doctor.firstName}`.toLowerCase(),
    ]);
    expect(await app.endCover({ actor: clinic[who], coverId })).toEqual(refuse('COVER_NOT_FOUND'));
  });

  test('is told of new work as the doctor is, and has notes unread, while it lasts', async () => {
    const { agreed, app, as, caseId, clock, otherDoctor, parent, sent, taskId } = await openPractice();
    await agreed(0, 0);
    await sent();
    must(await app.requestCertification({ actor: parent, id: taskId }));
    must(await app.writeNote({ actor: parent, caseId, text: 'Better' as never }));
    expect(await sent()).toEqual(
      expect.arrayContaining([
        'certification requested to dieter',
        'certification requested to dora',
        'note written to dieter',
      ]),
    );
    const work = async () => must(await app.showWork({ actor: await as(otherDoctor) }));
    expect(await work()).toMatchObject({ decisions: 1, unreadNotes: 1 });
    expect(await listed(app.listWaiting({ actor: await as(otherDoctor), paging: {} }))).toHaveLength(1);
    expect(await listed(app.listUnreadNotes({ actor: await as(otherDoctor), paging: {} }))).toHaveLength(1);
    clock.advance(DAY);
    expect(await work()).toMatchObject({ decisions: 0, unreadNotes: 0 });
    expect(await listed(app.listUnreadNotes({ actor: await as(otherDoctor), paging: {} }))).toEqual([]);
  });

  test('finds unread what the doctor had not read when they agreed, and what was written since, once it begins', async () => {
    const { agreed, app, as, caseId, clock, doctor, name, otherDoctor, parent, sent, third } = await openPractice();
    const write = async (text: string) => must(await app.writeNote({ actor: parent, caseId, text: text as never }));
    await write('Read before');
    must(await app.showNotes({ actor: doctor, caseId, request: EVERYTHING }));
    await write('Before they agree');
    await agreed(1, 1);
    must(await name(3, 3, { deputy: third }));
    await sent();
    await write('Before it begins');
    expect(await sent()).not.toContain('note written to dieter');
    const unread = async (account: Account) => {
      const { unreadNotes } = must(await app.showWork({ actor: await as(account) }));
      return [unreadNotes, (await listed(app.listUnreadNotes({ actor: await as(account), paging: {} }))).length];
    };
    expect(await unread(otherDoctor)).toEqual([0, 0]);
    clock.advance(DAY);
    expect([await unread(otherDoctor), await unread(third), await unread(doctor)]).toEqual([
      [2, 2],
      [0, 0],
      [2, 2],
    ]);
    must(await app.showNotes({ actor: await as(otherDoctor), caseId, request: EVERYTHING }));
    expect([await unread(otherDoctor), await unread(doctor)]).toEqual([
      [0, 0],
      [2, 2],
    ]);
  });

  test('has none, and covers nobody without agreeing, while disabled, or for whoever covers the deputy', async () => {
    const { agreed, app, as, caseId, doctor, name, otherDoctor, sent, third } = await openPractice();
    const coverId = must(await name(0, 3));
    await sent();
    const may = async (account = otherDoctor) => codeOf(await app.showCase({ actor: await as(account), caseId }));
    expect(await may()).toBe('CASE_NOT_FOUND');
    expect(await app.agreeToCover({ actor: doctor, coverId })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await app.agreeToCover({ actor: third, coverId })).toEqual(refuse('COVER_NOT_FOUND'));
    must(await app.agreeToCover({ actor: otherDoctor, coverId }));
    expect(await sent()).toEqual(['cover changed to dora']);
    // Only for days on which the deputy is no deputy.
    expect(await name(3, 5, { by: otherDoctor, of: otherDoctor, deputy: third })).toEqual(refuse('COVER_OVERLAPS'));
    await agreed(4, 5, { by: otherDoctor, of: otherDoctor, deputy: third });
    expect(await name(5, 6)).toEqual(refuse('COVER_OVERLAPS'));
    expect(await may(third)).toBe('CASE_NOT_FOUND');
    must(await app.disableAccount({ email: otherDoctor.email }));
    const shown = must(await app.showCase({ actor: await as(doctor), caseId, detail: 'full' }));
    expect(shown.covered).toBeUndefined();
    must(await app.enableAccount({ email: otherDoctor.email }));
    expect(await may()).toBe('CASE_NOT_FOUND');
  });

  test('decides for a doctor who has left, so that a parent may ask for a certificate as before', async () => {
    const { agreed, app, as, caseId, clock, doctor, otherDoctor, parent, taskId } = await openPractice();
    await agreed(0, 1);
    must(await app.disableAccount(doctor));
    must(await app.requestCertification({ actor: parent, id: taskId }));
    must(await app.issueCertification({ actor: await as(otherDoctor), id: taskId }));
    const wish = { actor: parent, about: { caseId }, purpose: title('School trip') };
    must(await app.wishCertificate(wish));
    clock.advance(2 * DAY);
    expect(await app.wishCertificate({ ...wish, purpose: title('Camp') })).toEqual(refuse('DOCTOR_UNAVAILABLE'));
    const reasoned = { actor: otherDoctor, id: taskId, reason: reason('A slip') };
    must(await app.revokeCertification(reasoned));
    expect(await app.requestCertification({ actor: parent, id: taskId })).toEqual(refuse('DOCTOR_UNAVAILABLE'));
  });

  test('is told that the doctor is gone for good, but goes on for one who is only disabled', async () => {
    const { app, agreed, caseId, doctor, name, otherDoctor, sent, third } = await openPractice();
    await agreed(0, 3);
    must(await name(4, 5));
    await sent();
    must(await app.disableAccount(doctor));
    expect(must(await app.listCovers({ actor: otherDoctor, doctorId: otherDoctor.id }))).toHaveLength(2);
    must(await app.enableAccount(doctor));
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: third.id }));
    must(await app.eraseAccount(doctor));
    expect((await sent()).filter((one) => one.startsWith('cover'))).toEqual(Array(2).fill('cover changed to dieter'));
    expect(must(await app.listCovers({ actor: otherDoctor, doctorId: otherDoctor.id }))).toEqual([]);
  });

  test.each(['disableAccount', 'eraseAccount'] as const)(
    'is none any more after %s, as the doctor is told',
    async (act) => {
      const { agreed, app, doctor, name, otherDoctor, sent } = await openPractice();
      await agreed(0, 3);
      must(await name(4, 5));
      await sent();
      expect(codeOf(await app[act](otherDoctor))).toBe('OK');
      expect((await sent()).filter((one) => one.startsWith('cover'))).toEqual(Array(2).fill('cover changed to dora'));
      expect(must(await app.listCovers({ actor: doctor, doctorId: doctor.id }))).toEqual([]);
    },
  );
});

describe('a cover (D-41)', () => {
  test('is shown to its two doctors and managers, and told of until it has ended', async () => {
    const { agreed, app, doctor, name, otherDoctor, sent, setManager, third } = await openPractice();
    const coverId = must(await name(0, 3));
    for (const actor of [doctor, otherDoctor])
      expect(must(await app.showCover({ actor, coverId }))).toMatchObject({
        doctor: { id: doctor.id },
        deputy: { id: otherDoctor.id },
      });
    expect(await app.showCover({ actor: third, coverId })).toEqual(refuse('COVER_NOT_FOUND'));
    await setManager(third);
    must(await app.showCover({ actor: third, coverId }));
    await sent();
    must(await app.agreeToCover({ actor: otherDoctor, coverId }));
    expect(await sent()).toEqual(['cover changed to dora']);
    // The deputy may stand in for others meanwhile.
    await agreed(0, 3, { by: third, of: third });
    await sent();
    must(await app.endCover({ actor: doctor, coverId }));
    expect(await sent()).toEqual(['cover changed to dieter']);
    expect(await app.agreeToCover({ actor: otherDoctor, coverId })).toEqual(refuse('COVER_NOT_FOUND'));
  });
});

describe('naming a deputy (D-41)', () => {
  test('takes days from today on, a free doctor, and agreement before they are over', async () => {
    const { agreed, app, clock, doctor, name, otherDoctor, parent, third, today } = await openPractice();
    for (const [from, to] of [
      [-1, 2],
      [2, 1],
      [0, 366],
    ] as const)
      expect(await name(from, to)).toEqual(refuse('COVER_DAYS_INVALID'));
    for (const deputy of [doctor, parent]) expect(await name(0, 1, { deputy })).toEqual(refuse('DOCTOR_NOT_FOUND'));
    must(await app.disableAccount({ email: third.email }));
    expect(await name(0, 1, { deputy: third })).toEqual(refuse('DOCTOR_NOT_FOUND'));
    must(await app.enableAccount({ email: third.email }));
    expect(await name(0, 1, { by: third })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    for (const [actor, of] of [[third, doctor] as const, [parent, parent] as const])
      expect(await app.listCovers({ actor, doctorId: of.id })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    const coverId = must(await name(1, 2));
    for (const day of [0, 3]) must(await app.endCover({ actor: doctor, coverId: must(await name(day, day)) }));
    for (const [from, to] of [
      [0, 1],
      [2, 2],
      [0, 5],
    ] as const)
      expect(await name(from, to, { deputy: third })).toEqual(refuse('COVER_OVERLAPS'));
    await agreed(3, 3, { deputy: third });
    expect(must(await app.listCovers({ actor: doctor, doctorId: doctor.id }))).toHaveLength(2);
    clock.advance(3 * DAY);
    expect(await app.agreeToCover({ actor: otherDoctor, coverId })).toEqual(refuse('COVER_NOT_FOUND'));
    expect(must(await app.listCovers({ actor: doctor, doctorId: doctor.id })).map(({ firstDay }) => firstDay)).toEqual([
      today(),
    ]);
  });

  test('is done twenty times an hour, if calls are limited', async () => {
    const clinic = await openPractice();
    const { clock, doctor, name, otherDoctor } = clinic;
    const twenty = async (app: Pick<typeof clinic.app, 'nameDeputy' | 'endCover'>) => {
      for (let nth = 0; nth < 20; nth += 1) {
        const coverId = must(await name(0, 1, { app }));
        must(await app.endCover({ actor: doctor, coverId }));
      }
    };
    await twenty(clinic.app);
    must(await clinic.app.endCover({ actor: doctor, coverId: must(await name(0, 1)) }));
    const app = createSetup(underRules(clinic, { ratesPerMinute: { ...clinic.rules.ratesPerMinute, calls: 1 } }));
    await twenty(app);
    clock.advance(HOUR / 2);
    expect(await name(0, 1, { app })).toEqual(refused({ code: 'THROTTLED', retryAfterSeconds: 1800 }));
    must(await name(0, 1, { app, by: otherDoctor, of: otherDoctor, deputy: doctor }));
    clock.advance(HOUR / 2);
    must(await name(2, 3, { app }));
  });

  test('of a chain is refused also where the second agreement would make it', async () => {
    const { app, name, otherDoctor, third } = await openPractice();
    const first = must(await name(0, 2));
    const second = must(await name(1, 3, { by: otherDoctor, of: otherDoctor, deputy: third }));
    const both = await Promise.all([
      app.agreeToCover({ actor: otherDoctor, coverId: first }),
      app.agreeToCover({ actor: third, coverId: second }),
    ]);
    expect(both.map(codeOf).toSorted()).toEqual(['COVER_OVERLAPS', 'OK']);
  });

  test('is done by a manager, too, but in the own favour only where nobody else can, and the parents are told why', async () => {
    const { app, as, caseId, clock, doctor, name, otherDoctor, parent, sent, setManager, third } = await openPractice();
    const why = reason('Nobody else is here');
    expect(await name(0, 1, { by: third })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    for (const one of [otherDoctor, third]) await setManager(one);
    await sent();
    expect(await name(0, 1, { by: third, of: parent })).toEqual(refuse('DOCTOR_NOT_FOUND'));
    const coverId = must(await name(0, 1, { by: third }));
    expect(await sent()).toEqual(['cover changed to dora', 'cover wanted to dieter']);
    must(await app.endCover({ actor: third, coverId }));
    const own = { by: otherDoctor, why };
    must(await app.disableAccount({ email: doctor.email }));
    expect(await name(0, 1, own)).toEqual(refuse('OWN_INTEREST'));
    must(await app.disableAccount({ email: third.email }));
    expect(codeOf(await name(0, 1, own))).toBe('OWN_INTEREST');
    clock.advance(72 * HOUR);
    expect(await name(0, 1, { by: otherDoctor })).toEqual(refuse('REASON_NEEDED'));
    must(await name(0, 1, own));
    expect(await sent()).toEqual(expect.arrayContaining(['cover changed to dora', 'doctor changed to paula']));
    expect(must(await app.showCase({ actor: await as(otherDoctor), caseId })).case.id).toBe(caseId);
    const shown = must(await app.showCase({ actor: parent, caseId, detail: 'full' }));
    expect(shown.covered).toMatchObject({ reason: why, deputy: { firstName: 'Dieter' } });
  });

  test('by a manager alone counts once all parents were told, in parts, each once, wherever it was stopped', async () => {
    const { app, as, aheadOfUnits, caseId, otherDoctor, own, parent, sent } = await openAlone(
      async ({ app, caseOf, childId, childOf, doctor, otherParent }) => {
        // A deputy reads finished cases, too.
        must(await app.finishCase({ actor: doctor, caseId: await caseOf(await childOf(otherParent, 'Emil'), doctor) }));
        for (let nth = 0; nth < 100; nth += 1) await caseOf(childId, doctor);
      },
    );
    await sent();
    const told: string[] = [];
    const keyed = { ...own, idempotencyKey: must(parseIdempotencyKey('form')) };
    for (const units of [1, 1, 2]) {
      const dying = aheadOfUnits((nth) => (nth > units ? Promise.reject(new Error('Killed.')) : undefined));
      await expect(dying.nameDeputy(keyed)).rejects.toThrow('Killed.');
      expect(codeOf(await app.showCase({ actor: await as(otherDoctor), caseId }))).toBe('CASE_NOT_FOUND');
      told.push(...(await sent()));
      // Whoever has logged in is told of what is new since.
      await as(parent);
    }
    must(await app.nameDeputy(keyed));
    expect(codeOf(await app.showCase({ actor: await as(otherDoctor), caseId }))).toBe('OK');
    told.push(...(await sent()));
    const parents = told.filter((one) => one.startsWith('doctor changed'));
    expect(parents.toSorted()).toEqual(['doctor changed to pablo', 'doctor changed to paula']);
  });

  test('by a manager alone does not begin once another one can log in, and leaves no cover', async () => {
    const { aheadOfUnits, app, doctor, own, setManager, third } = await openAlone();
    // Between the parents and the agreement.
    const { nameDeputy } = aheadOfUnits((nth) => (nth === 3 ? setManager(third) : undefined));
    expect(await nameDeputy(own)).toEqual(refuse('OWN_INTEREST'));
    expect(must(await app.listCovers({ actor: third, doctorId: doctor.id }))).toEqual([]);
  });

  test('by a manager alone tells no parent once another one can log in', async () => {
    const { aheadOfUnits, app, doctor, own, sent, setManager, third } = await openAlone();
    const dying = aheadOfUnits((nth) => (nth > 1 ? Promise.reject(new Error('Killed.')) : undefined));
    await expect(dying.nameDeputy(own)).rejects.toThrow('Killed.');
    await setManager(third);
    const [{ id: coverId } = { id: '' as never }] = must(await app.listCovers({ actor: third, doctorId: doctor.id }));
    await sent();
    expect(await app.agreeToCover({ ...own, coverId })).toEqual(refuse('OWN_INTEREST'));
    expect(await sent()).toEqual([]);
  });

  test('by a manager who was made lately gives nothing to managers, or to who makes them, for 72 hours', async () => {
    const { app, as, assistant, clock, doctor, name, otherDoctor, otherAssistant, setManager, third } =
      await openPractice();
    await setManager(otherDoctor);
    must(await app.makeManager({ actor: otherDoctor, id: assistant.id }));
    const helper = await as(assistant);
    expect(codeOf(await name(0, 1, { by: helper }))).toBe('OWN_INTEREST');
    must(await app.makeManager({ actor: helper, id: otherAssistant.id }));
    const linking = { actor: helper, id: doctor.id, email: otherAssistant.email };
    expect(codeOf(await app.linkStaff(linking))).toBe('OWN_INTEREST');
    must(await app.disableAccount(third));
    const giving = { actor: helper, doctorId: third.id, receivers: [otherDoctor.id] };
    expect(codeOf(await app.giveCases(giving))).toBe('OWN_INTEREST');
    must(await app.endManager({ actor: otherDoctor, id: otherDoctor.id }));
    expect(codeOf(await name(0, 1, { by: await as(otherAssistant) }))).toBe('OWN_INTEREST');
    clock.advance(72 * HOUR);
    must(await name(0, 1, { by: helper }));
    must(await app.linkStaff(linking));
    must(await app.giveCases(giving));
  });
});
