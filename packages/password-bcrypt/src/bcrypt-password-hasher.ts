import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { PasswordAttempt, PasswordHash } from '@health-case/domain/model/account';
import type { PasswordHasher } from '@health-case/domain/ports/security';
import bcrypt from 'bcrypt';
import { createHashQueue, type HashLoad } from './hash-queue.ts';

type Options = {
  /** The base-2 logarithm of the number of rounds. 12 is about 0.2 s of processor time. */
  readonly cost: number;
  readonly lanes?: number;
  readonly mostWaiting?: number;
};

/**
 * D-08: bcrypt reads 72 bytes and stops at the first zero byte, so it is given 64 characters that stand for the whole
 * password instead. The key is a label, not a secret: it keeps these hashes apart from those of any other service.
 */
const digestOf = (password: PasswordAttempt): string =>
  createHmac('sha384', 'health-case-service/password/1').update(password).digest('base64');

/** The hasher, which also tells how many passwords it has at hand. */
type BcryptPasswordHasher = PasswordHasher & { readonly load: () => HashLoad };

/** The default leaves one core to everything else, and makes nobody wait much longer than 10 s at cost 12. */
export const createBcryptPasswordHasher = ({
  cost,
  lanes = Math.max(1, availableParallelism() - 1),
  mostWaiting = 64 * lanes,
}: Options): BcryptPasswordHasher => {
  const queue = createHashQueue(lanes, mostWaiting);
  // Compared where there is no account (D-16): a salt like any other, and a digest that no password can be expected to have.
  const decoy = `${bcrypt.genSaltSync(cost)}${'.'.repeat(31)}`;

  return {
    room: lanes + mostWaiting,
    hash: (password) => queue.run(async () => (await bcrypt.hash(digestOf(password), cost)) as PasswordHash),
    verify: (attempt, hash) =>
      queue.run(async () => {
        const digest = digestOf(attempt);
        const matches = await bcrypt.compare(digest, hash ?? decoy);
        if (hash === undefined) return { matches: false, outdated: false };
        const hashCost = bcrypt.getRounds(hash);
        if (!matches) await makeUpFor(digest, hashCost, cost);
        return { matches, outdated: hashCost < cost };
      }),
    load: queue.load,
  };
};

/**
 * D-16: a hash from before the cost was raised is compared sooner than where there is no account. Each cost is twice the
 * one below it, so once at each of those in between comes to the difference.
 */
const makeUpFor = async (digest: string, hashCost: number, cost: number): Promise<void> => {
  for (let between = hashCost; between < cost; between += 1) await bcrypt.hash(digest, between);
};
