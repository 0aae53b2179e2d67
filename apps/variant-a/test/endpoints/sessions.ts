import { describe, expect, it } from 'vitest';
import type { Clinic } from '../support/clinic.ts';
import { expectRefusal } from '../support/replies.ts';

const ANY_ID = '01939f00-0000-7000-8000-000000000000';
const GETS = [
  'GET /api/Doc',
  `GET /api/Doc/${ANY_ID}/assistants`,
  `GET /api/Doc/${ANY_ID}/children`,
  `GET /api/Case/${ANY_ID}/certreq`,
  'GET /api/Auth/me',
];
const POSTS = [
  'POST /api/Auth/child',
  `POST /api/Case/${ANY_ID}/certreq`,
  'POST /api/Auth/logout',
  'POST /api/Auth/password',
];
const UNKNOWN = 'A'.repeat(43);

const neededTests = (clinic: Clinic): void => {
  describe('a session is needed (D-09)', () => {
    it.each([...GETS, ...POSTS])('%s', async (endpoint) => {
      const missing = await clinic.call(endpoint, {});
      expectRefusal(missing, 401, 'SESSION_MISSING');
      expect(missing.content).toMatch(/\bid\b.*Bearer/);
      expectRefusal(await clinic.call(endpoint, { id: UNKNOWN }), 401, 'SESSION_INVALID');
    });

    it('is missing where there is no body, and where id is null, empty or blank (D-04, D-06)', async () => {
      for (const body of [undefined, { id: null }, { id: '' }, { id: ' \n ' }]) {
        expectRefusal(await clinic.call('GET /api/Doc', body), 401, 'SESSION_MISSING');
      }
    });

    it('must be a JSON string (D-04)', async () => {
      for (const id of [7, true, [UNKNOWN], { id: UNKNOWN }]) {
        const reply = await clinic.call('GET /api/Doc', { id });
        expectRefusal(reply, 400, 'FIELDS_INVALID');
        expect(reply.content).toMatch(/\bid\b.*string/);
      }
    });

    it('is refused in the same words whether it is unknown, ended or malformed', async () => {
      const { session } = await clinic.arrive('Par');
      await clinic.call('POST /api/Auth/logout', { id: session });
      const unknown = await clinic.call('GET /api/Doc', { id: UNKNOWN });
      for (const id of [session, 'no session', `${session}=`, ` ${session}`, session.toLowerCase(), 'ä'.repeat(43)]) {
        const reply = await clinic.call('GET /api/Doc', { id });
        expectRefusal(reply, 401, 'SESSION_INVALID');
        expect(reply.text).toBe(unknown.text);
      }
    });

    it('is never taken from the URL (D-05)', async () => {
      const { session } = await clinic.regular('Par');
      const reply = await clinic.call(`GET /api/Doc?id=${session}`);
      expectRefusal(reply, 400, 'FIELDS_INVALID');
      expect(reply.text).not.toContain(session);
    });
  });
};

const headerTests = (clinic: Clinic): void => {
  describe('a session in the Authorization header (D-05)', () => {
    it.each([
      ['Bearer', {}],
      ['bearer', undefined],
      ['BEARER', { id: null }],
    ])('does where the request object has none: %s', async (scheme, body) => {
      const { session, email } = await clinic.regular('Par');
      const reply = await clinic.call('GET /api/Auth/me', body, { Authorization: `${scheme} ${session}` });
      expect(reply.content).toMatchObject({ email });
    });

    it('does for a POST too', async () => {
      const { session } = await clinic.regular('Par');
      const child = { firstName: 'Carla', lastName: 'Jansen', birthDate: '2019-02-28', socSecNum: '756.1' };
      const reply = await clinic.call('POST /api/Auth/child', child, { Authorization: `Bearer ${session}` });
      expect(reply.status).toBe(200);
    });

    it('may agree with the field id', async () => {
      const { session } = await clinic.regular('Par');
      const reply = await clinic.call('GET /api/Doc', { id: session }, { Authorization: `Bearer ${session}` });
      expect(reply.status).toBe(200);
    });

    it('must not differ from the field id, even where both are sessions of one account', async () => {
      const { session, email } = await clinic.regular('Par');
      for (const other of [await clinic.logIn(email), UNKNOWN, 'malformed']) {
        const reply = await clinic.call('GET /api/Doc', { id: session }, { Authorization: `Bearer ${other}` });
        expectRefusal(reply, 400, 'SESSION_AMBIGUOUS');
        expect(reply.content).toMatch(/Authorization.*\bid\b/);
      }
    });

    it('is refused if it is unknown', async () => {
      const reply = await clinic.call('GET /api/Doc', {}, { Authorization: `Bearer ${UNKNOWN}` });
      expectRefusal(reply, 401, 'SESSION_INVALID');
    });

    it('is refused if it is garbled, and never passed over (D-09)', async () => {
      const { session } = await clinic.regular('Par');
      const garbled = { Authorization: `Bearer ${session} ${session}` };
      expectRefusal(await clinic.call('GET /api/Doc', {}, garbled), 401, 'SESSION_INVALID');
      expectRefusal(await clinic.call('GET /api/Doc', { id: session }, garbled), 400, 'SESSION_AMBIGUOUS');
    });

    it('is none of ours in another scheme', async () => {
      const { session } = await clinic.regular('Par');
      const basic = { Authorization: 'Basic bWlhOnNlY3JldA==' };
      expectRefusal(await clinic.call('GET /api/Doc', {}, basic), 401, 'SESSION_MISSING');
      expect((await clinic.call('GET /api/Doc', { id: session }, basic)).status).toBe(200);
    });
  });
};

const queryTests = (clinic: Clinic): void => {
  describe('the method QUERY (D-05)', () => {
    it.each([
      '/api/Doc',
      '/api/Doc/{doctor}/assistants',
      '/api/Doc/{doctor}/children',
      '/api/Case/{case}/certreq',
      '/api/Auth/me',
      '/healthz',
      '/readyz',
    ])('answers as GET does: %s', async (template) => {
      const { doctor, caseId, parent } = await clinic.newClosedTask();
      const { session: id } = parent;
      await clinic.call(`POST /api/Case/${caseId}/certreq`, { id });
      const path = template.replace('{doctor}', doctor.id).replace('{case}', caseId);
      const get = await clinic.call(`GET ${path}`, { id });
      const query = await clinic.call(`QUERY ${path}`, { id });
      expect([query.status, query.text]).toEqual([200, get.text]);
    });

    it.each(POSTS.filter((endpoint) => endpoint.includes('/Auth/')))('is no way to call %s', async (endpoint) => {
      const { session } = await clinic.regular('Par');
      const reply = await clinic.call(endpoint.replace('POST', 'QUERY'), { id: session });
      expectRefusal(reply, 405, 'METHOD_NOT_ALLOWED');
      expect((await clinic.call('GET /api/Auth/me', { id: session })).status).toBe(200);
    });

    it('reads the request object as GET does', async () => {
      const reply = await clinic.call('QUERY /api/Doc', '[]');
      expectRefusal(reply, 400, 'MALFORMED_JSON');
    });
  });
};

export const sessionTests = (clinic: Clinic): void => {
  neededTests(clinic);
  headerTests(clinic);
  queryTests(clinic);
};
