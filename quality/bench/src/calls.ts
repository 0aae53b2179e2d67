import { type Api, createApi, keyed, member, person, type Reply } from '@health-case/harness/client';
import { inParallel } from '@health-case/harness/load';
import type { Instance } from '@health-case/harness/processes';
import { startProxy } from './proxy.ts';
import { type Run, startService } from './servers.ts';
import { newDatabase } from './stores.ts';
import { type Cells, printTable, say } from './table.ts';

const TIMES = 15;
/** Milliseconds each way. */
const FAR = 15;

type Measured = { readonly name: string; readonly call: (to: Instance, nth: number) => Promise<Reply> };

/** The shortest of a call that is made again and again, in milliseconds: meanwhile records of earlier reads may be written. */
const timeCalls = async ({ call }: Measured, to: Instance, from: number): Promise<number> => {
  const times: number[] = [];
  for (let nth = from; nth < from + TIMES; nth += 1) {
    const begun = performance.now();
    const { status, text } = await call(to, nth);
    if (status !== 200) throw new Error(text);
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
};

/** How many times a call waits for the database: by how much longer it takes if the database is far away. */
const measure = async (measured: Measured, near: Instance, far: Instance): Promise<Cells> => {
  say(`${measured.name} …`);
  const milliseconds = await timeCalls(measured, near, 0);
  const longer = (await timeCalls(measured, far, TIMES)) - milliseconds;
  return { 'round trips': Math.round(longer / (2 * FAR)), 'ms, near': milliseconds };
};

/** A doctor with children of one parent, each with a case and a task, and the calls about them, in an order in which they can be made. */
const prepareCalls = async (api: Api, to: Instance): Promise<readonly Measured[]> => {
  const DocID = member(await api.register(to, person('measured.doctor@example.org', 'Doc')), 'ID');
  const doctor = member(await api.logIn(to, person('measured.doctor@example.org')), 'id');
  const parent = await api.join(to, person('measured.parent@example.org'));
  let children = 0;
  const addChild = (at: Instance, headers = {}) => {
    children += 1;
    return api.addChild(at, parent, { socSecNum: `756.${children}` }, headers);
  };
  const openCase = async (at: Instance, ChildID: string) =>
    api.call(at, 'POST /api/Case', { id: parent, ChildID, DocID, title: 'Asthma' });
  const newChild = async () => member(await addChild(to), 'ChildID');
  const addTask = (at: Instance, CaseID: string) =>
    api.call(at, `POST /api/Case/${CaseID}/tasks`, { id: doctor, title: 'Measure lung function' });
  const all = await inParallel(2 * TIMES, 4, async () => {
    const CaseID = member(await openCase(to, await newChild()), 'CaseID');
    return { CaseID, TaskID: member(await addTask(to, CaseID), 'TaskID'), childWithoutCase: await newChild() };
  });
  const opened: string[] = [];
  const given = (nth: number) => all[nth] as (typeof all)[number];
  const until = new Date();
  until.setFullYear(until.getFullYear() + 1);
  const issuing = { id: doctor, validUntil: until.toISOString().slice(0, 10) };
  const certreq = (method: string, nth: number, what = '') => `${method} /api/Case/${given(nth).TaskID}/certreq${what}`;
  const list = `GET /api/Doc/${DocID}/children`;
  const asParent = { id: parent };
  const calls: Record<string, Measured['call']> = {
    'register (bcrypt cost 10)': (at, nth) => api.register(at, person(`measured.${nth}@example.org`)),
    'log in (bcrypt cost 10)': (at) => api.logIn(at, person('measured.parent@example.org')),
    'who am I': (at) => api.call(at, 'GET /api/Auth/me', asParent),
    'list doctors, a page': (at) => api.call(at, 'GET /api/Doc', { ...asParent, limit: '50' }),
    "list a doctor's children": (at) => api.call(at, list, { id: doctor }),
    "a parent lists the own among a doctor's": (at) => api.call(at, list, asParent),
    'add a child': (at) => addChild(at),
    'the same with `Idempotency-Key`': (at, nth) => addChild(at, keyed(`key-${nth}`)),
    'open a case': async (at, nth) => {
      const reply = await openCase(at, given(nth).childWithoutCase);
      opened[nth] = member(reply, 'CaseID');
      return reply;
    },
    'add a task': (at, nth) => addTask(at, given(nth).CaseID),
    'close a task': (at, nth) => api.call(at, `POST /api/Task/${given(nth).TaskID}/close`, { id: doctor }),
    'show a case': (at, nth) => api.call(at, `GET /api/Case/${given(nth).CaseID}`, asParent),
    'request a certification': (at, nth) => api.call(at, certreq('POST', nth), asParent),
    'issue it': (at, nth) => api.call(at, certreq('POST', nth, '/issue'), issuing),
    'check it': (at, nth) => api.call(at, certreq('GET', nth), asParent),
    'make a document': (at, nth) => api.call(at, certreq('POST', nth, '/document'), asParent),
    'revoke it': (at, nth) =>
      api.call(at, certreq('POST', nth, '/revoke'), { id: doctor, reason: 'Measured wrongly.' }),
    'finish a case': (at, nth) => api.call(at, `POST /api/Case/${opened[nth]}/finish`, { id: doctor }),
  };
  return Object.entries(calls).map(([name, call]) => ({ name, call }));
};

/** Counts the round trips of calls on PostgreSQL, as docs/performance.md shows them. */
export const measureCalls = async (run: Run): Promise<void> => {
  const database = await newDatabase(run);
  const { url } = await startProxy(run, database, FAR);
  const [near, far] = [await startService(run, database), await startService(run, url)];
  const [toNear, toFar] = [near, far].map(({ ports: [port] }) => ({ variant: 'A', port }) as Instance);
  if (!toNear || !toFar) throw new Error('Both processes serve.');
  const rows: Record<string, Cells> = {};
  for (const measured of await prepareCalls(createApi(run.harness), toNear)) {
    rows[measured.name] = await measure(measured, toNear, toFar);
  }
  printTable('Calls on PostgreSQL, one after another', rows);
};
