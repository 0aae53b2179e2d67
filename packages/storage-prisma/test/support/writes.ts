import { account, hash } from '@health-case/domain/contracts/storage/samples';
import type { Account } from '@health-case/domain/model/account';
import type { Storage } from '@health-case/domain/ports/storage';

export const insert = (storage: Storage, person: Account = account('Par')) =>
  storage.write(({ accounts }) => accounts.insert({ account: person, passwordHash: hash('hash') }));
