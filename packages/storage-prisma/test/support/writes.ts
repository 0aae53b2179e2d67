import { account, hash } from '@health-case/domain/contracts/storage/samples';
import type { Account } from '@health-case/domain/model/account';
import type { Storage } from '@health-case/domain/ports/storage';

export const insert = (storage: Storage, person: Account = account('Par')) =>
  storage.write(({ accounts }) => accounts.insert({ account: person, passwordHash: hash('hash') }));

/** How long something takes until it is over, well or not, in milliseconds. */
export const timed = async (something: Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await something.catch(() => undefined);
  return performance.now() - begun;
};
