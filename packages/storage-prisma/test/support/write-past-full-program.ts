import { setTimeout as sleep } from 'node:timers/promises';
import { insert } from '@health-case/domain/contracts/storage/samples';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';

/** Writes until a write is refused, and then until one is not: for five seconds at most. Prints what it was told. */
const [file] = process.argv.slice(2) as [string];
const keyring = createAesGcmKeyring(async () => new Uint8Array(32).fill(7));
const storage = await openSqliteStorage({ file, keyring });
const write = () =>
  insert(storage).then(
    () => 'kept',
    ({ message }) => message,
  );
let told = 'kept';
while (told === 'kept') told = await write();
process.stdout.write(`${told}\n`);
for (let tries = 0; told !== 'kept' && tries < 100; tries += 1) {
  await sleep(50);
  told = await write();
}
process.stdout.write(`${told}\n`);
await storage.close();
