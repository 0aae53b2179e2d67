import { LONGEST_VALIDITY } from '../model/certificate.ts';
import { HOUR, type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { SigningKey } from '../ports/security.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Platform } from './declaration.ts';
import { command } from './runner.ts';

/** P-33: a verifier may use the public keys for an hour before it reads them again. */
const KNOWN_AFTER = HOUR;

/** The newest key that all verifiers know signs. If there is none, the oldest signs at once. `keys`: oldest first. */
export const keyInUse = <Key extends Pick<SigningKey, 'createdAt'>>(
  keys: readonly Key[],
  now: Instant,
): Key | undefined => keys.findLast(({ createdAt }) => later(createdAt, KNOWN_AFTER) <= now) ?? keys[0];

/** A key signs until the next one does. Its last certificate ends at most 366 days later. The last key has no end. */
const withEnds = (keys: readonly SigningKey[]) =>
  keys.map((key, nth) => {
    const next = keys[nth + 1];
    return { key, neededUntil: next && later(next.createdAt, KNOWN_AFTER + LONGEST_VALIDITY) };
  });

/** The keys under which a certificate may still be valid, and those that will sign. */
export const neededKeys = (keys: readonly SigningKey[], now: Instant): readonly SigningKey[] =>
  withEnds(keys).flatMap(({ key, neededUntil }) => (neededUntil === undefined || neededUntil > now ? [key] : []));

/** Oldest first: the end of a key follows from the next one, and without that one the key would be needed again. */
const removeOld = async ({ signingKeys }: Stores, { clock }: Platform): Promise<readonly SigningKey[]> => {
  const all = await signingKeys.all();
  const needed = neededKeys(all, clock.now());
  for (const key of all) if (!needed.includes(key)) await signingKeys.remove(key.id);
  return all;
};

/** The keys that sign certificates, oldest first: former ones, the one in use, and those that sign next. */
const listSigningKeys =
  ({ storage, clock }: Ports) =>
  async () => {
    const keys = await storage.read.signingKeys.all();
    const current = keyInUse(keys, clock.now());
    const stateOf = (nth: number): 'former' | 'in use' | 'next' => {
      if (keys[nth] === current) return 'in use';
      return keys.indexOf(current as SigningKey) < nth ? 'next' : 'former';
    };
    const ends = withEnds(keys);
    return ok(
      ends.map(({ key: { id, createdAt }, neededUntil }, nth) => ({ id, createdAt, state: stateOf(nth), neededUntil })),
    );
  };

/** Certificates that other keys have signed stay valid. */
const rotateSigningKey = command({
  run: async (_: unknown, stores, platform) => {
    await removeOld(stores, platform);
    const { id, createdAt } = await stores.signingKeys.add();
    const [oldest] = await stores.signingKeys.all();
    return ok({ id, signsFrom: oldest?.id === id ? createdAt : later(createdAt, KNOWN_AFTER) });
  },
  audit: { action: 'signing key rotated', on: (_, value) => value?.id },
});

/** For a key that may be known: what it has signed no longer verifies. Adds a key if none is left to sign next. */
const withdrawSigningKey = command({
  run: async ({ id }: { readonly id: string }, stores, platform) => {
    const keys = await removeOld(stores, platform);
    if (!keys.some((key) => key.id === id)) return refuse('SIGNING_KEY_NOT_FOUND');
    const isInUse = keyInUse(keys, platform.clock.now())?.id === id;
    if (isInUse && keys.at(-1)?.id === id) await stores.signingKeys.add();
    return ok(await stores.signingKeys.remove(id));
  },
  audit: { action: 'signing key withdrawn', on: ({ id }) => id },
});

export const operatorSigningKeyUseCases = { listSigningKeys, rotateSigningKey, withdrawSigningKey };
