import { registerHooks } from 'node:module';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';

/** Prints whether Prisma's client has been loaded: by what every request reads, and by what fewer read. */
let isLoaded = false;
registerHooks({
  load: (url, context, next) => {
    isLoaded ||= url.includes('@prisma/client/');
    return next(url, context);
  },
});
const { openSqliteStorage } = await import('../../src/sqlite/storage.ts');
const keyring = createAesGcmKeyring(async () => new Uint8Array(32).fill(7));
const { read, close } = await openSqliteStorage({ file: process.argv[2] as string, keyring });
const [nobody, page] = ['nobody' as never, { after: undefined, size: 9 }];
await read.sessions.find(nobody);
await read.accounts.doctors(page);
await read.children.ofDoctor(nobody, page);
const byEveryRequest = isLoaded;
await read.cases.ofDoctor(nobody, page);
process.stdout.write(JSON.stringify([byEveryRequest, isLoaded]));
await close();
