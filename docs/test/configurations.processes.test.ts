import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { unescapedLink } from '../../packages/http/src/server/escaped-link.ts';
import { administer } from '../../packages/storage-prisma/testing/administer.ts';
import { toolAt } from '../../quality/campaigns/test/support/nginx.ts';
import { root } from './support/guide.ts';
import { newGuidePlace } from './support/guide-place.ts';
import { haveTools } from './support/programs.ts';

const run = (name: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(toolAt(name) ?? name, args, { encoding: 'utf8', timeout: 20_000 });
  return `exit code ${status}\n${stdout}${stderr}`;
};
const WELL = /^exit code 0\n/;

describe.skipIf(!haveTools(['systemd-analyze'], 'the units in deploy/systemd'))('the units', () => {
  it('are well-formed, and what the service may do is as little as docs/production.md says', async () => {
    const { folder } = await newGuidePlace();
    const units = globSync(join(folder, 'deploy/systemd/*'));
    expect(units.length).toBeGreaterThan(2);
    expect(run('systemd-analyze', 'verify', ...units)).toBe('exit code 0\n');
    const service = join(folder, 'deploy/systemd/health-case.service');
    expect(run('systemd-analyze', 'security', '--offline=true', '--threshold=14', service)).toMatch(WELL);
  });
});

it('the service is started again for as long as it takes, as while its file system is read-only', () => {
  const unit = readFileSync(join(root, 'deploy/systemd/health-case.service'), 'utf8').split('\n');
  expect(unit).toEqual(expect.arrayContaining(['Restart=always', 'StartLimitIntervalSec=0']));
});

it('the backup has the settings of the service, and may do no more than it', () => {
  const ofItsOwn = /^(ExecStart|StateDirectory|LimitNOFILE|Restart|RestartSec|TimeoutStopSec)=/;
  const [service = [], backup = []] = ['health-case', 'health-case-backup'].map((unit) => {
    const [, , section = ''] = readFileSync(join(root, `deploy/systemd/${unit}.service`), 'utf8').split(/^\[.*\]$/m);
    return section.split('\n').filter((line) => /^[A-Z]/.test(line) && !ofItsOwn.test(line));
  });
  expect(service.length).toBeGreaterThan(20);
  expect(backup).toEqual(expect.arrayContaining(service));
});

it('the script for a standby is well-formed', () => {
  expect(run('bash', '-n', join(root, 'deploy/standby.sh'))).toBe('exit code 0\n');
});

const hasCompose = run('docker', 'compose', 'version').startsWith('exit code 0');
if (!hasCompose) process.stderr.write('Not tested, as docker compose is not installed here: compose.yaml.\n');

it.skipIf(!hasCompose)('docker compose takes compose.yaml', () => {
  expect(run('docker', 'compose', '--file', join(root, 'compose.yaml'), 'config', '--quiet')).toMatch(WELL);
});

it('compose.yaml publishes its ports on the loopback address only', () => {
  const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Readonly<Record<string, { readonly ports?: readonly string[] }>>;
  };
  const published = Object.values(services).flatMap(({ ports = [] }) => ports);
  expect(published).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:3001:3001', '127.0.0.1:3002:3002']);
});

type Service = { readonly environment?: Readonly<Record<string, string>>; readonly secrets?: readonly string[] };

it('in compose.yaml the role of the owner is that of the database, its migrations and the rights alone', () => {
  const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
  };
  const owning = Object.entries(services).filter(([, service]) =>
    /owner|database_password/.test(JSON.stringify(service)),
  );
  expect(owning.map(([name]) => name)).toEqual(['database', 'migrate', 'roles']);
  for (const [name, { environment = {} }] of Object.entries(services))
    if (environment['SECRET_KEY_FILE'] && name !== 'migrate')
      expect(environment['DATABASE_URL']).toMatch(/^postgresql:\/\/health_case@/);
});

it.skipIf(!haveTools(['psql'], 'deploy/roles.sql'))(
  'deploy/roles.sql lets what serves only add to the audit trail',
  async () => {
    const { folder, environment, here } = await newGuidePlace();
    const [owner, serving] = ['health_case_owner', 'health_case'].map((role) =>
      here(`postgresql://${role}@db.example.org/health_case`),
    );
    const env = { ...process.env, ...environment, SERVING_PGPASS: join(folder, 'pgpass') };
    const begin = (program: string, args: readonly string[], more = {}) => {
      const { status, stderr } = spawnSync(program, args, {
        env: { ...env, ...more },
        encoding: 'utf8',
        timeout: 60_000,
      });
      return status === 0 ? 'done' : stderr.trim();
    };
    const ask = (url: string | undefined, statement: string) =>
      administer(url ?? '', statement).then(
        () => 'done',
        ({ message }: Error) => message,
      );
    const file = (name: string) => {
      const path = join(folder, name);
      writeFileSync(path, here(readFileSync(join(root, 'deploy', name), 'utf8')));
      return begin('psql', ['--quiet', '--set=ON_ERROR_STOP=1', `--file=${path}`, owner ?? '']);
    };
    writeFileSync(env.SERVING_PGPASS, 'database:5432:health_case:health_case:a password\n');
    const server = here('postgresql://postgres@db.example.org/postgres');
    expect(await ask(server, here('CREATE ROLE health_case_owner SUPERUSER LOGIN'))).toBe('done');
    expect(await ask(server, here('CREATE DATABASE health_case OWNER health_case_owner'))).toBe('done');
    expect(begin(process.execPath, [join(root, 'apps/migrate/src/main.ts')], { DATABASE_URL: owner })).toBe('done');

    for (const made of ['roles.sql', 'partition-audit.sql', 'roles.sql']) {
      expect(file(made)).toBe('done');
      for (const [trail, column] of [
        ['AuditRecord', 'action'],
        ['ListedChild', 'epoch'],
      ] as const) {
        for (const change of [
          `DELETE FROM "${trail}"`,
          `UPDATE "${trail}" SET "${column}" = NULL`,
          `TRUNCATE "${trail}"`,
        ])
          expect(await ask(serving, change)).toContain(`permission denied for table ${trail}`);
      }
      for (const change of ['DELETE FROM', 'INSERT INTO', 'TRUNCATE'])
        expect(
          await ask(serving, `${change} "_prisma_migrations"${change === 'INSERT INTO' ? ' DEFAULT VALUES' : ''}`),
        ).toContain('permission denied for table _prisma_migrations');
      expect(await ask(serving, 'INSERT INTO "AuditRecord" SELECT * FROM "AuditRecord"')).toBe('done');
      expect(await ask(serving, 'DELETE FROM "Session"')).toBe('done');
    }
    expect(await ask(serving, 'DELETE FROM "AuditRecord_from_1"')).toContain(
      'permission denied for table AuditRecord_from_1',
    );
    expect(await ask(serving, 'DROP TABLE "Session"')).toContain('must be owner of table Session');
  },
);

it.each(['nginx.conf', 'nginx-one-machine.conf'])('%s logs no path as it came: it may hold a certificate', (name) => {
  const text = readFileSync(join(root, 'deploy', name), 'utf8');
  const [format = ''] = /log_format [^;]+;/.exec(text) ?? [];
  expect(format).toContain('"$path"');
  expect(format).not.toMatch(/\$(uri|document_uri|request|request_uri|args|query_string|http_referer)\b/);
  // Otherwise nginx's own format has the whole request.
  const servers = text.split(/^server \{/m).slice(1);
  for (const server of servers) expect(server).toMatch(/^ {2}access_log (off|\S+ health_case);$/m);
});

it.each(['nginx.conf', 'nginx-one-machine.conf'])('%s leads a link with an encoded # as the service does', (name) => {
  const text = readFileSync(join(root, 'deploy', name), 'utf8');
  const [, block = ''] = /^ {2}location ~ "\^\/\(\?:verify\|[^\n]*\n(.*?)^ {2}\}$/ms.exec(text) ?? [];
  const reply = unescapedLink({ method: 'GET', url: '/verify%23' } as IncomingMessage);
  for (const [header, value] of reply?.headers ?? [])
    if (!['location', 'request-id'].includes(header))
      expect(block.toLowerCase()).toContain(`add_header ${header} ${value} always;`);
  // A block with headers of its own has none of those around it.
  if (text.includes('Strict-Transport-Security')) expect(block).toContain('add_header Strict-Transport-Security');
  expect(block).toContain('if ($request_method !~ "^(GET|HEAD)$")');
});
