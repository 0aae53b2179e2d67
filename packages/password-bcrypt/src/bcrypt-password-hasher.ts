import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { PasswordAttempt, PasswordHash } from '@health-case/domain/model/account';
import type { Ports } from '@health-case/domain/ports/ports';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';

type BcryptPasswordHasher = Ports['passwords'] & Pick<ReturnType<typeof createHashQueue>, 'load'>;

const BCRYPT = /^\$2[aby]\$/;

/** At cost 12 a full queue of 64 jobs a lane takes about 10 s. */
const MOST_WAITING_PER_LANE = 64;

/**
 * D-08: bcrypt reads 72 bytes and stops at the first zero byte, so it gets 64 characters that stand for the whole
 * password. The key is a label, not a secret: it keeps these hashes apart from those of any other service.
 */
const digestOf = (password: PasswordAttempt): string =>
  createHmac('sha384', 'health-case-service/password/1').update(password).digest('base64');

/** `cost`: base-2 logarithm of the rounds; 12 is about 0.2 s of processor time. One core and one thread stay free. */
export const createBcryptPasswordHasher = ({ cost }: { readonly cost: number }): BcryptPasswordHasher => {
  // Node's thread pool also does all work on files, DNS lookups and compression, so one thread stays free for that.
  const threads = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
  const lanes = Math.max(1, Math.min(availableParallelism(), threads) - 1);
  const mostWaiting = MOST_WAITING_PER_LANE * lanes;
  const queue = createHashQueue(lanes, mostWaiting);
  // The highest cost met so far. It is above `cost` if the cost was lowered and older hashes remain.
  let highest = cost;
  // D-16: without an account, the password is compared with this hash: a normal salt, and a digest of no password.
  const decoy = () => `${bcrypt.genSaltSync(highest)}${'.'.repeat(31)}`;

  return {
    room: lanes + mostWaiting,
    atOnce: lanes,
    hash: (password) => queue.run(async () => (await bcrypt.hash(digestOf(password), cost)) as PasswordHash),
    verify: (attempt, hash) =>
      queue.run(async () => {
        if (hash !== undefined && !BCRYPT.test(hash)) throw new Fault('A password has a hash that is not of bcrypt.');
        const digest = digestOf(attempt);
        const hashCost = hash === undefined ? highest : bcrypt.getRounds(hash);
        highest = Math.max(highest, hashCost);
        const matches = await bcrypt.compare(digest, hash ?? decoy());
        if (hash === undefined) return { matches: false, outdated: false };
        // D-16: comparing with a hash of a lower cost takes less time than with the decoy. Each cost takes twice the
        // time of the one below it. To make up the difference, it hashes once at the lower cost, and at each further
        // cost below the decoy's.
        for (let between = hashCost; !matches && between < highest; between += 1) await bcrypt.hash(digest, between);
        return { matches, outdated: hashCost < cost };
      }),
    load: queue.load,
  };
};

/** In milliseconds. A change of password waits twice, and must be answered before its connection times out. */
export const QUEUE_TIMEOUT = 15_000;

/**
 * Runs at most `lanes` jobs at once, in the order of their calls; at most `most` wait. Throws `Unavailable` at once if
 * the queue is full, and for a job that has waited longer than `timeout` when its turn comes.
 */
export const createHashQueue = (lanes: number, most: number, timeout = QUEUE_TIMEOUT) => {
  const limit = pLimit(lanes);
  const run = async <T>(job: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= lanes + most) throw overloaded();
    const calledAt = performance.now();
    return limit(() => {
      if (performance.now() - calledAt > timeout) throw overloaded();
      return job();
    });
  };
  return { run, load: () => ({ waiting: limit.pendingCount, running: limit.activeCount }) };
};

const overloaded = () =>
  new Unavailable('overloaded', 'Too many passwords wait to be hashed.', { retryAfterSeconds: 5 });
