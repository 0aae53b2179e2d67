import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import { type Reply, send } from '@health-case/http/testing/client';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService([variantA, variantB]);
});
afterAll(() => service.stop());

/** Through either variant. */
const post = (variant: 'A' | 'B', path: string, body: object): Promise<Reply> =>
  send(service.ports[variant] ?? 0, { method: 'POST', path, body });
const valueIn = ({ content }: Reply, name: string): string => (content as Record<string, string>)[name] ?? '';

let people = 0;
const arrive = async (role: string): Promise<{ readonly id: string; readonly session: string }> => {
  people += 1;
  const credentials = { email: `someone.${people}@example.org`, password: 'vT9#mossy-lantern' };
  const registered = await post('A', '/api/Auth/register', {
    firstName: 'Mia',
    lastName: 'Holm',
    role,
    ...credentials,
  });
  return { id: valueIn(registered, 'ID'), session: valueIn(await post('A', '/api/Auth/login', credentials), 'id') };
};

/** A doctor, a parent, and a case with one open task. */
const caseWithTask = async () => {
  const [doctor, parent] = [await arrive('Doc'), await arrive('Par')];
  const child = await post('B', '/api/Parent/child', { id: parent.session, firstName: 'Ada', lastName: 'Holm' });
  const facts = { ChildID: valueIn(child, 'ChildID'), DocID: doctor.id, title: 'Asthma' };
  const caseId = valueIn(await post('B', '/api/Case', { id: parent.session, ...facts }), 'CaseID');
  const id = doctor.session;
  const taskId = valueIn(await post('A', `/api/Case/${caseId}/tasks`, { id, title: 'Listen' }), 'TaskID');
  const close = () => post('A', `/api/Task/${taskId}/close`, { id });
  return { doctor: id, parent: parent.session, caseId, taskId, close };
};

const outcomes = (replies: readonly Reply[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { code = 'OK' } of replies) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

describe('calls at the same time end in one consistent state', () => {
  it('50 closes of one task: one is OK', async () => {
    const { doctor: id, taskId } = await caseWithTask();
    const path = `/api/Task/${taskId}/close`;
    const replies = await Promise.all(Array.from({ length: 50 }, (_, nth) => post(nth % 2 ? 'A' : 'B', path, { id })));
    expect(outcomes(replies)).toEqual({ OK: 1, TASK_ALREADY_CLOSED: 49 });
  });

  it('12 requests of a certification for one task, by case and by task: one certID', async () => {
    const { doctor, parent, caseId, taskId, close } = await caseWithTask();
    await close();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        post('A', `/api/Case/${nth % 2 ? caseId : taskId}/certreq`, { id: nth % 3 ? doctor : parent }),
      ),
    );
    expect(outcomes(replies)).toEqual({ OK: 12 });
    expect(new Set(replies.map((reply) => valueIn(reply, 'certID'))).size).toBe(1);
  });

  it('decisions about one certification: one is OK, and it is the one that is shown', async () => {
    const { doctor: id, parent, caseId, close } = await caseWithTask();
    await close();
    await post('A', `/api/Case/${caseId}/certreq`, { id: parent });
    const decide = (decision: string) => post('A', `/api/Case/${caseId}/certreq/${decision}`, { id, reason: 'No.' });
    const decisions = Array.from({ length: 10 }, (_, nth) => (nth % 2 ? 'issue' : 'reject'));
    const replies = await Promise.all(decisions.map(decide));
    expect(outcomes(replies)).toEqual({ OK: 1, CERTIFICATION_DECIDED: 9 });
    const decided = decisions[replies.findIndex(({ status }) => status === 200)];
    const shown = await send(service.ports['A'] ?? 0, { path: `/api/Case/${caseId}/certreq`, body: { id: parent } });
    expect(valueIn(shown, 'status')).toBe(decided === 'issue' ? 'issued' : 'rejected');
  });

  it('finishing a case against adding tasks: no finished case has an open task', async () => {
    const { doctor: id, caseId, close } = await caseWithTask();
    await close();
    const add = () => post('B', `/api/Case/${caseId}/tasks`, { id, title: 'Late' });
    const finish = () => post('A', `/api/Case/${caseId}/finish`, { id });
    await Promise.all([add(), finish(), add(), finish(), add()]);
    const shown = await send(service.ports['B'] ?? 0, { path: `/api/Case/${caseId}`, body: { id } });
    const { status, tasks } = shown.content as { status: string; tasks: readonly { status: string }[] };
    expect(status === 'finished' && tasks.some((task) => task.status === 'open')).toBe(false);
    expect(status === 'finished' || tasks.length > 1).toBe(true);
  });

  it('a request against a rejection: what is shown is what the last of them left', async () => {
    const { doctor: id, parent, caseId, close } = await caseWithTask();
    await close();
    const request = () => post('A', `/api/Case/${caseId}/certreq`, { id: parent });
    const first = valueIn(await request(), 'certID');
    const reject = () => post('A', `/api/Case/${caseId}/certreq/reject`, { id, reason: 'No.' });
    const [rejected, again] = await Promise.all([reject(), request()]);
    expect(rejected?.code).toBeUndefined();
    const shown = await send(service.ports['A'] ?? 0, { path: `/api/Case/${caseId}/certreq`, body: { id: parent } });
    const isNew = again !== undefined && valueIn(again, 'certID') !== first;
    expect(valueIn(shown, 'status')).toBe(isNew ? 'requested' : 'rejected');
  });
});
