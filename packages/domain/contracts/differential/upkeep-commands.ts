import { type Instant, later } from '@health-case/domain/model/values';
import type { Reads, Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import fc from 'fast-check';
import { keep } from '../storage/samples.ts';
import { command, pagesOf } from './command.ts';
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

const rotate = command('rotateDataKey', fc.boolean(), (byOperator) => ({
  run: ({ operator, storage }) =>
    byOperator
      ? operator.rotateDataKey({ requestId })
      : storage.write(async ({ dataKeys }) => ok(await dataKeys.rotate())),
}));

const aPage = fc.record({ rotate: fc.boolean(), after: nth, size });

const reencryptSome = command('reencrypt a page', aPage, ({ rotate, after, size }, { known }) => {
  const last = after % 2 ? pickId(known.children, after) : undefined;
  return {
    run: async ({ storage }) => {
      if (rotate) await keep(storage, ({ dataKeys }) => dataKeys.rotate());
      const reencrypted = () => keep(storage, ({ children }) => children.reencrypt({ after: last, size }));
      return ok([await reencrypted(), await reencrypted()]);
    },
  };
});

const reencryptAll = command('reencrypt', fc.constant(undefined), () => ({
  run: async ({ operator }) => ok(await pagesOf(operator.reencrypt())),
}));

export const upkeepCommands = [
  sweep,
  sweep,
  rotate,
  reencryptSome,
  reencryptAll,
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
