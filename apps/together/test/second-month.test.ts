import { openClinic, registration } from '@health-case/composition/testing/clinic';
import { expectRefusal, member } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, it } from 'vitest';

// What each call answers to each role, and to wrong fields, is proven in model.test.ts.
const CLINICS = [variantA, variantB].map(openClinic);

type Access = { readonly id: string; readonly at: string; readonly action: string; readonly by: object | null };

describe.each(CLINICS)('variant $name', ({ call, words, arrive, addChild }) => {
  const arriveAsDoctor = async () => {
    const greta = { ...registration('Doc'), firstName: 'Greta', lastName: 'Holm' };
    await call(words.register, greta);
    const id = member(await call(words.logIn, greta), 'id');
    return { session: id, DocID: member(await call('GET /api/Auth/me', { id }), 'ID') };
  };
  /** A parent has opened a case of a child with a doctor. */
  const openCase = async () => {
    const [doctor, parent] = [await arriveAsDoctor(), await arrive('Par')];
    const ChildID = await addChild(parent, { firstName: 'Mia', lastName: 'Jansen' });
    const opened = { id: parent.session, ChildID, DocID: doctor.DocID, title: 'Asthma' };
    return { doctor, parent, ChildID, CaseID: member(await call('POST /api/Case', opened), 'CaseID') };
  };

  it('tells a parent who has looked, newest first and page by page, and nobody else (D-34)', async () => {
    const { doctor, parent, ChildID, CaseID } = await openCase();
    await call(`GET /api/Case/${CaseID}`, { id: doctor.session });
    const read = async (fields = {}) =>
      (await call(`GET /api/Parent/children/${ChildID}/access`, { id: parent.session, ...fields }))
        .content as readonly Access[];
    // Records of reads are written a little later.
    await expect.poll(async () => (await read()).map(({ action }) => action)).toContain('case shown');
    const entries = (await read()).filter(({ action }) => action !== 'access listed');
    expect(entries.map(({ action }) => action)).toEqual(['case shown', 'case opened', 'child added']);
    const [shown, opened, added] = entries;
    expect(shown?.by).toEqual({ firstName: 'Greta', lastName: 'Holm', role: 'Doc' });
    expect(opened?.by).toEqual({ firstName: 'Mia', lastName: 'Jansen', role: 'Par' });
    expect(await read({ limit: '1', after: shown?.id })).toEqual([opened]);
    expect(await read({ after: opened?.id })).toEqual([added]);

    const path = `GET /api/Parent/children/${ChildID}/access`;
    expectRefusal(await call(path, { id: (await arrive('Par')).session }), 404, 'CHILD_NOT_FOUND');
    expectRefusal(await call(path, { id: doctor.session }), 403, 'ROLE_NOT_ALLOWED');
  });

  it('takes what is looked for in the query string, too, but no name (D-25, D-31)', async () => {
    const { doctor, ChildID, CaseID } = await openCase();
    const read = (query: string, fields = {}) =>
      call(`GET /api/Case?${query}`, fields, { Authorization: `Bearer ${doctor.session}` });
    const query = `status=ongoing&ChildID=${ChildID}&DocID=${doctor.DocID}&detail=full`;
    expect((await read(query)).content).toMatchObject([{ id: CaseID, child: { id: ChildID }, certification: null }]);
    for (const other of ['status=finished', 'certification=issued']) expect((await read(other)).content).toEqual([]);
    expectRefusal(await read('status=open'), 400, 'FIELDS_INVALID');
    expectRefusal(await read('status=ongoing', { status: 'finished' }), 400, 'FIELDS_INVALID');
    const byName = await call('GET /api/Doc?name=holm', { id: doctor.session });
    expectRefusal(byName, 400, 'FIELDS_INVALID');
    expect(byName.content).toMatch(/^name is personal and must not stand in the URL/);
  });
});
