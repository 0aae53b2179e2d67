import { registerHooks } from 'node:module';
import { account, credentials } from '@health-case/domain/contracts/storage/samples';
import type { SessionDigest } from '@health-case/domain/model/account';
import type { AccountId } from '@health-case/domain/model/values';

/** Says whether Prisma's client has been loaded once a store is open, once it was asked what every request asks, and once it was asked more. */
const [file] = process.argv.slice(2) as [string];
let loaded = false;
registerHooks({
  load: (url, context, next) => {
    loaded ||= url.includes('@prisma/client/');
    return next(url, context);
  },
});
const { openSqliteStorage } = await import('../../src/sqlite/storage.ts');
const { keyring } = await import('./keyring.ts');

const storage = await openSqliteStorage({ file, keyring: keyring() });
const said = [loaded];
const { read } = storage;
const doctor = account('Doc');
await storage.write(({ accounts }) => accounts.insert(credentials(doctor)));
await read.sessions.find('none' as SessionDigest);
await read.accounts.doctors({ after: undefined, size: 9 });
await read.children.ofDoctor(doctor.id, { after: undefined, size: 9 });
said.push(loaded);
await read.cases.ofDoctor('none' as AccountId, { after: undefined, size: 9 });
said.push(loaded);
await storage.close();
process.stdout.write(JSON.stringify(said));
