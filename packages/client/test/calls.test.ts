import { PASSWORD, registration, WORDS } from '@health-case/composition/testing/clinic';
import { describe, expect, it } from 'vitest';
import type { Fetch } from '../src/create-client.ts';
import { createClientA, Refused, unwrap } from '../src/variant-a.ts';
import { createClientB } from '../src/variant-b.ts';
import { arrive, openServices } from './support/services.ts';

const { url, codeOf } = openServices();

describe('a refusal', () => {
  it('is a value: code, sentence, status, and the name of the call in the log', async () => {
    const { client } = await arrive(createClientA(url('A')));
    expect(await client.addChild({ ...WORDS.A.child(), birthDate: '2019-02-30', lastName: ' ' })).toEqual({
      ok: false,
      refusal: {
        code: 'FIELDS_INVALID',
        sentence: 'lastName is missing; birthDate must be a calendar day written YYYY-MM-DD.',
        status: 400,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });

  it('has the code of the call in either variant, and is thrown by unwrap', async () => {
    const facts = registration();
    unwrap(await createClientA(url('A')).registerAccount(facts));
    const again = await createClientB(url('B')).registerAccount(facts);
    expect(again).toMatchObject({ ok: false, refusal: { code: 'EMAIL_TAKEN', status: 409 } });
    expect(() => unwrap(again)).toThrow(Refused);
    expect(() => unwrap(again)).toThrow(/^EMAIL_TAKEN: /);
  });
});

it('logins are asked for a page at a time, by ids that are no sessions', async () => {
  const { client, email } = await arrive(createClientB(url('B')));
  const logIn = () => client.logIn({ email, password: PASSWORD }).then(unwrap);
  const sessions = [client.session, (await logIn()).id, (await logIn()).id];
  const found: string[] = [];
  for await (const login of client.listLogins.each({ limit: 1 })) found.push(unwrap(login).LoginID);
  expect(found).toEqual(unwrap(await client.listLogins()).map(({ LoginID }) => LoginID));
  expect(new Set([...found, ...sessions]).size).toBe(6);
});

it('two parents share a child, and find its case among those of the doctor', async () => {
  const doctor = await arrive(createClientA(url('A')), { ...registration('Doc'), lastName: 'Visser-Grün' });
  const jan = await arrive(createClientB(url('B')));
  const eva = await arrive(createClientA(url('A')));
  const { ChildID } = unwrap(await jan.client.addChild(WORDS.B.child()));
  const correction = { ChildID, birthDate: '2019-02-28', socSecNum: '756.1234.5678.97' };
  expect(unwrap(await jan.client.correctChild(correction))).toEqual({ withdrawn: 0 });
  unwrap(await jan.client.inviteParent({ ChildID, email: eva.email }));
  const joined = await eva.client.joinChild({ code: await codeOf(eva.email) });
  expect(unwrap(joined)).toEqual({ ChildID });
  const { birthDate, socSecNum } = unwrap(await eva.client.showChild({ ChildID }));
  expect([birthDate, socSecNum]).toEqual(['2019-02-28', '**************97']);
  expect(unwrap(await jan.client.listParents({ ChildID })).map(({ id }) => id)).toEqual([jan.id, eva.id]);

  const [found] = unwrap(await eva.client.listDoctors({ name: 'GRUN viss', limit: 1 }));
  expect(found?.id).toBe(doctor.id);
  const { CaseID } = unwrap(await eva.client.openCase({ ChildID, DocID: doctor.id, title: 'Asthma' }));
  const search = { status: 'ongoing', ChildID, detail: 'full' } as const;
  const [listed] = unwrap(await doctor.client.listCases(search));
  expect([listed?.id, listed?.child?.birthDate, listed?.certification]).toEqual([CaseID, '2019-02-28', null]);
});

it('an id goes into one segment of the path, or is not sent', async () => {
  const { client } = await arrive(createClientA(url('A')));
  for (const id of ['a/b', '?x', '#x', '%2e%2e', 'ä ö', '...']) {
    expect(await client.showCase({ id }), id).toMatchObject({ refusal: { code: 'CASE_NOT_FOUND' } });
  }
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await expect(client.showCase({ id })).rejects.toThrow(new TypeError('id must be an id.'));
  }
});

describe('the session', () => {
  it('can be stored and continued by another client, of either variant', async () => {
    const { client, id } = await arrive(createClientB(url('B')));
    const session = client.session ?? '';
    expect(unwrap(await createClientA(url('A'), { session }).describeAccount()).ID).toBe(id);
    const other = createClientB(url('B'));
    other.session = session;
    expect(unwrap(await other.describeAccount()).ID).toBe(id);
  });

  it('is cleared at logout, and when the service says that it has ended', async () => {
    const { client } = await arrive(createClientA(url('A')));
    const other = createClientA(url('A'), { session: client.session ?? '' });
    unwrap(await other.logOut());
    expect(other.session).toBeUndefined();
    expect(await client.listDoctors()).toMatchObject({ ok: false, refusal: { code: 'SESSION_INVALID' } });
    expect(client.session).toBeUndefined();
    expect(await client.listDoctors()).toMatchObject({ ok: false, refusal: { code: 'SESSION_MISSING' } });
  });

  it('stays when another call is refused, and when logging in is', async () => {
    const { client, email } = await arrive(createClientA(url('A')));
    const { session } = client;
    expect((await client.showCase({ id: 'none' })).ok).toBe(false);
    expect((await client.logIn({ email, password: 'wrong-lantern-7' })).ok).toBe(false);
    expect([client.session, session]).toEqual([session, expect.any(String)]);
  });
});

/** A parent of five, whose client notes the body of each request. */
const parentOfFive = async () => {
  const { client: direct } = await arrive(createClientA(url('A')));
  const ids: string[] = [];
  while (ids.length < 5) ids.push(unwrap(await direct.addChild(WORDS.A.child())).ChildID);
  const asked: unknown[] = [];
  const fetch: Fetch = (to, init) => {
    asked.push(init.body === undefined ? undefined : JSON.parse(init.body));
    return globalThis.fetch(to, init);
  };
  return { ids, asked, client: createClientA(url('A'), { fetch, session: direct.session ?? '' }) };
};

describe('a list', () => {
  it('is whole, or a page, or asked for a page at a time by each, as the reader goes on', async () => {
    const { client, ids, asked } = await parentOfFive();
    expect(unwrap(await client.listOwnChildren()).map(({ id }) => id)).toEqual(ids);
    const page = { limit: 2, after: ids[1] ?? '' };
    expect(unwrap(await client.listOwnChildren(page)).map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(asked).toEqual([undefined, { limit: '2', after: ids[1] }]);
    const read = async (page: Parameters<typeof client.listOwnChildren>[0]) => {
      asked.length = 0;
      const came: (readonly [id: string, requests: number])[] = [];
      for await (const child of client.listOwnChildren.each(page)) came.push([unwrap(child).id, asked.length]);
      return came;
    };
    const came = await read({ limit: 2 });
    expect(came.map(([id]) => id)).toEqual(ids);
    expect(came.map(([, requests]) => requests)).toEqual([1, 1, 2, 2, 3]);
    expect(asked).toEqual([{ limit: '2' }, { limit: '2', after: ids[1] }, { limit: '2', after: ids[3] }]);
    // A full page may be the last one, so an empty one follows it.
    expect(await read({ limit: 5 })).toHaveLength(5);
    expect(asked).toHaveLength(2);
    expect((await read({ after: ids[2] ?? '' })).map(([id]) => id)).toEqual(ids.slice(3));
    expect(asked).toEqual([{ limit: '1000', after: ids[2] }]);
  });

  it('ends with the refusal if it is refused on the way', async () => {
    const { client } = await parentOfFive();
    const other = createClientA(url('A'), { session: client.session ?? '' });
    const came: unknown[] = [];
    for await (const child of client.listOwnChildren.each({ limit: 3 })) {
      came.push(child.ok ? 'child' : child.refusal.code);
      if (came.length === 2) unwrap(await other.logOut());
    }
    expect(came).toEqual(['child', 'child', 'child', 'SESSION_INVALID']);
  });
});
