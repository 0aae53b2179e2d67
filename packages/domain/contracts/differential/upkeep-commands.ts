import { type ChildId, type Instant, later } from '@health-case/domain/model/values';
import type { Reads, Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import fc from 'fast-check';
import { keep } from '../storage/samples.ts';
import { command, pagesOf, type Scene } from './command.ts';
import { type Known, pickId } from './known.ts';
import { aRead } from './reads.ts';
import { email, nth, offset, size } from './values.ts';

const requestId = 'a request';

/** How many of the entries that came up are still there. */
const LOOKED_UP = {
  sessions: ({ sessions }: Reads, known: Known) => [...known.sessions].map((key) => () => sessions.find(key)),
  throttles: ({ throttles }: Reads, known: Known) => [...known.throttles].map((key) => () => throttles.find(key)),
  retries: ({ retries }: Reads, known: Known) =>
    [...known.retries.keys()].map((key) => () => retries.find({ key, request: 'none of those' }, 0 as Instant)),
};

const countOf = async (lookUps: readonly (() => Promise<unknown>)[]): Promise<number> => {
  let count = 0;
  for (const lookUp of lookUps) if ((await lookUp()) !== undefined) count += 1;
  return count;
};

const KINDS = ['sessions', 'throttles', 'retries'] as const;

/** Which of the stale entries go is the store's to choose, so they are counted, and then all of them are swept. */
const sweep = command('sweep', fc.record({ offset, atMost: fc.nat({ max: 3 }) }), (data, { known, reference }) => {
  const before = later(reference.clock.now(), data.offset);
  const left = async (stores: Stores, atMost: number): Promise<readonly number[]> => {
    const counts: number[] = [];
    for (const kind of KINDS) {
      await stores[kind].sweep(before, atMost);
      counts.push(await countOf(LOOKED_UP[kind](stores, known)));
    }
    return counts;
  };
  return {
    run: ({ storage }) =>
      storage.write(async (stores) => ok([await left(stores, data.atMost), await left(stores, 1000)])),
  };
});

/** The numbers of these are sealed under the key in use until there is a new one. */
const areStale = async ({ known, reference }: Scene): Promise<void> => {
  for (const id of known.children) {
    const child = await reference.storage.read.children.record(id);
    if (child?.socSecNum !== undefined) known.stale.add(id);
  }
};

const childrenIn = async ({ known, reference }: Scene): Promise<readonly ChildId[]> => {
  const found = await Promise.all(known.children.map((id) => reference.storage.read.children.record(id)));
  return found.flatMap((child) => child?.id ?? []).sort();
};

const rotate = command('rotateDataKey', fc.boolean(), (byOperator, scene) => ({
  run: ({ operator, storage }) =>
    byOperator
      ? operator.rotateDataKey({ requestId })
      : storage.write(async ({ dataKeys }) => ok(await dataKeys.rotate())),
  learn: () => areStale(scene),
}));

const aPage = fc.record({ rotate: fc.boolean(), after: nth, size });

/** The reference seals nothing, so what it would come to is reckoned here: those whose key is no longer in use, and once. */
const sealSome = command('seal anew', aPage, async ({ rotate, after, size }, scene) => {
  if (rotate) await areStale(scene);
  const last = after % 2 ? pickId(scene.known.children, after) : undefined;
  const concerned = (await childrenIn(scene)).filter((id) => last === undefined || id > last).slice(0, size);
  const expected = concerned.filter((id) => scene.known.stale.has(id)).length;
  return {
    run: async ({ storage }, before) => {
      if (rotate) await keep(storage, ({ dataKeys }) => dataKeys.rotate());
      const seal = () => keep(storage, ({ children }) => children.reencrypt({ after: last, size }));
      const [done, again] = [await seal(), await seal()];
      return ok([before === undefined ? done : { ...done, sealed: expected }, again]);
    },
    learn: () => {
      for (const id of concerned) scene.known.stale.delete(id);
    },
  };
});

const sealAll = command('reencrypt', fc.constant(undefined), async (_, scene) => {
  const expected = (await childrenIn(scene)).filter((id) => scene.known.stale.has(id)).length;
  return {
    run: async ({ operator }, before) => {
      const units = await pagesOf(operator.reencrypt());
      const sealed = units.reduce((sum, some) => sum + some, 0);
      return ok({ units: units.length, sealed: before === undefined ? sealed : expected });
    },
    learn: () => scene.known.stale.clear(),
  };
});

export const upkeepCommands = [
  sweep,
  sweep,
  rotate,
  sealSome,
  sealAll,
  command('exportChild', nth, (data, scene) => ({
    run: ({ operator }) => operator.exportChild({ childId: pickId(scene.known.children, data), requestId }),
  })),
  command('listInvitations', fc.record({ offset, limit: size }), ({ offset, limit }, { reference }) => ({
    run: ({ operator }) => operator.listInvitations({ from: later(reference.clock.now(), offset), limit }),
  })),
  command(
    'readAudit',
    fc.record({ email: fc.option(email, { nil: undefined }), limit: fc.option(size, { nil: undefined }) }),
    (query) => ({ run: ({ operator }) => operator.readAudit(query) }),
  ),
  command('verifyAudit', fc.constant(undefined), () => ({ run: ({ operator }) => operator.verifyAudit() })),
  command('checkReadiness', fc.constant(undefined), () => ({ run: ({ app }) => app.checkReadiness() })),
];

/** Clearing the files takes a store longer than anything else. */
export const eraseChild = command('eraseChild', nth, (data, scene) => ({
  run: ({ operator }) => operator.eraseChild({ childId: pickId(scene.known.children, data), requestId }),
}));

export const read = command('read', aRead, (what, scene) => {
  const look = what.settle(scene);
  return { run: async ({ storage }) => ok(await look(storage.read)) };
});
