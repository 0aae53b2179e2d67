import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { administer, freshName } from '../../../packages/storage-prisma/testing/administer.ts';
import { freePort } from '../../../packages/storage-prisma/testing/free-port.ts';
import { root } from './guide.ts';
import { standInForSystemd } from './systemd.ts';

/** Where the commands of a guide are run: a folder that is a checkout of the project and the root of a machine in one. */
export type GuidePlace = {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** A text of the guide with the ports, paths and programs of this place. */
  readonly here: (text: string) => string;
};

const FOLDERS = ['backups', 'bin', 'etc/health-case', 'etc/systemd/system', 'home', 'var/lib'];

export const newGuidePlace = async (): Promise<GuidePlace> => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [a, b] = [await freePort(), await freePort()];
  const database = guideDatabase();
  const here = (text: string) => database.here(inPlace(text, folder, { 3000: a, 3001: b }));
  const settings = { BCRYPT_COST: '10', PORT_A: String(a), PORT_B: String(b) };

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
  await standInForSystemd(folder);

  const environment = {
    ...settings,
    PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: join(folder, 'home'),
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    DATABASE_URL: `file:${join(folder, 'data/health-case.db')}`,
    PGPASSWORD: database.password,
  };
  return { folder, environment, here };
};

const inPlace = (text: string, folder: string, ports: Readonly<Record<string, number>>): string =>
  text
    .replace(/(?<=:|PORT=)300[01]\b/g, (port) => String(ports[port]))
    .replaceAll('10.0.0.11', '127.0.0.1')
    .replaceAll('/opt/health-case', folder)
    .replace(/(?<![\w./])\/(?:var\/lib|etc|backups)\//g, (path) => `${folder}${path}`)
    .replace(/npm run (?:--silent )?([\w-]+)(?: --)?/g, (_, name: string) => `node ${programOf(name)}`);

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** What a script runs once all is prepared, which npm and the preparing take a second to find out. */
const programOf = (script: string): string => {
  const program = scripts[script]?.replace(/^node tools\/run\.mjs /, '');
  if (program === undefined) throw new Error(`There is no script ${script} in package.json.`);
  return program;
};

/**
 * The server and the names that stand for those of a guide: roles and databases are its own, and go with the test. `password`
 * is what the guides show in place of one.
 */
const guideDatabase = (): { readonly here: (text: string) => string; readonly password: string } => {
  const { serverUrl } = inject('postgres');
  const { username, password, host } = new URL(serverUrl);
  const name = freshName();
  onTestFinished(async () => {
    await administer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const role of [name, `${name}_owner`]) await administer(serverUrl, `DROP ROLE IF EXISTS ${role}`);
  });
  return {
    password: '…',
    here: (text) =>
      text
        .replace(/\bhealth_case(?=_owner\b|\b)/g, name)
        .replaceAll('postgres@db.example.org', `${username}${password && ':'}${password}@${host}`)
        .replace(/db\.example\.org(?::5432)?/g, host)
        .replaceAll('?sslmode=verify-full', ''),
  };
};
