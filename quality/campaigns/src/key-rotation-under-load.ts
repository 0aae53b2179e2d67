import { setTimeout as sleep } from 'node:timers/promises';
import { campaign } from './campaign.ts';
import { createClient, member } from './ground/client.ts';
import { type Database, newPostgres, newSqlite, verifiedRecords } from './ground/database.ts';
import type { Ground } from './ground/ground.ts';
import { type Instance, operate, startApp, startProcesses } from './ground/processes.ts';
import { arrive, type Call, callsOf, child, endpoint, numberAt, person } from './ground/words.ts';

type Size = { readonly rotations: number; readonly samples: number; readonly ofEach: number };
type Added = { readonly id: string; readonly number: string };
const WRITERS = 16;

/** The data key is replaced again and again while children are added: nobody notices, and every number can be read. */
export const keyRotationUnderLoad = campaign<Size>(
  'key-rotation-under-load',
  { quick: { rotations: 1, samples: 1, ofEach: 1 }, full: { rotations: 20, samples: 40, ofEach: 2 } },
  async (size, ground) => {
    const sqlite = newSqlite(ground);
    const one = await onStore(ground, sqlite, await startApp(ground, 'together', sqlite.environment), size);
    const postgres = await newPostgres(ground);
    const other = await onStore(
      ground,
      postgres,
      await startProcesses(ground, postgres.environment, size.ofEach),
      size,
    );
    return {
      size: `${size.rotations} rotations on each of 2 stores under ${WRITERS} writers`,
      figures: { 'children added meanwhile': one + other, 'numbers read again': 2 * size.samples },
    };
  },
);

const onStore = async (
  ground: Ground,
  database: Database,
  instances: readonly Instance[],
  { rotations, samples }: Size,
): Promise<number> => {
  const call = callsOf(createClient(ground));
  const ofA = instances.filter(({ variant }) => variant === 'A');
  const id = await arrive(call, ofA[0] as Instance, person('mia@example.org'));
  const state = { stopping: false };
  const added: Added[] = [];
  const writing = Array.from({ length: WRITERS }, (_, nth) =>
    addChildren({ ground, call, ofA, id, added, state }, nth),
  );
  for (let rotation = 0; rotation < rotations; rotation += 1) {
    while (added.length < 10 * (rotation + 1)) await sleep(20);
    await operate(ground, database.environment, 'key', 'rotate');
  }
  await sleep(200);
  state.stopping = true;
  await Promise.all(writing);
  await readAgain(ground, database, sampleOf(added, samples));
  await verifiedRecords(ground, database);
  return added.length;
};

type Writing = {
  readonly ground: Ground;
  readonly call: Call;
  readonly ofA: readonly Instance[];
  readonly id: string;
  readonly added: Added[];
  readonly state: { readonly stopping: boolean };
};

/** Each number a second time, too: it is known, under whichever key it was sealed. */
const addChildren = async ({ ground, call, ofA, id, added, state }: Writing, writer: number): Promise<void> => {
  for (let nth = 0; !state.stopping; nth += 1) {
    const number = numberAt(writer, nth);
    const body = { id, ...child('Ada'), socSecNum: number };
    const to = ofA[nth % ofA.length] as Instance;
    const reply = await call(to, endpoint('A', 'addChild'), body);
    if (reply.status !== 200) ground.wrong(`A child came to ${reply.text} while the key was rotated.`);
    else added.push({ id: member(reply, 'ChildID'), number });
    const again = await call(ofA[(nth + 1) % ofA.length] as Instance, endpoint('A', 'addChild'), body);
    if (again.code !== 'CHILD_KNOWN') ground.wrong(`A number that is known came to ${again.text}`);
  }
};

/** Evenly out of all, the first and the last among them. */
const sampleOf = <T>(things: readonly T[], count: number): readonly T[] =>
  Array.from(
    { length: count },
    (_, nth) => things[Math.round((nth * (things.length - 1)) / Math.max(1, count - 1))] as T,
  );

const readAgain = async (ground: Ground, { environment }: Database, samples: readonly Added[]): Promise<void> => {
  for (const { id, number } of samples) {
    const said = await operate(ground, environment, 'child', 'export', id).catch((error: Error) => error.message);
    if (!said.includes(`"${number}"`)) ground.wrong(`The number of ${id} is not what it was: ${said.slice(0, 300)}`);
  }
};
