import { type Api, createApi, keyed, member, person, type Reply } from '@health-case/harness/client';
import { inParallel } from '@health-case/harness/load';
import type { Instance } from '@health-case/harness/processes';
import { startProxy, type Trips } from './proxy.ts';
import { type Run, startService } from './servers.ts';
import { newDatabase } from './stores.ts';
import { type Cells, printTable, say } from './table.ts';

const TIMES = 15;

type Measured = { readonly name: string; readonly call: (nth: number) => Promise<Reply> };

/** The fewest round trips of a call that is made again and again: in some of them records of earlier reads are written. */
const measure = async ({ name, call }: Measured, trips: () => Promise<Trips>): Promise<Cells> => {
  say(`${name} …`);
  const samples: Trips[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) {
    const before = await trips();
    const { status, text } = await call(nth);
    if (status !== 200) throw new Error(text);
    const after = await trips();
    samples.push({ all: after.all - before.all, inTransactions: after.inTransactions - before.inTransactions });
  }
  const fewest = (key: keyof Trips) => Math.min(...samples.map((sample) => sample[key]));
  return { 'round trips': fewest('all'), 'of them in transactions': fewest('inTransactions') };
};

/** A doctor with ten children of one parent, and the calls about them. */
const prepareCalls = async (api: Api, to: Instance, toB: Instance): Promise<readonly Measured[]> => {
  const DocID = member(await api.register(to, person('measured.doctor@example.org', 'Doc')), 'ID');
  const doctor = member(await api.logIn(to, person('measured.doctor@example.org')), 'id');
  const parent = await api.join(to, person('measured.parent@example.org'));
  let children = 0;
  const addChild = (headers = {}) => {
    children += 1;
    return api.addChild(to, parent, { socSecNum: `756.${children}` }, headers);
  };
  const [CaseID] = await inParallel(10, 8, async () => {
    const ChildID = member(await addChild(), 'ChildID');
    return member(await api.call(to, 'POST /api/Case', { id: parent, ChildID, DocID, title: 'Asthma' }), 'CaseID');
  });
  const tasks = await inParallel(TIMES, 1, async () => {
    const task = { id: doctor, title: 'Measure lung function' };
    const TaskID = member(await api.call(to, `POST /api/Case/${CaseID}/tasks`, task), 'TaskID');
    await api.call(to, `POST /api/Task/${TaskID}/close`, { id: doctor });
    return TaskID;
  });

  const list = `GET /api/Doc/${DocID}/children`;
  const certreq = (nth: number): string => `POST /api/Case/${tasks[nth]}/certreq`;
  return [
    { name: 'who am I', call: () => api.call(to, 'GET /api/Auth/me', { id: parent }) },
    { name: 'show a case', call: () => api.call(to, `GET /api/Case/${CaseID}`, { id: parent }) },
    { name: "list a doctor's children", call: () => api.call(to, list, { id: doctor }) },
    { name: "a parent lists the own among a doctor's", call: () => api.call(to, list, { id: parent }) },
    { name: 'add a child', call: () => addChild() },
    { name: 'the same with `Idempotency-Key`', call: (nth) => addChild(keyed(`key-${nth}`)) },
    { name: 'add a child without a number, variant B', call: () => api.addChild(toB, parent, {}) },
    { name: 'request a certification', call: (nth) => api.call(to, certreq(nth), { id: parent }) },
    { name: 'log in (bcrypt cost 10)', call: () => api.logIn(to, person('measured.parent@example.org')) },
  ];
};

/** Counts the round trips of calls on PostgreSQL, as docs/scaling.md shows them. */
export const measureCalls = async (run: Run): Promise<void> => {
  const { url, trips } = await startProxy(run, await newDatabase(run), 0);
  const [a, b] = [await startService(run, url, 'a'), await startService(run, url, 'b')];
  const [toA, toB] = [{ variant: 'A', port: a.ports[0] } as Instance, { variant: 'B', port: b.ports[0] } as Instance];
  const rows: Record<string, Cells> = {};
  for (const measured of await prepareCalls(createApi(run.harness, false), toA, toB)) {
    rows[measured.name] = await measure(measured, trips);
  }
  printTable('Calls on PostgreSQL, one after another', rows);
};
