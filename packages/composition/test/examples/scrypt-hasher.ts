import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordAttempt, PasswordHash } from '@health-case/domain/model/account';
import type { Ports } from '@health-case/domain/ports/ports';

type Hasher = Ports['passwords'];

const KIND = '$scrypt$';
/** Hashes are made on Node's pool of four threads. One thread stays free. */
const AT_ONCE = 3;

const derive = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt);
const digestOf = (attempt: PasswordAttempt, salt: Buffer, cost: number): Promise<Buffer> =>
  derive(attempt, salt, 32, { N: 2 ** cost, maxmem: 2 ** (cost + 11) });

/**
 * scrypt (RFC 7914), 2 to the power of `cost` rounds: OWASP asks for 17, which takes 128 MiB for each that runs. Other hashes are those of the `former` hasher,
 * and outdated.
 */
export const createScryptHasher = ({ cost, former }: { readonly cost: number; readonly former: Hasher }): Hasher => {
  const decoy = randomBytes(32);
  return {
    room: AT_ONCE,
    atOnce: AT_ONCE,
    hash: async (password) => {
      const salt = randomBytes(16);
      const digest = await digestOf(password, salt, cost);
      return `${KIND}${cost}$${salt.toString('base64url')}$${digest.toString('base64url')}` as PasswordHash;
    },
    verify: async (attempt, hash) => {
      if (hash !== undefined && !hash.startsWith(KIND)) {
        return { ...(await former.verify(attempt, hash)), outdated: true };
      }
      const [used, salt, digest] = hash?.slice(KIND.length).split('$') ?? [];
      const made = await digestOf(attempt, Buffer.from(salt ?? '', 'base64url'), Number(used ?? cost));
      const matches = timingSafeEqual(made, digest === undefined ? decoy : Buffer.from(digest, 'base64url'));
      return { matches: matches && hash !== undefined, outdated: hash !== undefined && Number(used) < cost };
    },
  };
};
