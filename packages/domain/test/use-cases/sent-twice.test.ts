import { expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import { type IdempotencyKey, parseIdempotencyKey } from '../../src/model/idempotency.ts';
import type { NoteText, Statement } from '../../src/model/values.ts';
import { ok, type Refusal, type Result } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { newcomer, openClinicWithClosedTask, PASSWORD } from '../support/clinic.ts';
import { underRules } from '../support/ports.ts';
import { attempt, codeOf, email, listed, must, name, reason, title } from '../support/values.ts';

const idempotencyKey: IdempotencyKey = must(parseIdempotencyKey('form'));
const [fit, unfit, slip] = ['Fit for sports' as Statement, 'Unfit' as Statement, reason('A slip')];

type Act = () => Promise<Result<unknown, Refusal>>;
/** `undo` makes it no longer so. `otherwise`: it is done with other words, or about somebody else. */
type Story = { readonly act: Act; readonly undo?: () => Promise<unknown>; readonly otherwise?: Act };

const openDesk = async () => {
  const clinic = await openClinicWithClosedTask();
  const { childId, doctor, parent, storage } = clinic;
  /** Makes somebody a parent, without a mail. */
  const share = (account: Account) =>
    storage.write(async ({ children }) => ok(await children.addParent(childId, account.id)));
  const recorded = async () => {
    const { audit, mails } = storage.read;
    const all = [await audit.records({}, { after: 0, size: 999 }), await mails.all({ after: undefined, size: 999 })];
    return all.map(({ length }) => length);
  };
  const keyed = { byDoctor: { actor: doctor, idempotencyKey }, byParent: { actor: parent, idempotencyKey } };
  return { ...clinic, ...keyed, share, recorded };
};
type Desk = Awaited<ReturnType<typeof openDesk>>;

const ofCases = ({
  app,
  byDoctor,
  byParent,
  caseId,
  caseOf,
  childId,
  doctor,
  otherDoctor,
  parent,
  taskId,
  taskIn,
}: Desk) => ({
  closeTask: async (): Promise<Story> => {
    const open = await taskIn(caseId);
    return {
      act: () => app.closeTask({ ...byDoctor, taskId: open }),
      undo: () => app.undoClosing({ actor: doctor, taskId: open }),
    };
  },
  undoClosing: async (): Promise<Story> => {
    const open = await taskIn(caseId);
    must(await app.closeTask({ actor: doctor, taskId: open }));
    return {
      act: () => app.undoClosing({ ...byDoctor, taskId: open }),
      undo: () => app.closeTask({ actor: doctor, taskId: open }),
    };
  },
  finishCase: async (): Promise<Story> => ({
    act: () => app.finishCase({ ...byDoctor, caseId }),
    undo: () => app.reopenCase({ actor: doctor, caseId, reason: slip }),
  }),
  reopenCase: async (): Promise<Story> => {
    must(await app.finishCase({ actor: doctor, caseId }));
    return {
      act: () => app.reopenCase({ ...byDoctor, caseId, reason: slip }),
      otherwise: () => app.reopenCase({ ...byDoctor, caseId, reason: reason('It came back') }),
      undo: () => app.finishCase({ actor: doctor, caseId }),
    };
  },
  refuseCase: async (): Promise<Story> => {
    const fresh = await caseOf(childId, doctor);
    return {
      act: () => app.refuseCase({ ...byDoctor, caseId: fresh, reason: slip }),
      otherwise: () => app.refuseCase({ ...byDoctor, caseId: fresh, reason: reason('Too far away') }),
      undo: () => app.reopenCase({ actor: doctor, caseId: fresh, reason: slip }),
    };
  },
  markNote: async (): Promise<Story> => {
    const noteId = must(await app.writeNote({ actor: parent, caseId, text: 'Sleeps badly' as NoteText }));
    return {
      act: () => app.markNote({ ...byDoctor, caseId, noteId, reason: slip }),
      otherwise: () => app.markNote({ ...byDoctor, caseId, noteId, reason: reason('Too far away') }),
    };
  },
  wishCertificate: async (): Promise<Story> => {
    const wish = { ...byParent, about: { caseId }, purpose: title('School trip') };
    return {
      act: () => app.wishCertificate(wish),
      otherwise: () => app.wishCertificate({ ...wish, purpose: title('Day care') }),
      undo: async () => app.withdrawWish({ actor: parent, ...must(await app.wishCertificate(wish)) }),
    };
  },
  declineWish: async (): Promise<Story> => {
    const wished = must(await app.wishCertificate({ actor: parent, about: { caseId }, purpose: title('School trip') }));
    return {
      act: () => app.declineWish({ ...byDoctor, ...wished, reason: slip }),
      otherwise: () => app.declineWish({ ...byDoctor, ...wished, reason: reason('Too old') }),
      undo: () => app.reopenTask({ actor: doctor, taskId: wished.taskId, reason: slip }),
    };
  },
  reopenTask: async (): Promise<Story> => ({
    act: () => app.reopenTask({ ...byDoctor, taskId, reason: slip }),
    otherwise: () => app.reopenTask({ ...byDoctor, taskId, reason: reason('Half done') }),
    undo: () => app.closeTask({ actor: doctor, taskId }),
  }),
  withdrawWish: async (): Promise<Story> => {
    const wished = must(await app.wishCertificate({ actor: parent, about: { caseId }, purpose: title('School trip') }));
    return { act: () => app.withdrawWish({ ...byParent, ...wished }) };
  },
  'handOverCase by the doctor, who has no part in the case then': async (): Promise<Story> => ({
    act: () => app.handOverCase({ ...byDoctor, caseId, doctorId: otherDoctor.id }),
    undo: () => app.handOverCase({ actor: parent, caseId, doctorId: doctor.id }),
  }),
  'handOverCase by a parent': async (): Promise<Story> => ({
    act: () => app.handOverCase({ ...byParent, caseId, doctorId: otherDoctor.id }),
    otherwise: () => app.handOverCase({ ...byParent, caseId, doctorId: doctor.id }),
    undo: () => app.handOverCase({ actor: parent, caseId, doctorId: doctor.id }),
  }),
});

const ofCertifications = ({ app, byDoctor, caseId, certification, doctor, otherDoctor, parent, taskId }: Desk) => {
  const anew = async () => must(await app.requestCertification({ actor: parent, id: taskId }));
  return {
    issueCertification: async (): Promise<Story> => {
      await certification.requested();
      return {
        act: () => app.issueCertification({ ...byDoctor, id: taskId, statement: fit }),
        otherwise: () => app.issueCertification({ ...byDoctor, id: taskId, statement: unfit }),
        undo: () => app.revokeCertification({ actor: doctor, id: taskId, reason: slip }),
      };
    },
    rejectCertification: async (): Promise<Story> => {
      await certification.requested();
      return {
        act: () => app.rejectCertification({ ...byDoctor, id: taskId, reason: slip }),
        otherwise: () => app.rejectCertification({ ...byDoctor, id: taskId, reason: reason('Too old') }),
        undo: anew,
      };
    },
    correctCertification: async (): Promise<Story> => {
      await certification.issued();
      const correct = { ...byDoctor, id: taskId, reason: slip };
      return {
        act: () => app.correctCertification({ ...correct, statement: fit }),
        otherwise: () => app.correctCertification({ ...correct, statement: unfit }),
        undo: () => app.revokeCertification({ actor: doctor, id: taskId, reason: slip }),
      };
    },
    withdrawCertificate: async (): Promise<Story> => {
      await certification.issued();
      const make = async () => must(await app.createCertificate({ actor: doctor, id: taskId, disclosed: 'name' })).id;
      const [certificateId, another] = [await make(), await make()];
      return {
        act: () => app.withdrawCertificate({ ...byDoctor, id: taskId, certificateId }),
        otherwise: () => app.withdrawCertificate({ ...byDoctor, id: taskId, certificateId: another }),
      };
    },
    revokeCertification: async (): Promise<Story> => {
      await certification.issued();
      return {
        act: () => app.revokeCertification({ ...byDoctor, id: taskId, reason: slip }),
        otherwise: () => app.revokeCertification({ ...byDoctor, id: taskId, reason: reason('Broken') }),
        undo: anew,
      };
    },
    'revokeCertification by the doctor who has issued, who has no part in the case any more':
      async (): Promise<Story> => {
        await certification.issued();
        must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
        return {
          act: () => app.revokeCertification({ ...byDoctor, id: taskId, reason: slip }),
          otherwise: () => app.revokeCertification({ ...byDoctor, id: taskId, reason: reason('Broken') }),
        };
      },
  };
};

const ofPeople = ({
  app,
  assistant,
  byDoctor,
  byParent,
  childId,
  doctor,
  logIn,
  otherParent,
  parent,
  share,
}: Desk) => ({
  unlinkAssistant: async (): Promise<Story> => ({
    act: () => app.unlinkAssistant({ ...byDoctor, doctorId: doctor.id, assistantId: assistant.id }),
    otherwise: () => app.unlinkAssistant({ ...byDoctor, doctorId: doctor.id, assistantId: parent.id }),
    undo: () => app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: assistant.email }),
  }),
  endLogin: async (): Promise<Story> => {
    const caller = await logIn(doctor);
    const { session: login } = await logIn(doctor);
    return {
      act: () => app.endLogin({ ...caller, idempotencyKey, login }),
      otherwise: () => app.endLogin({ ...caller, idempotencyKey, login: caller.session }),
    };
  },
  'removeParent of another': async (): Promise<Story> => {
    await share(otherParent);
    return {
      act: () => app.removeParent({ ...byParent, childId, parentId: otherParent.id }),
      otherwise: () => app.removeParent({ ...byParent, childId, parentId: doctor.id }),
      undo: () => share(otherParent),
    };
  },
  'removeParent of oneself': async (): Promise<Story> => {
    await share(otherParent);
    return {
      act: () => app.removeParent({ actor: otherParent, idempotencyKey, childId, parentId: otherParent.id }),
      undo: () => share(otherParent),
    };
  },
  inviteParent: async (): Promise<Story> => ({
    act: () => app.inviteParent({ ...byParent, childId, email: otherParent.email }),
    otherwise: () => app.inviteParent({ ...byParent, childId, email: doctor.email }),
    undo: () => app.withdrawParentInvitation({ actor: parent, childId, email: otherParent.email }),
  }),
  changeEmail: async (): Promise<Story> => {
    const input = { ...byParent, ...(await logIn(parent)), address: '192.0.2.1', password: attempt(PASSWORD) };
    return {
      act: () => app.changeEmail({ ...input, email: email('new@example.org') }),
      otherwise: () => app.changeEmail({ ...input, email: email('other@example.org') }),
    };
  },
  requestReset: async (): Promise<Story> => {
    const asked = { email: parent.email, address: '192.0.2.1', idempotencyKey };
    return { act: () => app.requestReset(asked) };
  },
  withdrawParentInvitation: async (): Promise<Story> => {
    const invite = () => app.inviteParent({ actor: parent, childId, email: otherParent.email });
    must(await invite());
    return {
      act: () => app.withdrawParentInvitation({ ...byParent, childId, email: otherParent.email }),
      otherwise: () => app.withdrawParentInvitation({ ...byParent, childId, email: doctor.email }),
      undo: invite,
    };
  },
});

const ofPractice = (desk: Desk) => {
  const { app, byDoctor, calendar, clock, doctor, otherDoctor, setManager } = desk;
  const today = calendar.dayOf(clock.now());
  const named = async () => {
    const days = { firstDay: today, lastDay: today };
    return must(await app.nameDeputy({ actor: doctor, doctorId: doctor.id, deputyId: otherDoctor.id, ...days }));
  };
  const kept = async () => must(await app.addPhrase({ actor: doctor, kind: 'statement', text: fit }));
  const managing = async () => ({ actor: await setManager(doctor), idempotencyKey });
  return {
    agreeToCover: async (): Promise<Story> => {
      const coverId = await named();
      return {
        act: () => app.agreeToCover({ actor: otherDoctor, idempotencyKey, coverId }),
        undo: () => app.endCover({ actor: doctor, coverId }),
      };
    },
    endCover: async (): Promise<Story> => {
      const coverId = await named();
      return { act: () => app.endCover({ ...byDoctor, coverId }) };
    },
    changePhrase: async (): Promise<Story> => {
      const phrase = await kept();
      return {
        act: () => app.changePhrase({ ...byDoctor, phrase, text: unfit }),
        otherwise: () => app.changePhrase({ ...byDoctor, phrase, text: fit }),
        undo: () => app.changePhrase({ actor: doctor, phrase, text: fit }),
      };
    },
    removePhrase: async (): Promise<Story> => {
      const phrase = await kept();
      return { act: () => app.removePhrase({ ...byDoctor, phrase }) };
    },
    declineAccount: async (): Promise<Story> => {
      const manager = await managing();
      const { registerAccount } = createSetup(underRules(desk, { registration: 'confirmed' }));
      const nadia = newcomer('Nadia', 'Doc');
      const { id: accountId } = must(await registerAccount(nadia));
      return {
        act: () => app.declineAccount({ ...manager, accountId }),
        otherwise: () => app.declineAccount({ ...manager, accountId: otherDoctor.id }),
        undo: () => app.enableAccount(nadia),
      };
    },
    inviteStaff: async (): Promise<Story> => {
      const [manager, to] = [await managing(), email('new@example.org')];
      return {
        act: () => app.inviteStaff({ ...manager, email: to, role: 'Doc' }),
        otherwise: () => app.inviteStaff({ ...manager, email: to, role: 'Ast' }),
        undo: () => app.withdrawStaffInvitation({ actor: manager.actor, email: to }),
      };
    },
    withdrawStaffInvitation: async (): Promise<Story> => {
      const [{ actor }, to] = [await managing(), email('new@example.org')];
      const invite = () => app.inviteStaff({ actor, email: to, role: 'Doc' });
      must(await invite());
      return { act: () => app.withdrawStaffInvitation({ actor, idempotencyKey, email: to }), undo: invite };
    },
  };
};

/** Of a child that the doctor has entered. */
const ofPatients = ({ app, byDoctor, doctor, otherParent, storage }: Desk) => {
  const child = { doctorId: doctor.id, firstName: name('Emil'), lastName: name('Smit'), title: title('Cough') };
  const entered = async () => must(await app.enterChild({ ...child, actor: doctor })).childId;
  return {
    enterChild: async (): Promise<Story> => ({
      act: () => app.enterChild({ ...child, ...byDoctor }),
      otherwise: () => app.enterChild({ ...child, ...byDoctor, title: title('Asthma') }),
    }),
    withdrawPaperCode: async (): Promise<Story> => {
      const childId = await entered();
      const print = () => app.makePaperCode({ actor: doctor, childId });
      must(await print());
      return { act: () => app.withdrawPaperCode({ ...byDoctor, childId }), undo: print };
    },
    removePatientsParent: async (): Promise<Story> => {
      const childId = await entered();
      const join = () => storage.write(async ({ children }) => ok(await children.addParent(childId, otherParent.id)));
      await join();
      const removing = { ...byDoctor, childId, parentId: otherParent.id };
      return {
        act: () => app.removePatientsParent({ ...removing, reason: slip }),
        otherwise: () => app.removePatientsParent({ ...removing, reason: reason('Not a parent') }),
        undo: join,
      };
    },
  };
};

/** Each call that takes a key, but for those that make something anew. */
const openStories = async () => {
  const desk = await openDesk();
  return {
    ...desk,
    stories: {
      ...ofCases(desk),
      ...ofCertifications(desk),
      ...ofPeople(desk),
      ...ofPractice(desk),
      ...ofPatients(desk),
    },
  };
};

type Name = keyof Awaited<ReturnType<typeof openStories>>['stories'];
const NAMES = Object.keys((await openStories()).stories) as readonly Name[];

test.each(NAMES)('%s, sent again with its key, is answered alike and done once', async (name) => {
  const { recorded, stories } = await openStories();
  const { act } = await stories[name]();
  expect(codeOf(await act())).toBe('OK');
  const before = await recorded();
  expect(codeOf(await act())).toBe('OK');
  expect(await recorded()).toEqual(before);
});

test.each(NAMES)('%s is not said to be done with other words, nor once it was undone', async (name) => {
  const { stories } = await openStories();
  const { act, otherwise, undo } = await stories[name]();
  must(await act());
  if (otherwise) expect(codeOf(await otherwise())).toBe('IDEMPOTENCY_KEY_REUSED');
  await undo?.();
  if (undo) expect(codeOf(await act())).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('what the doctor did is told again only while the doctor has a part in the case', async () => {
  const { app, caseId, otherDoctor, parent, stories } = await openStories();
  const story = await stories.issueCertification();
  must(await story.act());
  must(await app.handOverCase({ actor: parent, caseId, doctorId: otherDoctor.id }));
  expect(codeOf(await story.act())).toBe('CASE_NOT_FOUND');
});

test('an invitation that nobody has is not withdrawn, nor one by which somebody has joined', async () => {
  const { app, childId, otherParent, parent, share } = await openStories();
  const withdraw = () => app.withdrawParentInvitation({ actor: parent, childId, email: otherParent.email });
  expect(codeOf(await withdraw())).toBe('INVITATION_NOT_FOUND');
  await share(otherParent);
  expect(codeOf(await withdraw())).toBe('INVITATION_NOT_FOUND');
  expect((await listed(app.listParents({ actor: parent, childId }))).map(({ id }) => id)).toContain(otherParent.id);
});
