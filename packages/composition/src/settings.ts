import { dirname, resolve } from 'node:path';
import { nameOf } from '@health-case/storage-prisma/postgresql/settings';
import { z } from 'zod';

/** A setting, or what a setting names, cannot be used. The message is one sentence for the operator. */
export class UnusableSetting extends Error {
  override readonly name = 'UnusableSetting';
}

export type DatabaseSetting =
  | { readonly kind: 'sqlite'; readonly file: string }
  /** The URL may hold a password: never show it. */
  | { readonly kind: 'postgresql'; readonly url: string };

/** What may be shown of the database: never its password. */
export const shownDatabase = (database: DatabaseSetting): string =>
  database.kind === 'sqlite' ? database.file : nameOf(database.url);

type Address = { readonly host: string; readonly port: number };

/** The URL of a server; IPv6 stands in brackets. */
export const urlOf = ({ host, port }: Address): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Why a server cannot listen on an address, as a part of a sentence. */
export const whyNotListening = (error: unknown, { host, port }: Address): string => {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} cannot be listened on (${code})`;
};

export type SecretKeySource =
  | { readonly kind: 'given'; readonly key: Uint8Array }
  | { readonly kind: 'file'; readonly file: string; readonly mayCreate: boolean };

/** A setting that `parse` reads. What it gives to `unfit` completes the sentence "The setting NAME …". */
const parsedBy = <Value>(parse: (text: string, unfit: (message: string) => never) => Value) =>
  z.string().transform((text, context): Value => {
    const unfit = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    return parse(text, unfit);
  });

const oneOf = <const Texts extends readonly string[]>(texts: Texts, error = `must be one of ${texts.join(', ')}`) =>
  z.enum(texts, { error });

const wholeNumber = (least: number, most: number) =>
  parsedBy((text, unfit) => {
    const isFit = /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
    return isFit ? Number(text) : unfit(`must be a whole number from ${least} to ${most}`);
  });

const database = parsedBy((url, unfit): DatabaseSetting => {
  const path = /^file:([^?#]+)$/.exec(url)?.[1];
  if (path !== undefined && path !== ':memory:') return { kind: 'sqlite', file: resolve(path) };
  if (!/^postgres(ql)?:/.test(url)) {
    return unfit(
      'must name a SQLite file, for example file:./data/health-case.db, or a PostgreSQL database (postgresql://…)',
    );
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.searchParams.has('schema')) {
    return unfit('must not name a schema: the tables are in the schema public of a database of their own');
  }
  // For a missing host or database the driver takes this machine and the name of its user.
  if (parsed && parsed.hostname !== '' && /^\/[^/]+$/.test(parsed.pathname)) return { kind: 'postgresql', url };
  return unfit('must name host and database, for example postgresql://user:password@host:5432/health_case');
});

/** Each as browsers write it in the header Origin: no path, no slash at the end. */
const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const origins = parsedBy((text, unfit): readonly string[] => {
  const named = text.split(',').map((part) => part.trim());
  const wrong = named.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return named;
  return unfit(`must be origins with commas between them, such as https://clinic.example.org; "${wrong}" is none`);
});

/** 32 bytes in base64, and no other text that Node's lenient decoder accepts. */
export const decodeSecretKey = (text: string): Uint8Array | undefined => {
  const bytes = Buffer.from(text.trim(), 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text.trim() ? bytes : undefined;
};

const secretKey = parsedBy((text, unfit) => decodeSecretKey(text) ?? unfit('must be 32 bytes in base64'));

const port = wholeNumber(0, 65_535);
const perMinute = wholeNumber(0, 1_000_000);

/** Every setting: the name of its variable, what it may be, its default. docs/operate.md lists the same. */
export const SETTINGS = z.object({
  HOST: z.string().prefault('127.0.0.1'),
  PORT: port.optional(),
  PORT_A: port.optional(),
  PORT_B: port.optional(),
  DATABASE_URL: database.prefault('file:./data/health-case.db'),
  AUTO_MIGRATE: oneOf(['true', 'false'], 'must be true or false').prefault('true'),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_FILE: z.string().optional(),
  BCRYPT_COST: wholeNumber(10, 16).prefault('12'),
  SESSION_IDLE_MINUTES: wholeNumber(1, 10_080).prefault('30'),
  SESSION_MAX_HOURS: wholeNumber(1, 8_760).prefault('12'),
  REGISTRATION: oneOf(['open', 'invited']).prefault('open'),
  LOGIN_FAILURES_PER_MINUTE: perMinute.prefault('20'),
  REGISTRATIONS_PER_MINUTE: perMinute.prefault('60'),
  CALLS_PER_MINUTE: perMinute.prefault('1200'),
  TRUST_PROXY: wholeNumber(0, 16).prefault('0'),
  CORS_ORIGINS: origins.optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().prefault('127.0.0.1'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).prefault('info'),
});

type Variables = Readonly<Record<string, string | undefined>>;

/** The part of the settings that a schema names. An empty variable counts as none. */
const parse = <Schema extends z.ZodObject>(schema: Schema, variables: Variables): z.output<Schema> => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnusableSetting(`The setting ${issue?.path.join('.')} ${issue?.message}.`);
};

/** The database alone, for a process that needs no secret key. */
export const readDatabase = (variables: Variables): DatabaseSetting =>
  parse(SETTINGS.pick({ DATABASE_URL: true }), variables).DATABASE_URL;

export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings from the environment, once. Throws `UnusableSetting`. */
export const readSettings = (variables: Variables) => {
  const given = parse(SETTINGS, variables);
  return Object.freeze({
    host: given.HOST,
    /** The ports that are set; each app has defaults of its own. */
    ports: { PORT: given.PORT, PORT_A: given.PORT_A, PORT_B: given.PORT_B },
    database: given.DATABASE_URL,
    /** Whether this process applies migrations, or waits until another has. */
    autoMigrate: given.AUTO_MIGRATE === 'true',
    secretKey: secretKeySource(given),
    bcryptCost: given.BCRYPT_COST,
    /** 0 is no limit. Failed logins and registrations of a client address; calls of an account. */
    ratesPerMinute: {
      loginFailures: given.LOGIN_FAILURES_PER_MINUTE,
      registrations: given.REGISTRATIONS_PER_MINUTE,
      calls: given.CALLS_PER_MINUTE,
    },
    trustedProxies: given.TRUST_PROXY,
    corsOrigins: given.CORS_ORIGINS ?? [],
    registration: given.REGISTRATION,
    /** In milliseconds. */
    sessionLifetimes: { idle: given.SESSION_IDLE_MINUTES * 60_000, most: given.SESSION_MAX_HOURS * 3_600_000 },
    logLevel: given.LOG_LEVEL,
    metrics: given.METRICS_PORT === undefined ? undefined : { host: given.METRICS_HOST, port: given.METRICS_PORT },
  });
};

const secretKeySource = (given: z.output<typeof SETTINGS>): SecretKeySource => {
  const { SECRET_KEY, SECRET_KEY_FILE, DATABASE_URL } = given;
  if (SECRET_KEY && SECRET_KEY_FILE) {
    throw new UnusableSetting('The settings SECRET_KEY and SECRET_KEY_FILE are both given; give one of them.');
  }
  if (SECRET_KEY) return { kind: 'given', key: SECRET_KEY };
  if (SECRET_KEY_FILE) return { kind: 'file', file: resolve(SECRET_KEY_FILE), mayCreate: false };
  if (DATABASE_URL.kind === 'postgresql') {
    // A key file made on one machine would be missing on the others that share the database.
    throw new UnusableSetting('The setting SECRET_KEY or SECRET_KEY_FILE must be given with a PostgreSQL database.');
  }
  return { kind: 'file', file: resolve(dirname(DATABASE_URL.file), 'health-case.key'), mayCreate: true };
};

/** How many typing mistakes a name may have. A short name has neighbours with meanings of their own: HOST, PATH. */
const typosIn = ({ length }: string): number => (length < 8 ? 0 : length < 12 ? 1 : 2);

/** Whether so many letters added, left out, replaced or swapped with the next make one text of the other. */
const differsBy = (typos: number, one: string, other: string): boolean => {
  if (one === other) return true;
  if (one[0] === other[0]) return differsBy(typos, one.slice(1), other.slice(1));
  if (typos === 0) return false;
  const isSwap = one[0] === other[1] && one[1] === other[0];
  const mended = [[1, 0], [0, 1], [1, 1], ...(isSwap ? [[2, 2]] : [])];
  return mended.some(([i, j]) => differsBy(typos - 1, one.slice(i), other.slice(j)));
};

/** The variables whose names are nearly those of settings that are not given. */
export const misspeltSettings = (variables: Variables) => {
  const names = Object.keys(SETTINGS.shape);
  const missing = names.filter((name) => variables[name] === undefined);
  const others = Object.keys(variables).filter((name) => !names.includes(name));
  const pairs = others.flatMap((given) => missing.map((meant) => ({ given, meant })));
  return pairs.filter(({ given, meant }) => differsBy(typosIn(meant), given, meant));
};
