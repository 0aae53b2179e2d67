import { setTimeout } from 'node:timers/promises';
import { type Api, createApi, keyed, member, person, type Reply } from '@health-case/harness/client';
import { inParallel, median } from '@health-case/harness/load';
import type { Instance } from '@health-case/harness/processes';
import { startProxy } from './proxy.ts';
import { type Run, startService } from './servers.ts';
import { newDatabase } from './stores.ts';
import { type Cells, printTable, say } from './table.ts';

const TIMES = 7;
/** Milliseconds each way. */
const FAR = 15;

type Given = { readonly CaseID: string; readonly TaskID: string; readonly childWithoutCase: string };
type Way = {
  /** What the path of a call about a certification names. */
  readonly named: 'TaskID' | 'CaseID';
  /** Milliseconds before each call. */
  readonly pause: number;
  /** Both accounts get a mail at each call. */
  readonly withMails?: boolean;
};
type Measured = {
  readonly name: string;
  readonly call: (to: Instance, nth: number, named: keyof Given) => Promise<Reply>;
};

/** How clients call. An idle connection is asked whether it still answers, and mails are sent beside the calls. */
const WAYS: Readonly<Record<string, Way>> = {
  'one after another': { named: 'TaskID', pause: 0 },
  'of a case, not of a task': { named: 'CaseID', pause: 0 },
  'after a pause': { named: 'TaskID', pause: 1100 },
  'beside mails': { named: 'TaskID', pause: 300, withMails: true },
};

/** Repeats a call, and answers the median in milliseconds. */
const timeCalls = async ({ call }: Measured, to: Instance, from: number, way: Way, mail: Mail): Promise<number> => {
  const times: number[] = [];
  for (let nth = from; nth < from + TIMES; nth += 1) {
    if (way.withMails) await mail(to);
    await setTimeout(way.pause);
    const begun = performance.now();
    const { status, text } = await call(to, nth, way.named);
    if (status !== 200) throw new Error(text);
    times.push(performance.now() - begun);
  }
  return median(times);
};
type Mail = (to: Instance) => Promise<void>;

/** How many times a call waits for the database: by how much longer it takes if the database is far away. */
const measure = async (measured: Measured, near: Instance, far: Instance, mail: Mail): Promise<Cells> => {
  say(`${measured.name} …`);
  const cells: Record<string, number> = {};
  for (const [nth, [name, way]] of Object.entries(WAYS).entries()) {
    const milliseconds = await timeCalls(measured, near, 2 * nth * TIMES, way, mail);
    const longer = (await timeCalls(measured, far, (2 * nth + 1) * TIMES, way, mail)) - milliseconds;
    cells[name] = Number((longer / (2 * FAR)).toFixed(1));
    cells['ms, near'] ??= milliseconds;
  }
  return cells;
};

/** A doctor with children of one parent, each with a case and a task, and the calls about them, in an order in which they can be made. */
const prepareCalls = async (api: Api, to: Instance) => {
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
  const all = await inParallel(2 * TIMES * Object.keys(WAYS).length, 4, async (): Promise<Given> => {
    const CaseID = member(await openCase(to, await newChild()), 'CaseID');
    return { CaseID, TaskID: member(await addTask(to, CaseID), 'TaskID'), childWithoutCase: await newChild() };
  });
  const opened: string[] = [];
  const given = (nth: number) => all[nth] as Given;
  const until = new Date();
  until.setFullYear(until.getFullYear() + 1);
  const issuing = { id: doctor, validUntil: until.toISOString().slice(0, 10) };
  const certreq = (method: string, nth: number, named: keyof Given, what = '') =>
    `${method} /api/Case/${given(nth)[named]}/certreq${what}`;
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
    'request a certification': (at, nth, named) => api.call(at, certreq('POST', nth, named), asParent),
    'issue it': (at, nth, named) => api.call(at, certreq('POST', nth, named, '/issue'), issuing),
    'check it': (at, nth, named) => api.call(at, certreq('GET', nth, named), asParent),
    'make a document': (at, nth, named) => api.call(at, certreq('POST', nth, named, '/document'), asParent),
    'revoke it': (at, nth, named) =>
      api.call(at, certreq('POST', nth, named, '/revoke'), { id: doctor, reason: 'Measured wrongly.' }),
    'finish a case': (at, nth) => api.call(at, `POST /api/Case/${opened[nth]}/finish`, { id: doctor }),
  };
  const mail: Mail = async (at) => {
    for (const email of ['measured.doctor@example.org', 'measured.parent@example.org']) {
      await api.call(at, 'POST /api/Auth/reset', { email });
    }
  };
  return { mail, calls: Object.entries(calls).map(([name, call]): Measured => ({ name, call })) };
};

/** Counts the round trips of calls on PostgreSQL, as docs/performance.md shows them. */
export const measureCalls = async (run: Run): Promise<void> => {
  const database = await newDatabase(run);
  const { url } = await startProxy(run, database, FAR);
  const [near, far] = [await startService(run, database), await startService(run, url)];
  const [toNear, toFar] = [near, far].map(({ ports: [port] }) => ({ variant: 'A', port }) as Instance);
  if (!toNear || !toFar) throw new Error('Both processes serve.');
  const rows: Record<string, Cells> = {};
  const { calls, mail } = await prepareCalls(createApi(run.harness), toNear);
  for (const measured of calls) rows[measured.name] = await measure(measured, toNear, toFar, mail);
  printTable('Round trips of calls on PostgreSQL', rows);
};
