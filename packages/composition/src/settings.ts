import { dirname, resolve } from 'node:path';
import { z } from 'zod';

/** A setting, or what a setting names, cannot be used. The message is one sentence for the operator. */
export class UnusableSetting extends Error {
  override readonly name = 'UnusableSetting';
}

export type Settings = {
  readonly host: string;
  /** The port that the environment asks for; where it asks for none, the app knows its own. */
  readonly ports: { readonly PORT?: number; readonly PORT_A?: number; readonly PORT_B?: number };
  readonly database: DatabaseSetting;
  /** Whether this process applies migrations, or waits until another has. */
  readonly autoMigrate: boolean;
  readonly secretKey: SecretKeySource;
  readonly bcryptCost: number;
  /** 0 for no limit. Of a client address; calls of an account. */
  readonly ratesPerMinute: { readonly loginFailures: number; readonly registrations: number; readonly calls: number };
  readonly trustedProxies: number;
  /** The origins whose pages may call. */
  readonly corsOrigins: readonly string[];
  readonly registration: 'open' | 'invited';
  /** Milliseconds. */
  readonly sessionLifetimes: { readonly idle: number; readonly most: number };
  readonly logLevel: string;
  /** Where the metrics are served, if they are. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
};

export type DatabaseSetting =
  | { readonly kind: 'sqlite'; readonly file: string }
  /** The URL may hold a password: it is not to be shown. */
  | { readonly kind: 'postgresql'; readonly url: string };

export type SecretKeySource =
  | { readonly kind: 'given'; readonly key: Uint8Array }
  | { readonly kind: 'file'; readonly file: string; readonly mayCreate: boolean };

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const database = z.string().transform((url, context): DatabaseSetting => {
  const path = /^file:([^?#]+)$/.exec(url)?.[1];
  if (path !== undefined && path !== ':memory:') return { kind: 'sqlite', file: resolve(path) };
  if (/^postgres(ql)?:/.test(url)) return postgresql(url, context);
  context.addIssue({
    code: 'custom',
    message:
      'must name a SQLite file, for example file:./data/health-case.db, or a PostgreSQL database (postgresql://…)',
  });
  return z.NEVER;
});

/** The driver would put what is not named here in place of it: the user of this machine, a database of that name. */
const postgresql = (url: string, context: z.RefinementCtx): DatabaseSetting => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && parsed.hostname !== '' && /^\/[^/]+$/.test(parsed.pathname) && !parsed.searchParams.has('schema')) {
    return { kind: 'postgresql', url };
  }
  const message = parsed?.searchParams.has('schema')
    ? 'must not name a schema: the tables are in the schema public of a database of their own'
    : 'must name host and database, for example postgresql://user:password@host:5432/health_case';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
};

/** Each as browsers write it in the header Origin: no path, no slash at the end. */
const origins = z.string().transform((text, context) => {
  const named = text.split(',').map((part) => part.trim());
  const wrong = named.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return named;
  const message = `must be origins with commas between them, such as https://clinic.example.org; "${wrong}" is none`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const secretKey = z.string().transform((text, context) => {
  const key = decodeSecretKey(text);
  if (key) return key;
  context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64' });
  return z.NEVER;
});

/** 32 bytes in base64, and nothing that merely decodes to them. */
export const decodeSecretKey = (text: string): Uint8Array | undefined => {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text.trim() ? bytes : undefined;
};

/** Every setting, by the name of its variable. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).optional(),
  PORT_A: wholeNumber(0, 65_535).optional(),
  PORT_B: wholeNumber(0, 65_535).optional(),
  DATABASE_URL: database.prefault('file:./data/health-case.db'),
  AUTO_MIGRATE: z.enum(['true', 'false'], { error: 'must be true or false' }).default('true'),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_FILE: z.string().optional(),
  BCRYPT_COST: wholeNumber(10, 16).default(12),
  SESSION_IDLE_MINUTES: wholeNumber(1, 10_080).default(30),
  SESSION_MAX_HOURS: wholeNumber(1, 8_760).default(12),
  REGISTRATION: z.enum(['open', 'invited'], { error: 'must be one of open, invited' }).default('open'),
  LOGIN_FAILURES_PER_MINUTE: wholeNumber(0, 1_000_000).default(20),
  REGISTRATIONS_PER_MINUTE: wholeNumber(0, 1_000_000).default(60),
  CALLS_PER_MINUTE: wholeNumber(0, 1_000_000).default(1200),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  CORS_ORIGINS: origins.optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

type Variables = Readonly<Record<string, string | undefined>>;

/** Of the variables, an empty one counts as none. */
const parsedBy = <Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> => {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnusableSetting(`The setting ${issue?.path.join('.')} ${issue?.message}.`);
};

/** The database alone, for what needs no key to it. */
export const readDatabase = (variables: Variables): DatabaseSetting =>
  parsedBy(environment.pick({ DATABASE_URL: true }), variables).DATABASE_URL;

/** Reads the settings out of the environment, once. */
export const readSettings = (variables: Variables): Settings => {
  const given = parsedBy(environment, variables);
  const { HOST, PORT, PORT_A, PORT_B, DATABASE_URL, SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } = given;
  return Object.freeze({
    host: HOST,
    ports: {
      ...(PORT !== undefined && { PORT }),
      ...(PORT_A !== undefined && { PORT_A }),
      ...(PORT_B !== undefined && { PORT_B }),
    },
    database: DATABASE_URL,
    autoMigrate: given.AUTO_MIGRATE === 'true',
    secretKey: secretKeySource(given),
    bcryptCost: given.BCRYPT_COST,
    ratesPerMinute: {
      loginFailures: given.LOGIN_FAILURES_PER_MINUTE,
      registrations: given.REGISTRATIONS_PER_MINUTE,
      calls: given.CALLS_PER_MINUTE,
    },
    trustedProxies: given.TRUST_PROXY,
    corsOrigins: given.CORS_ORIGINS ?? [],
    registration: given.REGISTRATION,
    sessionLifetimes: { idle: SESSION_IDLE_MINUTES * 60_000, most: SESSION_MAX_HOURS * 3_600_000 },
    logLevel: given.LOG_LEVEL,
    metrics: given.METRICS_PORT === undefined ? undefined : { host: given.METRICS_HOST, port: given.METRICS_PORT },
  });
};

const secretKeySource = ({
  SECRET_KEY,
  SECRET_KEY_FILE,
  DATABASE_URL,
}: z.output<typeof environment>): SecretKeySource => {
  if (SECRET_KEY && SECRET_KEY_FILE) {
    throw new UnusableSetting('The settings SECRET_KEY and SECRET_KEY_FILE are both given; give one of them.');
  }
  if (SECRET_KEY) return { kind: 'given', key: SECRET_KEY };
  if (SECRET_KEY_FILE) return { kind: 'file', file: resolve(SECRET_KEY_FILE), mayCreate: false };
  if (DATABASE_URL.kind === 'postgresql') {
    // A key that is made and kept on one machine would be missing on every other that shares the database.
    throw new UnusableSetting('The setting SECRET_KEY or SECRET_KEY_FILE must be given with a PostgreSQL database.');
  }
  return { kind: 'file', file: resolve(dirname(DATABASE_URL.file), 'health-case.key'), mayCreate: true };
};
