import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { inject, onTestFinished } from 'vitest';
import { administer, freshName } from '../../../packages/storage-prisma/testing/administer.ts';
import { freePort } from '../../../packages/storage-prisma/testing/free-port.ts';
import { root } from './guide.ts';

const FOLDERS = ['backups', 'bin', 'etc/health-case', 'etc/systemd/system', 'home', 'run', 'var/lib'];

/** Where a guide's commands are run: a folder that is a checkout of the project and the root of a machine in one. */
export const newGuidePlace = async () => {
  const folder = scratchFolder();
  const [a, b, portal] = [await freePort(), await freePort(), await freePort()];
  const withDatabase = databaseHere();
  /** A text of the guide with the ports, paths and programs of this place. */
  const here = (text: string) => withDatabase(inPlace(text, folder, { 3000: a, 3001: b, 3002: portal }));
  const settings = { BCRYPT_COST: '10', PORT_A: String(a), PORT_B: String(b), PORT_PORTAL: String(portal) };

  for (const name of readdirSync(root).filter((name) => !['data', 'deploy'].includes(name))) {
    symlinkSync(join(root, name), join(folder, name));
  }
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true });
  for (const name of readdirSync(join(folder, 'deploy/systemd'))) {
    const file = join(folder, 'deploy/systemd', name);
    writeFileSync(file, here(readFileSync(file, 'utf8')));
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, 'etc/health-case.env'), lines.join(''));
  // On a terminal each reply is seen to end; here each gets a line.
  writeFileSync(join(folder, 'home/.curlrc'), 'silent\nwrite-out = "\\n"\n');
  const systemctl = join(folder, 'bin/systemctl');
  cpSync(join(import.meta.dirname, 'systemctl'), systemctl);
  onTestFinished(() => void execFileSync(systemctl, ['stop', ...readdirSync(join(folder, 'run'))]));

  const environment = {
    ...settings,
    PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: join(folder, 'home'),
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    DATABASE_URL: `file:${join(folder, 'data/health-case.db')}`,
    PGPASSWORD: '…', // The guides show it in place of a password.
  };
  return { folder, environment, here };
};

const inPlace = (text: string, folder: string, ports: Readonly<Record<string, number>>): string =>
  text
    .replace(/(?<=:|PORT=)300[012]\b/g, (port) => String(ports[port]))
    .replaceAll('10.0.0.11', '127.0.0.1')
    .replaceAll('/opt/health-case', folder)
    .replace(/(?<![\w./])\/(?:var\/lib|etc|backups)\//g, (path) => `${folder}${path}`)
    .replace(/npm run (?:--silent )?([\w-]+)(?: --)?/g, (_, name: string) => `node ${programOf(name)}`);

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The program of a script: npm and run.mjs would take a second to find it. */
const programOf = (script: string): string => {
  const program = scripts[script]?.replace(/^node tools\/run\.mjs /, '');
  if (program === undefined) throw new Error(`There is no script ${script} in package.json.`);
  return program;
};

/** Replaces the server, the role and the database of a guide by those of this test, which are removed with it. */
const databaseHere = (): ((text: string) => string) => {
  const { serverUrl } = inject('postgres');
  const { username, password, host } = new URL(serverUrl);
  const name = freshName();
  onTestFinished(async () => {
    await administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const role of [name, `${name}_owner`]) await administer(serverUrl, `DROP ROLE IF EXISTS ${role}`);
  });
  return (text) =>
    text
      .replace(/\bhealth_case(?=_owner\b|\b)/g, name)
      .replaceAll('postgres@db.example.org', `${username}${password && ':'}${password}@${host}`)
      .replace(/db\.example\.org(?::5432)?/g, host)
      .replaceAll('?sslmode=verify-full', '');
};
