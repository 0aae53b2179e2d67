import { at, keep, keepCase, taskOf } from '@health-case/domain/contracts/storage/samples';
import type { Title } from '@health-case/domain/model/values';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { expect, it } from 'vitest';
import { PATIENT, postgresPlace } from './support/stores.ts';

/*
 * What processes do beside the calls, on the same rows. A unit of one process has done its work and is not committed
 * yet, while a unit of another process works.
 */

const openTwo = async () => {
  const { open, query } = await postgresPlace();
  return { one: await open({ bounds: PATIENT }), other: await open({ bounds: PATIENT }), query };
};

/** Does the work in a unit that stays open. */
const holding = async <T>(storage: Storage, work: (stores: Stores) => Promise<T>) => {
  const [done, goOn] = [Promise.withResolvers<T>(), Promise.withResolvers<void>()];
  const unit = keep(storage, async (stores) => {
    done.resolve(await work(stores));
    await goOn.promise;
  });
  unit.catch(done.reject);
  const result = await done.promise;
  const commit = async (): Promise<void> => {
    goOn.resolve();
    await unit;
  };
  return { result, commit };
};

const isWaiting = async (query: Awaited<ReturnType<typeof openTwo>>['query']) =>
  (await query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
    .length;

const keepFinished = async (storage: Storage) => {
  const { case: facts } = await keepCase(storage);
  await keep(storage, ({ cases }) => cases.save({ ...facts, status: 'finished', finishedAt: at(20) }));
  return facts.id;
};

it('two processes that erase finished cases take others each, and none waits', async () => {
  const { one, other } = await openTwo();
  const ids = [await keepFinished(one), await keepFinished(one), await keepFinished(one)];
  const erasing = await holding(one, ({ cases }) => cases.eraseFinished(at(30), 2));
  expect(erasing.result).toBe(2);
  expect(await keep(other, ({ cases }) => cases.eraseFinished(at(30), 2))).toBe(1);
  await erasing.commit();
  const left = ids.map((id) => other.read.cases.find(id));
  expect(await Promise.all(left)).toEqual([undefined, undefined, undefined]);
});

it('a finished case that somebody just reopens is not erased, and is not waited for', async () => {
  const { one, other } = await openTwo();
  const [id, goes] = [await keepFinished(one), await keepFinished(one)];
  const reopening = await holding(one, async ({ cases }) => {
    const found = await cases.find(id);
    if (found) await cases.save({ ...found, status: 'ongoing' });
  });
  expect(await keep(other, ({ cases }) => cases.eraseFinished(at(30), 9))).toBe(1);
  await reopening.commit();
  expect(await other.read.cases.find(id)).toMatchObject({ id, status: 'ongoing' });
  expect(await other.read.cases.find(goes)).toBeUndefined();
});

const OLD_AND_NEW = ['the new title is given', 'the title is encrypted again'] as const;

it.each(OLD_AND_NEW)(
  'a title that is changed while it is encrypted again stays what it was changed to: first %s',
  async (first) => {
    const { one, other, query } = await openTwo();
    const { case: facts } = await keepCase(one);
    const task = taskOf(facts);
    await keep(one, ({ tasks }) => tasks.insert(task));
    await keep(one, ({ dataKeys }) => dataKeys.rotate());
    const renamed = { ...task, title: 'New' as Title };
    const works = [
      ({ tasks }: Stores) => tasks.rename(renamed),
      ({ texts }: Stores) => texts.reencrypt('Task', { after: undefined, size: 9 }),
    ] as const;
    const [held, waits] = first === OLD_AND_NEW[0] ? works : works.toReversed();
    const holder = await holding<unknown>(one, held as (typeof works)[0]);
    const waiting = keep<unknown>(other, waits as (typeof works)[0]);
    await expect.poll(() => isWaiting(query)).toBe(1);
    await holder.commit();
    await waiting;
    expect(await other.read.tasks.find(task.id)).toEqual(renamed);
    expect(await keep(one, works[1])).toMatchObject({ encrypted: 0 });
  },
);
