import { startCuttingProxy } from '@health-case/http/testing/cutting-proxy';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CallFailed, type ClientA, createClientA, unwrap } from '../src/variant-a.ts';
import { arriveInA, fullChild, PASSWORD, person } from './support/people.ts';
import { openServices } from './support/services.ts';

const { url, port } = openServices();

/** The way to variant A on which the first reply to each different request is lost. */
const openLossyWay = async () => {
  const seen = new Set<string>();
  const proxy = await startCuttingProxy(
    () => port('A'),
    (request) => seen.size < seen.add(request).size,
  );
  onTestFinished(proxy.stop);
  const lossy = (direct: ClientA): ClientA =>
    createClientA(`http://127.0.0.1:${proxy.port}`, { session: direct.session ?? '' });
  const requests = () => [...seen].map((request) => request.slice(0, request.indexOf(' HTTP/1.1')));
  const keys = () => [...proxy.dropped.keys()];
  return { lossy, requests, keys, dropped: () => [...proxy.dropped.values()].flat() };
};

describe('a call whose reply was lost', () => {
  it('is made again if it has a key, and done once', async () => {
    const [doctor, assistant, parent] = await Promise.all([
      arriveInA(url('A'), 'Doc'),
      arriveInA(url('A'), 'Ast'),
      arriveInA(url('A'), 'Par'),
    ]);
    const { lossy, dropped, keys } = await openLossyWay();
    const [through, throughParent] = [lossy(doctor.client), lossy(parent.client)];
    const facts = person('Doc');
    const { ID } = unwrap(await through.registerAccount(facts));
    const { ChildID } = unwrap(await throughParent.addChild(fullChild()));
    const { AstID } = unwrap(await through.linkAssistant({ id: doctor.id, email: assistant.email }));
    const { CaseID } = unwrap(await throughParent.openCase({ ChildID, DocID: doctor.id, title: 'Asthma' }));
    const { TaskID } = unwrap(await through.addTask({ id: CaseID, title: 'Measure lung function' }));
    unwrap(await doctor.client.closeTask({ id: TaskID }));
    const { certID } = unwrap(await throughParent.requestCertification({ id: CaseID }));

    const told = dropped().map((reply) => /"(?:ID|\w+ID)":"([^"]+)"/.exec(reply)?.[1]);
    expect(told).toEqual([ID, ChildID, AstID, CaseID, TaskID, certID]);
    expect(keys().filter((key) => /^[0-9a-f]{32}$/.test(key))).toHaveLength(6);
    expect(unwrap(await parent.client.listOwnChildren())).toHaveLength(1);
    expect(unwrap(await parent.client.listCases())).toHaveLength(1);
    expect(unwrap(await parent.client.showCase({ id: CaseID })).tasks).toHaveLength(1);
    unwrap(await createClientA(url('A')).logIn({ email: facts.email, password: PASSWORD }));
  });

  it('is made again if it only reads', async () => {
    const { client } = await arriveInA(url('A'));
    const { lossy, dropped } = await openLossyWay();
    const through = lossy(client);
    expect(unwrap(await through.listOwnChildren())).toEqual([]);
    expect(unwrap(await through.listCases({ limit: 3 }))).toEqual([]);
    expect(dropped()).toHaveLength(2);
  });

  it('is made once if it is anything else, though it was carried out', async () => {
    const { client, email } = await arriveInA(url('A'));
    const { lossy, requests, dropped } = await openLossyWay();
    const through = lossy(client);
    const newPassword = 'hD2%winter-orchard';
    const calls = [
      () => through.changePassword({ password: PASSWORD, newPassword }),
      () => through.logIn({ email, password: newPassword }),
      () => through.logOut(),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(CallFailed);
    expect(requests()).toHaveLength(3);
    expect(dropped().map((reply) => reply.slice(0, 15))).toEqual(Array(3).fill('HTTP/1.1 200 OK'));
    expect(await client.describeAccount()).toMatchObject({ refusal: { code: 'SESSION_INVALID' } });
  });

  it('leaves a task closed, which only looking can tell', async () => {
    const [doctor, parent] = [await arriveInA(url('A'), 'Doc'), await arriveInA(url('A'))];
    const { ChildID } = unwrap(await parent.client.addChild(fullChild()));
    const { CaseID: id } = unwrap(await parent.client.openCase({ ChildID, DocID: doctor.id, title: 'Asthma' }));
    const { TaskID } = unwrap(await doctor.client.addTask({ id, title: 'Measure lung function' }));
    const { lossy, requests } = await openLossyWay();
    await expect(lossy(doctor.client).closeTask({ id: TaskID })).rejects.toMatchObject({ reason: 'no reply' });
    expect(requests()).toEqual([`POST /api/Task/${TaskID}/close`]);
    expect(unwrap(await parent.client.showCase({ id })).tasks).toMatchObject([{ id: TaskID, status: 'closed' }]);
  });
});
