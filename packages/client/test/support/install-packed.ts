import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';

const here = join(import.meta.dirname, '../..');

/** A registry of one package: it takes what is published, and gives it to who installs it. */
const startRegistry = async () => {
  let published: { readonly _attachments: Readonly<Record<string, { readonly data: string }>> } | undefined;
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.method === 'PUT') published = (await json(incoming)) as typeof published;
    const [archive] = Object.values(published?._attachments ?? {});
    if (incoming.url?.endsWith('.tgz')) return outgoing.end(Buffer.from(archive?.data ?? '', 'base64'));
    return outgoing.writeHead(published ? 200 : 404).end(JSON.stringify(published ?? {}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

/** Packs the client, publishes it in a registry, and installs it from there in an empty folder. */
export const installPacked = async (folder: string): Promise<void> => {
  const { packageManager } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8'));
  const run = (cwd: string, program: string, ...args: readonly string[]) =>
    promisify(execFile)(program, args, { cwd, shell: process.platform === 'win32' });
  const archive = join(folder, 'client.tgz');
  await run(here, 'npx', '--yes', '--prefer-offline', packageManager, 'pack', '--out', archive);
  const { host, close } = await startRegistry();
  const at = ['--registry', `http://${host}`, `--//${host}/:_authToken=any`, '--no-audit', '--no-fund'];
  await run(folder, 'npm', 'publish', archive, ...at);
  await run(folder, 'npm', 'install', '--prefix', folder, '@health-case/client', ...at);
  close();
};
