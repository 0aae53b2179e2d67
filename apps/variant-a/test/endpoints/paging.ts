import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectBody, expectRefusal, named } from '../support/replies.ts';
import { once } from '../support/service.ts';

type Listed = { readonly endpoint: string; readonly session: string; readonly entries: readonly { id: string }[] };

export const pagingTests = (clinic: Clinic): void => {
  const { assist, openCase, openTask } = clinic;

  const wholeList = async (endpoint: string, id: string): Promise<Listed> => {
    const { content } = await clinic.call(endpoint, { id });
    if (!Array.isArray(content) || content.length < 4) throw new Error(`There is too little to page at ${endpoint}.`);
    return { endpoint, session: id, entries: content };
  };

  const four = (role: 'Doc' | 'Ast') => Promise.all([1, 2, 3, 4].map(() => clinic.arrive(role)));

  const doctors = once(async () => {
    await four('Doc');
    return wholeList('GET /api/Doc', (await clinic.regular('Par')).session);
  });
  const assistants = once(async () => {
    const doctor = await clinic.arrive('Doc');
    for (const assistant of await four('Ast')) await assist(doctor, assistant);
    return wholeList(`GET /api/Doc/${doctor.id}/assistants`, doctor.session);
  });
  const children = once(async () => {
    const [doctor, parent] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Par')]);
    for (let count = 0; count < 4; count += 1) await openCase(parent, await clinic.addChild(parent), doctor);
    return wholeList(`GET /api/Doc/${doctor.id}/children`, parent.session);
  });
  const history = once(async () => {
    const { doctor, parent, caseId } = await clinic.newCase();
    for (let count = 0; count < 3; count += 1) await openTask(doctor, caseId);
    return wholeList(`GET /api/Case/${caseId}/history`, parent.session);
  });
  const lists: readonly [string, () => Promise<Listed>][] = [
    ['GET /api/Doc', doctors],
    ['GET /api/Doc/{id}/assistants', assistants],
    ['GET /api/Doc/{id}/children', children],
    ['GET /api/Case/{id}/history', history],
  ];

  describe.each(lists)('limit and after of %s (D-12)', (_, open) => {
    it('page through the list, which comes out whole', async () => {
      const { endpoint, session, entries } = await open();
      const limit = Math.ceil(entries.length / 3);
      const pages: Listed['entries'][] = [];
      for (const _ of entries) {
        const after = pages.at(-1)?.at(-1)?.id;
        const { content } = await clinic.call(endpoint, { id: session, limit: String(limit), after });
        if (!Array.isArray(content) || content.length === 0) break;
        pages.push(content);
      }
      expect(pages.flat()).toEqual(entries);
      expect(pages.map((page) => page.length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(limit));
    });

    it('can be given alone, and count as not given when they are null or blank', async () => {
      const { endpoint, session: id, entries } = await open();
      expectBody(await clinic.call(endpoint, { id, limit: '1' }), entries.slice(0, 1));
      expectBody(await clinic.call(endpoint, { id, limit: '1000' }), entries);
      expectBody(await clinic.call(endpoint, { id, after: entries.at(-3)?.id }), entries.slice(-2));
      expectBody(await clinic.call(endpoint, { id, after: entries.at(-1)?.id }), []);
      expectBody(await clinic.call(endpoint, { id, after: null, limit: ' ' }), entries);
    });

    it('are refused, and named, where they are wrong', async () => {
      const { endpoint, session: id } = await open();
      for (const limit of ['0', '1001', '-1', '1.5', '1e2', 'ten', '0x10', 3]) {
        const reply = await clinic.call(endpoint, { id, limit });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, ['limit', 'after']), String(limit)).toEqual(['limit']);
      }
      for (const after of ['first', '5f0c1a3e-8f0b-4a55-9a0e-0d9b7d6e2f11', 3]) {
        const reply = await clinic.call(endpoint, { id, after });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, ['limit', 'after']), String(after)).toEqual(['after']);
      }
      const both = await clinic.call(endpoint, { id, limit: '0', after: 'first' });
      expect(named(both, ['limit', 'after'])).toEqual(['limit', 'after']);
    });
  });
};
