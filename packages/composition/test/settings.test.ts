import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@health-case/domain/errors';
import { describe, expect, it, test } from 'vitest';
import { issuerOf, pagesOf, passkeySiteOf, readDatabase, readSettings, siteNameOf } from '../src/settings.ts';

const KEY = Buffer.alloc(32, 3);

/** The names of all settings: those that are asked for. */
const NAMES = new Set<string>();
readSettings(new Proxy({}, { get: (_, name) => void NAMES.add(String(name)) }));

describe('settings', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
  const table = page.split('\n## Settings\n')[1]?.split('\n## ')[0] ?? '';
  /** Each name in the first cell of a row, with the value in the second. */
  const documented = table.split('\n').flatMap((row) => {
    const [names = '', values = ''] = row.split(' | ');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, /^`([^`]+)`$/.exec(values)?.[1]] as const);
  });

  it('are those of docs/operate.md, with the same defaults', () => {
    expect(documented.map(([name]) => name).sort()).toEqual([...NAMES].sort());
    const defaults = Object.fromEntries(documented.filter(([, value]) => value !== undefined));
    expect(Object.keys(defaults)).toHaveLength(15);
    expect(readSettings(defaults)).toEqual(readSettings({}));
  });

  it('have their defaults also where variables are empty, and cannot be changed', () => {
    const empty = readSettings(Object.fromEntries([...NAMES].map((name) => [name, ''])));
    expect(empty).toEqual(readSettings({}));
    expect(Object.isFrozen(empty)).toBe(true);
    const secretKey = { kind: 'file', file: join(process.cwd(), 'data/health-case.key'), mayCreate: true };
    const named = { secretKey, bcryptCost: 12, corsOrigins: [], metrics: undefined };
    expect(empty).toMatchObject({
      ...named,
      ports: { PORT: undefined, PORT_A: undefined, PORT_B: undefined, PORT_PORTAL: undefined },
    });
  });

  it.each([
    [{ HOST: '::1' }, { host: '::1' }],
    [{ PORT: '8080', PORT_A: '0', PORT_B: '65535' }, { ports: { PORT: 8080, PORT_A: 0, PORT_B: 65_535 } }],
    [{ PORT_PORTAL: '8082' }, { ports: { PORT_PORTAL: 8082 } }],
    [{ DATABASE_URL: 'file:/srv/cases.db' }, { database: { kind: 'sqlite', file: '/srv/cases.db' } }],
    [{ SECRET_KEY: KEY.toString('base64') }, { secretKey: { kind: 'given', key: KEY } }],
    [{ SECRET_KEY_FILE: '/run/key' }, { secretKey: { kind: 'file', file: '/run/key', mayCreate: false } }],
    [{ AUTO_MIGRATE: 'false' }, { autoMigrate: false }],
    [{ BCRYPT_COST: '10' }, { bcryptCost: 10 }],
    [{ SESSION_IDLE_MINUTES: '5', SESSION_MAX_HOURS: '1' }, { sessionLifetimes: { idle: 300_000, most: 3_600_000 } }],
    [{ LOGIN_FAILURES_PER_MINUTE: '0' }, { ratesPerMinute: { loginFailures: 0 } }],
    [{ REGISTRATIONS_PER_MINUTE: '7' }, { ratesPerMinute: { registrations: 7 } }],
    [{ CALLS_PER_MINUTE: '9' }, { ratesPerMinute: { calls: 9 } }],
    [{ TRUST_PROXY: '2' }, { trustedProxies: 2 }],
    [{ KEEP_ALIVE_SECONDS: '600' }, { keepAliveTimeout: 600_000 }],
    [{ TIME_ZONE: 'Europe/Amsterdam' }, { timeZone: 'Europe/Amsterdam' }],
    [{ CORS_ORIGINS: 'https://a.org, http://b:5173' }, { corsOrigins: ['https://a.org', 'http://b:5173'] }],
    [{ PUBLIC_URL: 'https://health.example.org/cases/' }, { publicUrl: 'https://health.example.org/cases' }],
    [{ PUBLIC_URL: `https://a.org/${'x'.repeat(86)}/` }, { publicUrl: `https://a.org/${'x'.repeat(86)}` }],
    [{ SECOND_FACTOR: 'staff' }, { secondFactor: 'staff' }],
    [{ DATABASE_URL: 'file:/data/a.db' }, { mail: { kind: 'folder', folder: '/data/mail', isChosen: false } }],
    [
      { MAIL_URL: 'file:/var/mail', MAIL_FROM: 'Clinic@Example.org' },
      { mail: { kind: 'folder', folder: '/var/mail', from: 'clinic@example.org', isChosen: true } },
    ],
    [
      { MAIL_URL: 'smtps://me:hush@mail.example.org', MAIL_FROM: 'clinic@example.org' },
      { mail: { kind: 'smtp', url: 'smtps://me:hush@mail.example.org', from: 'clinic@example.org' } },
    ],
    [{ RETAIN_FINISHED_CASES_YEARS: '10' }, { finishedCasesKeptYears: 10 }],
    [{ REGISTRATION: 'invited' }, { registration: 'invited' }],
    [{ PUBLIC_URL: 'https://health.example.org' }, { registration: 'confirmed' }],
    [{ PUBLIC_URL: 'https://health.example.org', REGISTRATION: 'open' }, { registration: 'open' }],
    [{}, { registration: 'open' }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ METRICS_PORT: '9464', HOST: '0.0.0.0' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.11' }, { metrics: { host: '10.0.0.11', port: 9464 } }],
    [{ METRICS_HOST: '10.0.0.11' }, { metrics: undefined }],
  ])('are read from the environment: %j', (environment, expected) => {
    expect(readSettings(environment)).toMatchObject(expected);
  });
});

it.each([
  [{ PUBLIC_URL: 'https://health.example.org', PORT: '8080' }, 'https://health.example.org'],
  [{ PORT_A: '8080' }, 'http://127.0.0.1:8080'],
  [{}, 'http://127.0.0.1:3000'],
])('with %j, certificates name the issuer %s', (environment, issuer) => {
  expect(issuerOf(readSettings(environment))).toBe(issuer);
});

it.each([
  [{}, 'localhost', ['http://localhost:3002']],
  [{ PORT_PORTAL: '8082', HOST: '0.0.0.0' }, 'localhost', ['http://localhost:8082']],
  [{ PORT: '80' }, 'localhost', ['http://localhost:3002', 'http://localhost']],
  [{ PUBLIC_URL: 'https://health.example.org' }, 'health.example.org', ['https://health.example.org']],
  [{ PUBLIC_URL: 'https://a.org:8443/cases', PORT_PORTAL: '8082', PORT: '80' }, 'a.org', ['https://a.org:8443']],
])('with %j, passkeys are for the host %s and pages of %s (D-38)', (environment, rpId, origins) => {
  expect(passkeySiteOf(readSettings(environment))).toEqual({ rpId, origins });
});

test('apps and devices tell services apart by their host', () => {
  const names = [{}, { PUBLIC_URL: 'https://a.org:8443/cases' }].map((environment) =>
    siteNameOf(readSettings(environment)),
  );
  expect(names).toEqual(['Health case service', 'Health case service (a.org)']);
});

test('mails lead to PUBLIC_URL, or to the portal on this machine', () => {
  const leadTo = (environment: Parameters<typeof readSettings>[0]) => pagesOf(readSettings(environment))[0];
  expect(leadTo({ PUBLIC_URL: 'https://a.org/cases' })).toBe('https://a.org/cases');
  expect(leadTo({ PORT_PORTAL: '8082' })).toBe('http://localhost:8082');
});

describe('an unusable setting', () => {
  const port = 'must be a whole number from 0 to 65535';
  const sqlite = 'must name a SQLite file, for example file:./data/health-case.db';
  const hosts = 'must name its hosts as host:port, with commas between them';
  const origins = '*,null,,clinic.example.org,https://clinic.example.org/,https://Clinic.example.org,file:///a';
  it.each<[name: string, value: string, problem: string]>([
    ['PORT', '65536', port],
    ['PORT_B', '-1', port],
    ['METRICS_PORT', '1e3', port],
    ['TIME_ZONE', 'Amsterdam', 'must be the name of a time zone, such as Europe/Amsterdam'],
    ['BCRYPT_COST', '9', 'must be a whole number from 10 to 16'],
    ['SESSION_IDLE_MINUTES', '0', 'must be a whole number from 1 to 10080'],
    ['REGISTRATION', 'closed', 'must be one of open, invited, confirmed'],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['SECRET_KEY', Buffer.alloc(31).toString('base64'), 'must be 32 bytes in base64'],
    ['SECRET_KEY', KEY.toString('hex'), 'must be 32 bytes in base64'],
    ['DATABASE_URL', 'health-case.db', sqlite],
    ['DATABASE_URL', 'file::memory:', sqlite],
    ['DATABASE_URL', 'file:./a.db?mode=ro', sqlite],
    ['DATABASE_URL', 'mysql://clinic:hush@host/db', 'must name a SQLite file'],
    ['DATABASE_URL', 'postgresql://clinic:hush@', 'must name host and database'],
    ['DATABASE_URL', 'postgresql:///db', 'must name host and database'],
    ['DATABASE_URL', 'postgresql://clinic:hush@host:none/db', 'must name host and database'],
    ['DATABASE_URL', 'postgresql://clinic:hush@one,two:5433', 'must name host and database'],
    ['DATABASE_URL', 'postgresql://clinic:hush@one,two:none/db', `${hosts}; number 2 of 2 is none`],
    ['DATABASE_URL', 'postgresql://clinic:hush@one,,three/db', `${hosts}; number 2 of 3 is none`],
    ['DATABASE_URL', 'postgresql://clinic:hu,sh:hush/x@one,two/db', `${hosts}; number 1 of 2 is none`],
    ['DATABASE_URL', 'postgresql://host/db?target_session_attrs=standby', 'must have read-write, primary or any as'],
    // Others: smtp-mailer.test.ts.
    ['MAIL_URL', 'smtp://me:hush@a.org/path', 'must be written smtp://user:password@host:port'],
    ['MAIL_URL', 'file:', 'must be written smtp://user:password@host:port'],
    ['MAIL_FROM', 'Clinic <clinic@example.org>', 'must be an e-mail address'],
    ['RETAIN_FINISHED_CASES_YEARS', '-1', 'must be a whole number from 0 to 100'],
    ['RETAIN_FINISHED_CASES_YEARS', '0.5', 'must be a whole number from 0 to 100'],
    ['SECOND_FACTOR', 'always', 'must be one of offered, staff'],
    ['DATABASE_URL', 'postgresql://host/db?schema=clinic', 'must not name a schema'],
    ['AUTO_MIGRATE', 'yes', 'must be true or false'],
    ...'health.example.org,ftp://a.org,https://me:hush@a.org,https://a.org/?q=1,https://a.org/#v,https://A.org,https://a.org:443'
      .split(',')
      .map((url): [string, string, string] => ['PUBLIC_URL', url, 'must be a URL such as https://health.example.org']),
    ['PUBLIC_URL', `https://a.org/${'x'.repeat(87)}`, 'must have at most 100 characters'],
    ...origins.split(',').map((origin): [string, string, string] => {
      const problem = `must be origins with commas between them, such as https://clinic.example.org; "${origin}" is none`;
      return ['CORS_ORIGINS', `https://a.org,${origin}`, problem];
    }),
  ])('is named in one sentence, which quotes no secret: %s = %s', (name, value, problem) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(OperatorError);
    expect(read).toThrow(`The setting ${name} ${problem}`);
    expect(read).not.toThrow(name === 'SECRET_KEY' ? value : 'hush');
  });

  it.each([
    ['one,two:5433,[::1]:5434', 'one:5432,two:5433,[::1]:5434'],
    ['one,two', 'one:5432,two:5432'],
  ])('are several hosts of PostgreSQL no reason for: %s', (hosts, named) => {
    const url = `postgresql://clinic:h@sh@${hosts}/cases?target_session_attrs=read-write`;
    expect(readDatabase({ DATABASE_URL: url })).toEqual({ kind: 'postgresql', url, shown: `${named}/cases` });
  });

  it('is a secret key given twice', () => {
    const both = { SECRET_KEY: KEY.toString('base64'), SECRET_KEY_FILE: '/run/secrets/key' };
    expect(() => readSettings(both)).toThrow('SECRET_KEY and SECRET_KEY_FILE are both given');
  });

  it.each(['postgresql', 'postgres'])('is a %s database without a secret key', (scheme) => {
    const DATABASE_URL = `${scheme}://clinic:hush@db.example.org/cases?sslmode=verify-full`;
    const database = { kind: 'postgresql', url: DATABASE_URL, shown: 'db.example.org:5432/cases' };
    expect(readSettings({ DATABASE_URL, SECRET_KEY_FILE: '/run/secrets/key' }).database).toEqual(database);
    expect(() => readSettings({ DATABASE_URL })).toThrow(
      'The setting SECRET_KEY or SECRET_KEY_FILE must be given with a PostgreSQL database.',
    );
  });
});

test('mails are sent by a server only with an address that they come from', () => {
  expect(() => readSettings({ MAIL_URL: 'smtp://a.org' })).toThrow(
    'The setting MAIL_FROM must be given with a mail server',
  );
});
