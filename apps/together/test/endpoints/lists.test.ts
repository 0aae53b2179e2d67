import type { Clinic, Someone } from '@health-case/composition/testing/clinic';
import { expectRefusal, named, UUID_V7 } from '@health-case/http/testing/replies';
import { describe, expect, it } from 'vitest';
import { describeEachVariant } from '../support/each-variant.ts';

const UNKNOWN_ID = '01939f00-0000-7000-8000-000000000000';
const ROLES = ['Doc', 'Ast', 'Par'] as const;
const entriesOf = async ({ call }: Clinic, endpoint: string, id: string): Promise<readonly { id: string }[]> => {
  const { content } = await call(endpoint, { id });
  return Array.isArray(content) ? content : expect.fail('This is no list.');
};
const entryOf = ({ id, firstName, lastName }: Someone) => ({ firstName, lastName, id });

describeEachVariant('lists (D-12, D-18)', (clinic) => {
  const { call, expectContent } = clinic;

  it('show every doctor, in the order in which they registered, and nobody else, to any role', async () => {
    const callers = await Promise.all(ROLES.map(clinic.regular));
    const before = await entriesOf(clinic, 'GET /api/Doc', callers[0]?.session ?? '');
    const zita = await clinic.arrive('Doc', { firstName: 'Zita', lastName: 'Vos' });
    await clinic.arrive('Ast');
    await clinic.arrive('Par');
    const adam = await clinic.arrive('Doc', { firstName: 'Adam', lastName: 'Vos' });
    for (const { session: id } of callers) {
      expectContent(await call('GET /api/Doc', { id }), [...before, entryOf(zita), entryOf(adam)]);
    }
  });

  it('show the assistants of a doctor, in the order in which they registered, to any role', async () => {
    const [doctor, otherDoctor] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Doc')]);
    const zoe = await clinic.arrive('Ast', { firstName: 'Zoe' });
    const abe = await clinic.arrive('Ast', { firstName: 'Abe' });
    for (const assistant of [abe, zoe]) await clinic.assist(doctor, assistant);
    for (const { session: id } of [doctor, ...(await Promise.all(ROLES.map(clinic.regular)))]) {
      expectContent(await call(`GET /api/Doc/${doctor.id}/assistants`, { id }), [entryOf(zoe), entryOf(abe)]);
      expectContent(await call(`GET /api/Doc/${otherDoctor.id}/assistants`, { id }), []);
    }
  });

  it('show each child with a case at a doctor once, in the order in which they were added (D-20)', async () => {
    const [doctor, parent] = await Promise.all([clinic.arrive('Doc'), clinic.arrive('Par')]);
    const names = { firstName: ' Zoe\u0308\n', lastName: '\tDe Boer ', ParentID: doctor.id };
    const zoe = await clinic.addChild(parent, names);
    const abe = await clinic.addChild(parent, { firstName: 'Abe' });
    await clinic.addChild(parent, { firstName: 'Moe' });
    expect(zoe).toMatch(UUID_V7);
    for (const child of [abe, zoe]) await clinic.openCase(parent, child, doctor);
    const finished = await clinic.openCase(parent, abe, doctor);
    await call(`POST /api/Case/${finished}/finish`, { id: doctor.session });
    expectContent(await call(`GET /api/Doc/${doctor.id}/children`, { id: doctor.session }), [
      { firstName: 'Zoë', lastName: 'De Boer', id: zoe },
      { firstName: 'Abe', lastName: 'Jansen', id: abe },
    ]);
  });

  it.each(['assistants', 'children'])('of %s are of no doctor by any other id (D-10, D-19)', async (list) => {
    const [parent, assistant, doctor] = await Promise.all((['Par', 'Ast', 'Doc'] as const).map(clinic.regular));
    const ids = [parent?.id, assistant?.id, doctor?.id.toUpperCase(), `${doctor?.id}0`, UNKNOWN_ID, 'me'];
    for (const doctorId of [...ids, '5f0c1a3e-8f0b-4a55-9a0e-0d9b7d6e2f11']) {
      for (const role of ROLES) {
        const { session: id } = await clinic.regular(role);
        expectRefusal(await call(`GET /api/Doc/${doctorId}/${list}`, { id }), 404, 'DOCTOR_NOT_FOUND');
      }
    }
  });
});

/** Makes lists of at least four entries, by their endpoint, for a doctor. */
const filledLists = (clinic: Clinic) => ({
  doctors: async () => {
    for (let count = 0; count < 4; count += 1) await clinic.arrive('Doc');
    return 'GET /api/Doc';
  },
  assistants: async (doctor: Someone) => {
    for (let count = 0; count < 4; count += 1) await clinic.assist(doctor, await clinic.arrive('Ast'));
    return `GET /api/Doc/${doctor.id}/assistants`;
  },
  children: async (doctor: Someone) => {
    const parent = await clinic.regular('Par');
    for (let count = 0; count < 4; count += 1) await clinic.openCase(parent, await clinic.addChild(parent), doctor);
    return `GET /api/Doc/${doctor.id}/children`;
  },
  'the history of a case': async (doctor: Someone) => {
    const parent = await clinic.regular('Par');
    const caseId = await clinic.openCase(parent, await clinic.addChild(parent), doctor);
    for (let count = 0; count < 3; count += 1) await clinic.openTask(doctor, caseId);
    return `GET /api/Case/${caseId}/history`;
  },
});

describeEachVariant('pages of lists (D-12)', (clinic) => {
  const { call, expectContent } = clinic;

  describe.each(Object.entries(filledLists(clinic)))('limit and after of %s', (_, fill) => {
    it('select a page, and count as missing if they are null or blank', async () => {
      const doctor = await clinic.arrive('Doc');
      const endpoint = await fill(doctor);
      const { session: id } = doctor;
      const entries = await entriesOf(clinic, endpoint, id);
      expect(entries.length).toBeGreaterThanOrEqual(4);
      const page = async (facts: object) => call(endpoint, { id, ...facts });
      expectContent(await page({ limit: '1' }), entries.slice(0, 1));
      expectContent(await page({ limit: '2', after: entries.at(-4)?.id }), entries.slice(-3, -1));
      expectContent(await page({ limit: '1000', after: entries.at(-3)?.id }), entries.slice(-2));
      expectContent(await page({ after: entries.at(-1)?.id }), []);
      expectContent(await page({ after: null, limit: ' ' }), entries);
    });

    it('are named if they are wrong', async () => {
      const doctor = await clinic.regular('Doc');
      const endpoint = await fill(doctor);
      for (const [facts, wrong] of [
        [{ limit: '0' }, ['limit']],
        [{ limit: '1001' }, ['limit']],
        [{ limit: 3 }, ['limit']],
        [{ after: '5f0c1a3e-8f0b-4a55-9a0e-0d9b7d6e2f11' }, ['after']],
        [{ limit: 'ten', after: 3 }, ['limit', 'after']],
      ] as const) {
        const reply = await call(endpoint, { id: doctor.session, ...facts });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(named(reply, ['limit', 'after'])).toEqual(wrong);
      }
    });
  });
});
