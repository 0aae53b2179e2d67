import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv, promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/**
 * Stands in for systemd in the folder of a guide: starts and stops what the units there say, in their folder and with their
 * environment and no other. As whom they run, and what they are kept from, it knows nothing of.
 */
export const standInForSystemd = async (folder: string): Promise<void> => {
  const running = new Map<string, () => Promise<void>>();

  const stop = async (name: string): Promise<void> => {
    await running.get(name)?.();
    running.delete(name);
  };
  const start = async (name: string): Promise<void> => {
    const unit = readUnit(join(folder, 'etc/systemd/system', name));
    for (const state of unit.state) mkdirSync(join(folder, 'var/lib', state), { recursive: true });
    if (unit.runsOnce) await runOnce(unit);
    else running.set(name, keepRunning(unit));
  };
  const obey = async ([verb = '', ...names]: readonly string[]): Promise<void> => {
    const services = names
      .map((name) => (name.includes('.') ? name : `${name}.service`))
      .filter((name) => name.endsWith('.service'));
    for (const name of services) {
      if (verb === 'stop' || verb === 'restart') await stop(name);
      if (verb === 'start' || verb === 'restart' || verb === 'enable') await start(name);
    }
  };

  const server = createServer(async (incoming, outgoing) => {
    const words = (await text(incoming)).split(' ');
    const complaint = await obey(words.filter((word) => !word.startsWith('--'))).then(() => '', String);
    outgoing.writeHead(complaint === '' ? 200 : 500).end(complaint);
  });
  onTestFinished(async () => {
    server.close();
    for (const name of running.keys()) await stop(name);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const program = join(folder, 'bin/systemctl');
  writeFileSync(
    program,
    `#!/bin/sh\nexec curl --fail-with-body --write-out '' --data-raw "$*" http://127.0.0.1:${port}/ >&2\n`,
  );
  chmodSync(program, 0o755);
};

const spawnOptions = ({ folder, environment }: Unit) => ({
  cwd: folder,
  env: { PATH: '/usr/bin:/bin', ...environment },
});

const runOnce = async (unit: Unit): Promise<void> => {
  for (const command of unit.commands) await promisify(execFile)('sh', ['-c', command], spawnOptions(unit));
};

/** What ends it again. */
const keepRunning = (unit: Unit): (() => Promise<void>) => {
  const child = spawn('sh', ['-c', `exec ${unit.commands[0]}`], { ...spawnOptions(unit), stdio: 'ignore' });
  const closed = once(child, 'close');
  return async () => {
    child.kill('SIGTERM');
    await closed;
  };
};

/** What a unit file of systemd says, as far as the project's own say anything. */
type Unit = {
  readonly commands: readonly string[];
  readonly runsOnce: boolean;
  readonly folder: string | undefined;
  /** Where it keeps its state, below /var/lib. */
  readonly state: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
};

const readUnit = (file: string): Unit => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const all = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const words = (key: string) => all(key).flatMap((line) => line.split(' '));
  const files = all('EnvironmentFile')
    .map((path) => path.replace(/^-/, ''))
    .filter(existsSync);
  const settings = [...words('Environment'), ...files.map((path) => readFileSync(path, 'utf8'))];
  return {
    commands: [...all('ExecStart'), ...all('ExecStartPost')].map((line) => line.replaceAll('%%', '%')),
    runsOnce: all('Type').includes('oneshot'),
    folder: all('WorkingDirectory')[0],
    state: words('StateDirectory'),
    environment: parseEnv(settings.join('\n')),
  };
};
