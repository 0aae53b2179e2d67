import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { openPrismaStorage } from '../../src/prisma-storage.ts';
const [file, at] = process.argv.slice(2) as [string, string];
await new Promise(r => setTimeout(r, Number(at) - Date.now()));
try {
const storage = await openPrismaStorage({ file, keyring: createAesGcmKeyring(async () => new Uint8Array(32).fill(7)) });
await storage.close();
console.log('ok');
} catch (e) { console.log(String(e).replaceAll('\n', ' '), (e as Error).stack?.split('\n').filter(l => l.includes('/src/')).map(l => l.trim().replace(/.*src/, '')).join(' | ')); }
