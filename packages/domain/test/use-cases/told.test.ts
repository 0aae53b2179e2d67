import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDelivery } from '../../src/courier.ts';
import { MailRefused } from '../../src/errors.ts';
import type { Account } from '../../src/model/account.ts';
import type { AccountId, ChildId, Statement } from '../../src/model/values.ts';
import { HOUR } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { openFamily } from '../support/family.ts';
import { codeOf, email, must, name, number, reason, title } from '../support/values.ts';

/** Paula has added the child, Tom and Pablo have joined, and nobody has a mail that waits. */
const openTold = async () => {
  const family = await openFamily();
  const { app, childId, deliver, mailer, otherParent, parent, register, share, storage } = family;
  const tom = await share(await register('Par', 'Tom'));
  await share(otherParent);
  await deliver();
  mailer.sent.splice(0);
  /** The mails since, as `kind > first name`. */
  const told = async (): Promise<readonly string[]> => {
    await deliver();
    return mailer.sent.splice(0).flatMap(({ kind, to }) => {
      const [, who = ''] = /^(\w)/.exec(to) ?? [];
      return kind === 'parent invited' ? [] : `${kind} > ${who.toUpperCase()}${to.slice(1, to.indexOf('@'))}`;
    });
  };
  const parentIds = async (of: ChildId) => (await storage.read.children.parents(of)).map(({ id }) => id);
  const remove = (actor: Account, who: Account) => app.removeParent({ actor, childId, parentId: who.id });
  return { ...family, pablo: otherParent, parentIds, paula: parent, remove, told, tom };
};

type Told = Awaited<ReturnType<typeof openTold>>;

/** An own entry of a parent, which is the same child. */
const ownEntry = async ({ app, childId, paula }: Told, actor: Account): Promise<ChildId> => {
  must(await app.correctChild({ actor: paula, childId, socSecNum: number('756.9217.0769.85') }));
  const facts = { firstName: name('Karla'), lastName: name('Example'), socSecNum: number('7569217076985') };
  return must(await app.addChild({ actor, ...facts }));
};

/** Whoever does it, and nobody for the operator. */
type Way = (scene: Told) => Promise<Account | undefined>;

const WAYS: readonly (readonly [string, Way])[] = [
  [
    'joining',
    async ({ register, share }) => {
      const nina = await register('Par', 'Nina');
      await share(nina);
      return nina;
    },
  ],
  [
    'joining with an own entry, which others share',
    async (scene) => {
      const { deliver, mailer, register, share } = scene;
      const nina = await register('Par', 'Nina');
      const own = await ownEntry(scene, nina);
      await share(await register('Par', 'Nils'), own, nina);
      await deliver();
      mailer.sent.splice(0);
      await share(nina);
      return nina;
    },
  ],
  [
    'a merge by the operator',
    async (scene) => {
      const nina = await scene.register('Par', 'Nina');
      const other = await ownEntry(scene, nina);
      must(await scene.app.mergeChildren({ keep: scene.childId, other }));
      return undefined;
    },
  ],
  [
    'removing a parent',
    async ({ paula, remove, tom }) => {
      must(await remove(paula, tom));
      return paula;
    },
  ],
  [
    'leaving',
    async ({ remove, tom }) => {
      must(await remove(tom, tom));
      return tom;
    },
  ],
  [
    'leaving by who has added the child',
    async ({ paula, remove }) => {
      must(await remove(paula, paula));
      return paula;
    },
  ],
  [
    'the erasure of an account',
    async ({ app, tom }) => {
      must(await app.eraseAccount({ email: tom.email }));
      return undefined;
    },
  ],
];

/** Of which account no mail can be sent any more. */
const isErased = async ({ storage }: Told, id: AccountId): Promise<boolean> =>
  (await storage.read.accounts.credentialsOf(id)) === undefined;

describe('who is told that the parents of a child change (D-33)', () => {
  test.each(WAYS)('%s: each who is one or was one, once, but not who did it to another', async (_, change) => {
    const scene = await openTold();
    const { childId, parentIds, storage, told } = scene;
    const before = await parentIds(childId);
    const by = await change(scene);
    const after = await parentIds(childId);
    expect(after).not.toEqual(before);
    const expected: string[] = [];
    for (const id of new Set([...before, ...after])) {
      const isConcerned = before.includes(id) !== after.includes(id);
      if ((id === by?.id && !isConcerned) || (await isErased(scene, id))) continue;
      const who = (await storage.read.accounts.find(id))?.firstName;
      expected.push(`${after.includes(id) ? 'parents changed' : 'parent removed'} > ${who}`);
    }
    expect((await told()).toSorted()).toEqual(expected.toSorted());
  });

  test('with the child for the link, but not whoever is no parent any more when the mail is sent', async () => {
    const { childId, deliver, mailer, pablo, paula, remove, storage, tom } = await openTold();
    must(await remove(tom, tom));
    await storage.write(async ({ children }) => ok(await children.removeParent(childId, pablo.id)));
    await deliver();
    const aboutOf = ({ email }: Account) =>
      mailer.sent.flatMap((letter) => (letter.to === email && 'about' in letter ? letter.about : []));
    expect([tom, pablo, paula].map(aboutOf)).toEqual([[undefined], [undefined], [childId]]);
  });

  test('no use case changes them but by parenthoods.ts, which tells of it', () => {
    const cwd = join(import.meta.dirname, '../../src');
    const changes = (file: string) =>
      /\bchildren\.(addParent|removeParent)\(/.test(readFileSync(join(cwd, file), 'utf8'));
    expect(globSync('**/*.ts', { cwd }).filter(changes)).toEqual(['use-cases/parenthoods.ts']);
  });

  test('nobody is told when nothing changes: what is refused, a code that a parent uses, a child added anew', async () => {
    const { app, childId, invited, join, paula, pablo, register, remove, told, tom } = await openTold();
    expect(codeOf(await remove(pablo, tom))).toBe('ROLE_NOT_ALLOWED');
    expect(codeOf(await remove(paula, await register('Par', 'Nina')))).toBe('PARENT_NOT_FOUND');
    const nils = await register('Par', 'Nils');
    const code = await invited(nils.email);
    const own = must(await app.addChild({ actor: nils, firstName: name('C'), lastName: name('E') }));
    must(await app.mergeChildren({ keep: childId, other: own }));
    await told();
    must(await join(nils, code));
    expect(await told()).toEqual([]);
  });

  test('also those who want no notices, as who reads the data of a child is a matter of security', async () => {
    const { app, logIn, pablo, remove, paula, told, tom } = await openTold();
    for (const who of [pablo, tom]) must(await app.changeProfile({ ...(await logIn(who)), notices: 'security' }));
    must(await remove(paula, tom));
    expect((await told()).toSorted()).toEqual(['parent removed > Tom', 'parents changed > Pablo']);
  });

  test('not an account that is disabled', async () => {
    const { app, paula, remove, told, tom, pablo } = await openTold();
    must(await app.disableAccount({ email: pablo.email }));
    must(await remove(paula, tom));
    expect(await told()).toEqual(['parent removed > Tom']);
  });
});

describe('who is told of a handover (D-32)', () => {
  const others = ['doctor changed > Pablo', 'doctor changed > Tom'];

  test('by a doctor: the new doctor and all parents', async () => {
    const { app, caseId, doctor, otherDoctor, told } = await openTold();
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    expect((await told()).toSorted()).toEqual([
      'case received > Dieter',
      'doctor changed > Pablo',
      'doctor changed > Paula',
      'doctor changed > Tom',
      'new case > Arne',
    ]);
  });

  test('by a parent: both doctors and the other parents; a second click tells nobody', async () => {
    const { app, caseId, otherDoctor, paula: actor, told } = await openTold();
    for (const _ of ['once', 'again']) must(await app.handOverCase({ actor, caseId, doctorId: otherDoctor.id }));
    expect((await told()).toSorted()).toEqual([
      ...['case handed over > Dora', 'case received > Dieter', ...others],
      'new case > Arne',
    ]);
  });

  test('to a doctor and back: each time, once', async () => {
    const { app, caseId, doctor, otherDoctor, told } = await openTold();
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    must(await app.handOverCase({ actor: otherDoctor, caseId, doctorId: doctor.id }));
    const doctors = (await told()).filter((one) => one.startsWith('case'));
    expect(doctors).toEqual(['case received > Dieter', 'case received > Dora']);
  });

  test('in one mail, also if a decision waits; nobody who wants no notices', async () => {
    const { app, caseId, certification, doctor, logIn, otherDoctor, pablo, told } = await openTold();
    await certification.requested();
    must(await app.changeProfile({ ...(await logIn(pablo)), notices: 'security' }));
    await told();
    must(await app.handOverCase({ actor: doctor, caseId, doctorId: otherDoctor.id }));
    expect((await told()).toSorted()).toEqual([
      'case received > Dieter',
      'doctor changed > Paula',
      'doctor changed > Tom',
      'new case > Arne',
    ]);
  });
});

describe('who is told of what happens in a case (D-43)', () => {
  test('a new one: its doctor, the assistants, and the other parents', async () => {
    const { app, childId, doctor, paula, told } = await openTold();
    must(await app.openCase({ actor: paula, childId, doctorId: doctor.id, title: title('Croup') }));
    const [staff, parents] = [
      ['new case > Dora', 'new case > Anna'],
      ['case opened > Pablo', 'case opened > Tom'],
    ];
    expect((await told()).toSorted()).toEqual([...parents, ...staff.toSorted()]);
  });

  test('one that an assistant opens: the doctor and all parents; nobody what they did themselves', async () => {
    const { app, assistant, childId, doctor, told } = await openTold();
    const open = (actor: Account) => app.openCase({ actor, childId, doctorId: doctor.id, title: title('Croup') });
    const parents = ['case opened > Pablo', 'case opened > Paula', 'case opened > Tom'];
    must(await open(assistant));
    expect((await told()).toSorted()).toEqual([...parents, 'new case > Dora']);
    must(await open(doctor));
    // The parents have not signed in since.
    expect(await told()).toEqual(['new case > Anna']);
  });

  test('one that is finished: the parents, with the case for the link', async () => {
    const { app, assistant: actor, caseId, deliver, mailer } = await openTold();
    must(await app.finishCase({ actor, caseId }));
    await deliver();
    expect(mailer.sent.map((letter) => [letter.kind, 'about' in letter && letter.about])).toEqual(
      Array(3).fill(['case finished', caseId]),
    );
  });

  test('nobody any more, once the case is erased', async () => {
    const { app, caseId, childId, doctor: actor, told } = await openTold();
    must(await app.finishCase({ actor, caseId }));
    must(await app.eraseChild({ childId }));
    expect(await told()).toEqual([]);
  });
});

describe('no second mail of a kind until its reader has signed in (D-43)', () => {
  const openBusy = async () => {
    const scene = await openTold();
    const { app, childId, doctor, paula } = scene;
    const open = async () =>
      must(await app.openCase({ actor: paula, childId, doctorId: doctor.id, title: title('Croup') }));
    const toDora = async () => (await scene.told()).filter((one) => one.endsWith('Dora'));
    return { ...scene, open, toDora };
  };

  test('then again, once; others are told as before, and of other kinds', async () => {
    const { app, doctor, logIn, open, paula, taskId, toDora } = await openBusy();
    for (const _ of ['once', 'again']) await open();
    expect(await toDora()).toEqual(['new case > Dora']);
    await open();
    must(await app.requestCertification({ actor: paula, id: taskId }));
    expect(await toDora()).toEqual(['certification requested > Dora']);
    await logIn(doctor);
    for (const _ of ['once', 'again']) await open();
    expect(await toDora()).toEqual(['new case > Dora']);
  });

  test('also of several processes, and while the mail server is down', async () => {
    const scene = await openBusy();
    const { clock, mailer, open, toDora } = scene;
    mailer.fail(new Error('down'));
    for (const _ of ['once', 'again']) await open();
    const processes = [0, 1].map(() => createDelivery(scene, () => undefined));
    for (let hours = 0; hours < 5; hours += 1) {
      await Promise.all(processes.map(({ sendNext }) => sendNext(true)));
      clock.advance(HOUR);
    }
    mailer.fail(undefined);
    expect(await toDora()).toEqual(['new case > Dora']);
    await open();
    expect(await toDora()).toEqual([]);
  });

  test('but of a revocation or correction, also if nobody has read what was decided before', async () => {
    const { app, certification, doctor, taskId: id, told } = await openTold();
    const parents = (kind: string) => [`${kind} > Pablo`, `${kind} > Paula`, `${kind} > Tom`];
    const why = { actor: doctor, id, reason: reason('A slip') };
    await certification.issued();
    expect((await told()).toSorted()).toEqual(parents('certification decided'));
    must(await app.correctCertification({ ...why, statement: 'Fit' as Statement }));
    expect((await told()).toSorted()).toEqual(parents('certification revoked'));
    must(await app.revokeCertification(why));
    expect(await told()).toEqual([]);
  });

  test('but one that could never be sent tells nobody, so the next one is', async () => {
    const scene = await openBusy();
    const { clock, mailer, open, toDora } = scene;
    mailer.fail(new MailRefused('unknown'));
    await open();
    const { sendNext } = createDelivery(scene, () => undefined);
    while (await sendNext());
    mailer.fail(undefined);
    clock.advance(HOUR);
    expect(await toDora()).toEqual([]);
    await open();
    expect(await toDora()).toEqual(['new case > Dora']);
  });
});

describe('an address that a mail did not reach (D-43)', () => {
  const openUnreached = async () => {
    const scene = await openTold();
    const { app, caseId, clock, doctor, logIn, mailer, otherDoctor, paula: actor } = scene;
    const unreached = async () => must(await app.showUnreached(await logIn(doctor)));
    const open = async (problem?: Error, hours = 0) => {
      mailer.fail(problem);
      must(await app.handOverCase({ actor, caseId, doctorId: otherDoctor.id }));
      const { sendNext } = createDelivery(scene, () => undefined);
      for (let hour = 0; hour <= hours; hour += 1) {
        while (await sendNext(true));
        clock.advance(HOUR);
      }
      mailer.fail(undefined);
    };
    return { ...scene, open, unreached };
  };

  test('is shown to its owner, with when, and to managers, until the owner proves an address again', async () => {
    const { app, assistant, clock, doctor, open, setManager, storage, unreached } = await openUnreached();
    await setManager(assistant);
    const toManagers = async () => {
      const { entries } = must(await app.listStaff({ actor: assistant, paging: {} }));
      return entries.filter(({ isUnreached }) => isUnreached).map(({ id }) => id);
    };
    expect(await unreached()).toBeUndefined();
    const at = clock.now();
    await open(new MailRefused('unknown'));
    expect(await unreached()).toEqual({ at, email: doctor.email });
    expect(await toManagers()).toContain(doctor.id);
    expect(must(await app.showStaff({ actor: assistant, id: doctor.id })).isUnreached).toBe(true);
    await storage.write(async ({ accounts }) => ok(await accounts.setProven(doctor.id, clock.now())));
    expect(await unreached()).toBeUndefined();
    expect(await toManagers()).not.toContain(doctor.id);
  });

  test('is no matter any more once the account has another one, which nobody has to prove first', async () => {
    const { app, doctor, logIn, open, unreached } = await openUnreached();
    await open(new MailRefused('unknown'));
    expect(await unreached()).toBeDefined();
    const moved = { ...doctor, email: email('dora.elsewhere@example.org') };
    must(await app.changeAddress(moved));
    expect(must(await app.showUnreached(await logIn(moved)))).toBeUndefined();
  });

  test('not where the own mail server took nothing for a day', async () => {
    const { open, storage, unreached } = await openUnreached();
    await open(new Error('down'), 30);
    expect((await storage.read.mails.counts()).failed).toBeGreaterThan(0);
    expect(await unreached()).toBeUndefined();
  });
});

test('a doctor who requests a certification is told of nothing, and of that by others once', async () => {
  const { app, doctor, paula, taskId, told } = await openTold();
  must(await app.requestCertification({ actor: doctor, id: taskId }));
  expect(await told()).toEqual([]);
  must(await app.rejectCertification({ actor: doctor, id: taskId, reason: reason('Too early') }));
  expect((await told()).toSorted()).toEqual(['Pablo', 'Paula', 'Tom'].map((one) => `certification decided > ${one}`));
  for (const _ of ['once', 'again']) must(await app.requestCertification({ actor: paula, id: taskId }));
  expect(await told()).toEqual(['certification requested > Dora']);
});
