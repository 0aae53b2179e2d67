import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDatabase, readSettings, UnusableSetting } from '../src/settings.ts';
import { shownDatabase } from '../src/shown-database.ts';

const KEY = Buffer.alloc(32, 3);

describe('settings', () => {
  it('are what the documentation says where nothing is set, an empty variable being none', () => {
    for (const environment of [
      {},
      { HOST: '', DATABASE_URL: '', SECRET_KEY: '', PORT: '', LOG_LEVEL: '', METRICS_PORT: '' },
    ]) {
      expect(readSettings(environment)).toEqual({
        host: '127.0.0.1',
        ports: {},
        database: { kind: 'sqlite', file: join(process.cwd(), 'data/health-case.db') },
        autoMigrate: true,
        secretKey: { kind: 'file', file: join(process.cwd(), 'data/health-case.key'), mayCreate: true },
        bcryptCost: 12,
        sessionLifetimes: { idle: 30 * 60_000, most: 12 * 3_600_000 },
        ratesPerMinute: { loginFailures: 20, registrations: 60, calls: 1200 },
        trustedProxies: 0,
        corsOrigins: [],
        registration: 'open',
        logLevel: 'info',
        metrics: undefined,
      });
    }
  });

  it('are taken from the environment', () => {
    const settings = readSettings({
      HOST: '::1',
      PORT: '8080',
      PORT_A: '0',
      PORT_B: '65535',
      DATABASE_URL: 'file:/srv/clinic/cases.db',
      SECRET_KEY: KEY.toString('base64'),
      AUTO_MIGRATE: 'false',
      BCRYPT_COST: '10',
      SESSION_IDLE_MINUTES: '5',
      SESSION_MAX_HOURS: '1',
      LOGIN_FAILURES_PER_MINUTE: '0',
      REGISTRATIONS_PER_MINUTE: '7',
      CALLS_PER_MINUTE: '9',
      TRUST_PROXY: '2',
      CORS_ORIGINS: 'https://clinic.example.org, http://localhost:5173',
      REGISTRATION: 'invited',
      LOG_LEVEL: 'silent',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.11',
    });
    expect(settings).toEqual({
      host: '::1',
      ports: { PORT: 8080, PORT_A: 0, PORT_B: 65_535 },
      database: { kind: 'sqlite', file: '/srv/clinic/cases.db' },
      autoMigrate: false,
      secretKey: { kind: 'given', key: KEY },
      bcryptCost: 10,
      sessionLifetimes: { idle: 5 * 60_000, most: 3_600_000 },
      ratesPerMinute: { loginFailures: 0, registrations: 7, calls: 9 },
      trustedProxies: 2,
      corsOrigins: ['https://clinic.example.org', 'http://localhost:5173'],
      registration: 'invited',
      logLevel: 'silent',
      metrics: { host: '10.0.0.11', port: 9464 },
    });
    expect(Object.isFrozen(settings)).toBe(true);
  });
});

describe('settings that cannot be used', () => {
  it.each([
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT_A', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT_B', 'http', 'must be a whole number from 0 to 65535'],
    ['BCRYPT_COST', '9', 'must be a whole number from 10 to 16'],
    ['BCRYPT_COST', '12.5', 'must be a whole number from 10 to 16'],
    ['SESSION_IDLE_MINUTES', '0', 'must be a whole number from 1 to 10080'],
    ['SESSION_MAX_HOURS', '8761', 'must be a whole number from 1 to 8760'],
    ['METRICS_PORT', 'on', 'must be a whole number from 0 to 65535'],
    ['REGISTRATION', 'closed', 'must be one of open, invited'],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['SECRET_KEY', Buffer.alloc(31).toString('base64'), 'must be 32 bytes in base64'],
    ['SECRET_KEY', KEY.toString('hex'), 'must be 32 bytes in base64'],
    ['DATABASE_URL', 'health-case.db', 'must name a SQLite file, for example file:./data/health-case.db'],
    ['DATABASE_URL', 'file::memory:', 'must name a SQLite file, for example file:./data/health-case.db'],
    ['DATABASE_URL', 'file:./a.db?mode=ro', 'must name a SQLite file, for example file:./data/health-case.db'],
    ['DATABASE_URL', 'mysql://host/db', 'must name a SQLite file'],
    ['DATABASE_URL', 'postgresql://host', 'must name host and database'],
    ['DATABASE_URL', 'postgresql:///db', 'must name host and database'],
    ['DATABASE_URL', 'postgresql://host:none/db', 'must name host and database'],
    ['DATABASE_URL', 'postgresql://host/db?schema=clinic', 'must not name a schema'],
    ['AUTO_MIGRATE', 'yes', 'must be true or false'],
  ])('are named in one sentence: %s = %s', (name, value, problem) => {
    expect(() => readSettings({ [name]: value })).toThrow(UnusableSetting);
    expect(() => readSettings({ [name]: value })).toThrow(`The setting ${name} ${problem}`);
  });

  it('do not repeat a key that cannot be used', () => {
    expect(() => readSettings({ SECRET_KEY: 'almost-a-key' })).not.toThrow('almost-a-key');
  });
});

describe('the setting of the metrics', () => {
  it('has them served on this machine alone, unless it names another address', () => {
    expect(readSettings({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(readSettings({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined();
    expect(readSettings({ METRICS_PORT: '9464', HOST: '0.0.0.0' }).metrics?.host).toBe('127.0.0.1');
  });
});

describe('the origins whose pages may call', () => {
  it.each([
    '*',
    'null',
    '',
    'clinic.example.org',
    'https://clinic.example.org/',
    'https://Clinic.example.org',
    'file:///a',
  ])('cannot be %j, which is named', (origin) => {
    const reading = () => readSettings({ CORS_ORIGINS: `https://a.example.org,${origin}` });
    expect(reading).toThrow(UnusableSetting);
    expect(reading).toThrow(`The setting CORS_ORIGINS must be origins`);
    expect(reading).toThrow(`"${origin}" is none.`);
  });
});

describe('the settings of a database', () => {
  it.each(['postgresql', 'postgres'])('name a PostgreSQL database, whose key must be given: %s', (scheme) => {
    const url = `${scheme}://clinic:hush@db.example.org/cases?sslmode=verify-full`;
    const settings = readSettings({ DATABASE_URL: url, SECRET_KEY_FILE: '/run/secrets/key' });
    expect(settings.database).toEqual({ kind: 'postgresql', url });
    expect(shownDatabase(settings.database)).toBe('db.example.org:5432/cases');
    expect(readDatabase({ DATABASE_URL: url })).toEqual({ kind: 'postgresql', url });
    expect(() => readSettings({ DATABASE_URL: url })).toThrow(
      'The setting SECRET_KEY or SECRET_KEY_FILE must be given with a PostgreSQL database.',
    );
  });

  it('do not repeat the password of a URL that cannot be used', () => {
    for (const url of [
      'postgresql://clinic:hush@',
      'postgresql://clinic:hush@host:none/db',
      'mysql://clinic:hush@host/db',
    ])
      expect(() => readSettings({ DATABASE_URL: url })).not.toThrow('hush');
  });
});

describe('the setting of the key', () => {
  it('names the key file, which then must be there', () => {
    const { secretKey } = readSettings({ SECRET_KEY_FILE: '/run/secrets/key' });
    expect(secretKey).toEqual({ kind: 'file', file: '/run/secrets/key', mayCreate: false });
  });

  it('is taken from one place', () => {
    const both = { SECRET_KEY: KEY.toString('base64'), SECRET_KEY_FILE: '/run/secrets/key' };
    expect(() => readSettings(both)).toThrow('SECRET_KEY and SECRET_KEY_FILE are both given');
  });
});
