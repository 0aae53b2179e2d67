import { describe, expect, it } from 'vitest';
import { replyByReplyTests } from './one-store/reply-by-reply.ts';
import { member, openStore, PASSWORD, type VariantName, WORDS, withoutVariant } from './support/two-variants.ts';

const { call, logIn } = openStore();

/** First one way, then the other. */
const BOTH_WAYS: readonly [VariantName, VariantName][] = [
  ['A', 'B'],
  ['B', 'A'],
];

let addresses = 0;
const registration = (role: string) => {
  addresses += 1;
  return { firstName: 'Mia', lastName: 'Jansen', email: `someone.${addresses}@example.org`, password: PASSWORD, role };
};

/** Someone who registered and logged in through that variant. */
const arrive = async (variant: VariantName, role: string) => {
  const facts = registration(role);
  await call(variant, WORDS[variant].register, facts);
  const session = await logIn(variant, facts.email);
  const id = member(await call(variant, 'GET /api/Auth/me', { id: session }), 'ID');
  return { id, session, email: facts.email };
};

const addChild = async (variant: VariantName, session: string, socSecNum: string) =>
  call(variant, WORDS[variant].addChild, {
    id: session,
    firstName: 'Carla',
    lastName: 'Jansen',
    birthDate: '2019-02-28',
    socSecNum,
  });

describe.each(BOTH_WAYS)('accounts and sessions, from %s to %s (D-11)', (here, there) => {
  const isAlive = async (id: string): Promise<boolean> => {
    const replies = [await call('A', 'GET /api/Auth/me', { id }), await call('B', 'GET /api/Auth/me', { id })];
    expect(replies[0]?.status).toBe(replies[1]?.status);
    return replies[0]?.status === 200;
  };

  it('an account registered here logs in there', async () => {
    const { email } = await arrive(here, 'Doc');
    const reply = await call(there, WORDS[there].logIn, { email, password: PASSWORD });
    expect(reply.content).toEqual({ id: member(reply, 'id'), firstName: 'Mia', lastName: 'Jansen', role: 'Doc' });
  });

  it('an address registered here is taken there', async () => {
    const { email } = await arrive(here, 'Par');
    const again = { ...registration('Doc'), email: ` ${email.toUpperCase()}` };
    const reply = await call(there, WORDS[there].register, again);
    expect([reply.status, reply.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('a session opened here is the same account there', async () => {
    const { id: ID, session, email } = await arrive(here, 'Ast');
    const reply = await call(there, 'GET /api/Auth/me', { id: session });
    expect(reply.content).toEqual({ ID, firstName: 'Mia', lastName: 'Jansen', email, role: 'Ast' });
  });

  it('the doctors, whichever variant they came through, are one list', async () => {
    const [first, second] = [await arrive(here, 'Doc'), await arrive(there, 'Doc')];
    const [byHere, byThere] = [
      await call(here, 'GET /api/Doc', { id: first.session }),
      await call(there, 'GET /api/Doc', { id: first.session }),
    ];
    expect(byHere.content).toEqual(
      expect.arrayContaining([first, second].map(({ id }) => expect.objectContaining({ id }))),
    );
    expect(withoutVariant(byThere)).toBe(withoutVariant(byHere));
  });

  it('a session opened here can be ended there, and is then ended in both', async () => {
    const { session } = await arrive(here, 'Par');
    expect(await isAlive(session)).toBe(true);
    expect((await call(there, 'POST /api/Auth/logout', { id: session })).status).toBe(200);
    expect(await isAlive(session)).toBe(false);
  });

  it('a password changed here ends the sessions opened there', async () => {
    const { session, email } = await arrive(here, 'Par');
    const other = await logIn(there, email);
    const change = { id: session, password: PASSWORD, newPassword: 'another-lantern-7' };
    expect((await call(here, 'POST /api/Auth/password', change)).status).toBe(200);
    expect(await isAlive(other)).toBe(false);
    expect(await isAlive(session)).toBe(true);
    expect(await isAlive(await logIn(there, email, 'another-lantern-7'))).toBe(true);
  });
});

describe.each(BOTH_WAYS)('children and cases, from %s to %s (D-11)', (here, there) => {
  it('a child added here gets a case there, and is listed alike by both', async () => {
    const [doctor, parent] = [await arrive(there, 'Doc'), await arrive(here, 'Par')];
    const ChildID = member(await addChild(here, parent.session, '756.1'), 'ChildID');
    const facts = { id: parent.session, ChildID, DocID: doctor.id, title: 'Asthma' };
    expect((await call(there, 'POST /api/Case', facts)).status).toBe(200);
    const children = `GET /api/Doc/${doctor.id}/children`;
    const [byHere, byThere] = [
      await call(here, children, { id: doctor.session }),
      await call(there, children, { id: doctor.session }),
    ];
    expect(byThere.content).toEqual([{ firstName: 'Carla', lastName: 'Jansen', id: ChildID }]);
    expect(withoutVariant(byHere)).toBe(withoutVariant(byThere));
  });

  it('a child added here is certified by A, whichever variant its case came through', async () => {
    const [doctor, parent] = [await arrive(here, 'Doc'), await arrive(there, 'Par')];
    const ChildID = member(await addChild(here, parent.session, '756.1'), 'ChildID');
    const facts = { id: parent.session, ChildID, DocID: doctor.id, title: 'Asthma' };
    const caseId = member(await call(there, 'POST /api/Case', facts), 'CaseID');
    const task = { id: doctor.session, title: 'Measure lung function' };
    const TaskID = member(await call(here, `POST /api/Case/${caseId}/tasks`, task), 'TaskID');
    await call(there, `POST /api/Task/${TaskID}/close`, { id: doctor.session });
    const certID = member(await call('A', `POST /api/Case/${caseId}/certreq`, { id: parent.session }), 'certID');
    const status = await call('A', `GET /api/Case/${caseId}/certreq`, { id: parent.session });
    expect(status.content).toMatchObject({ certID, TaskID, CaseID: caseId, status: 'requested' });
  });
});

describe('a child added through B (D-11)', () => {
  it('has no number, even if one was sent: only through A can it become known', async () => {
    const { session } = await arrive('B', 'Par');
    const outcomes = [];
    for (const variant of ['B', 'A', 'B', 'A'] as const) {
      const { status, code } = await addChild(variant, session, '756.1234.5678.97');
      outcomes.push([variant, status, code]);
    }
    expect(outcomes).toEqual([
      ['B', 200, undefined],
      ['A', 200, undefined],
      ['B', 200, undefined],
      ['A', 409, 'CHILD_KNOWN'],
    ]);
  });
});

describe('forty registrations of one address at once, over both variants (D-07)', () => {
  it('are won by exactly one, whose account it is', async () => {
    const spellings = ['race@example.org', 'RACE@example.org', '  Race@Example.org\n', '\tｒａｃｅ@EXAMPLE.ORG '];
    const attempts = Array.from({ length: 40 }, (_, index) => ({
      variant: index % 2 === 0 ? ('A' as const) : ('B' as const),
      facts: {
        ...registration('Par'),
        email: spellings[Math.floor(index / 2) % spellings.length],
        password: `lantern-of-${index}`,
      },
    }));
    const replies = await Promise.all(
      attempts.map(({ variant, facts }) => call(variant, WORDS[variant].register, facts)),
    );
    const outcomes = replies.map(({ status, code }) => `${status} ${code ?? 'OK'}`);
    expect(outcomes.toSorted()).toEqual(['200 OK', ...Array(39).fill('409 EMAIL_TAKEN')]);
    const winner = attempts[outcomes.indexOf('200 OK')];
    const logIn = async ({ variant, facts: { password } }: (typeof attempts)[number]): Promise<number> =>
      (await call(variant, WORDS[variant].logIn, { email: 'race@example.org', password })).status;
    // The winner first: wrong passwords before it would close the account to everyone for a while (P-07).
    expect(winner && (await logIn(winner))).toBe(200);
    const others = await Promise.all(attempts.filter((attempt) => attempt !== winner).map(logIn));
    expect(others).toHaveLength(39);
    expect(others).not.toContain(200);
  });
});

replyByReplyTests(call);
