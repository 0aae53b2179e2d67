import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, member, person, type Reply } from '../../harness/src/client.ts';
import { inParallel } from '../../harness/src/load.ts';
import type { Instance } from '../../harness/src/processes.ts';
import { cpuSeconds } from './load.ts';
import { type DatabaseProxy, startProxy } from './proxy.ts';
import { type Run, type Server, startService } from './servers.ts';
import { newDatabase } from './stores.ts';
import { type Cells, printTable, say, spreadOf } from './table.ts';

const CHILDREN = 379;
const WARM_UP = 5;

type Measured = { readonly name: string; readonly call: (nth: number) => Promise<Reply> };

/** Makes a call again and again: the fewest round trips, the median of processor time, and the shortest time. */
const measure = async (
  { name, call }: Measured,
  count: number,
  trips: DatabaseProxy['trips'],
  pids: Server['pids'],
) => {
  say(`${name} …`);
  const samples: Record<'all' | 'inTransactions' | 'cpu' | 'time', number>[] = [];
  for (let nth = 0; nth < WARM_UP + count; nth += 1) {
    // The records of what was read are written twice a second, and belong to no call.
    if (nth === WARM_UP) await sleep(700);
    const [before, cpu, start] = [await trips(), cpuSeconds(pids), performance.now()];
    const { status, text } = await call(nth);
    if (status !== 200) throw new Error(text);
    const time = performance.now() - start;
    const after = await trips();
    const passed = { all: after.all - before.all, inTransactions: after.inTransactions - before.inTransactions };
    samples.push({ ...passed, time, cpu: (cpuSeconds(pids) - cpu) * 1000 });
  }
  const figures = (key: keyof (typeof samples)[number]) =>
    spreadOf(samples.slice(WARM_UP).map((sample) => sample[key]));
  return {
    'round trips': figures('all').least,
    'of them in transactions': figures('inTransactions').least,
    'CPU ms': figures('cpu').median,
    'time ms': figures('time').least,
  };
};

/** A doctor with 379 children, ten of one parent; and the calls about them, so many of each. */
const prepareCalls = async (api: Api, to: Instance, toB: Instance, count: number): Promise<readonly Measured[]> => {
  const DocID = member(await api.register(to, person('measured.doctor@example.org', { role: 'Doc' })), 'ID');
  const doctor = member(await api.logIn(to, person('measured.doctor@example.org')), 'id');
  const parent = await api.join(to, person('measured.parent@example.org'));
  const other = await api.join(to, person('measured.other@example.org'));
  let children = 0;
  const addChild = (id: string, headers = {}) => {
    children += 1;
    return api.addChild(to, id, { socSecNum: `756.${children}` }, headers);
  };
  const openCase = async (id: string): Promise<string> => {
    const ChildID = member(await addChild(id), 'ChildID');
    return member(await api.call(to, 'POST /api/Case', { id, ChildID, DocID, title: 'Asthma' }), 'CaseID');
  };
  await inParallel(CHILDREN - 10, 8, () => openCase(other));
  const [CaseID] = await inParallel(10, 8, () => openCase(parent));
  const tasks = await inParallel(WARM_UP + count, 1, async () => {
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
    { name: "list 10 of a doctor's children", call: () => api.call(to, list, { id: doctor, limit: '10' }) },
    { name: `list all ${CHILDREN}`, call: () => api.call(to, list, { id: doctor }) },
    { name: 'a parent lists the own among them', call: () => api.call(to, list, { id: parent }) },
    { name: 'add a child', call: () => addChild(parent) },
    {
      name: 'the same with `Idempotency-Key`',
      call: (nth) => addChild(parent, { 'Idempotency-Key': `key-${nth}` }),
    },
    { name: 'add a child without a number, variant B', call: () => api.addChild(toB, parent, {}) },
    { name: 'request a certification', call: (nth) => api.call(to, certreq(nth), { id: parent }) },
    { name: 'log in (bcrypt cost 10)', call: () => api.logIn(to, person('measured.parent@example.org')) },
  ];
};

/** Measures calls one after another on PostgreSQL, as docs/scaling.md shows them. */
export const measureCalls = async (run: Run): Promise<void> => {
  const { url, trips } = await startProxy(run, await newDatabase(run), 0);
  const [a, b] = [await startService(run, url, 'a'), await startService(run, url, 'b')];
  const [toA, toB] = [{ variant: 'A', port: a.ports[0] } as Instance, { variant: 'B', port: b.ports[0] } as Instance];
  const rows: Record<string, Cells> = {};
  for (const measured of await prepareCalls(createApi(run.harness, false), toA, toB, run.calls)) {
    rows[measured.name] = await measure(measured, run.calls, trips, [...a.pids, ...b.pids]);
  }
  printTable('Calls on PostgreSQL, one after another', rows);
};
