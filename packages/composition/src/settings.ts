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
  readonly databaseFile: string;
  readonly secretKey: SecretKeySource;
  readonly bcryptCost: number;
  /** Per client address, 0 for no limit. */
  readonly ratesPerMinute: { readonly loginFailures: number; readonly registrations: number };
  readonly trustedProxies: number;
  readonly registration: 'open' | 'invited';
  /** Milliseconds. */
  readonly sessionLifetimes: { readonly idle: number; readonly most: number };
  readonly logLevel: string;
};

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

const databaseFile = z.string().transform((url, context) => {
  const path = /^file:([^?#]+)$/.exec(url)?.[1];
  if (path !== undefined && path !== ':memory:') return resolve(path);
  context.addIssue({
    code: 'custom',
    message: /^postgres(ql)?:/.test(url)
      ? 'names PostgreSQL, which this version does not serve; give a SQLite file, for example file:./data/health-case.db'
      : 'must name a SQLite file, for example file:./data/health-case.db',
  });
  return z.NEVER;
});

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

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).optional(),
  PORT_A: wholeNumber(0, 65_535).optional(),
  PORT_B: wholeNumber(0, 65_535).optional(),
  DATABASE_URL: databaseFile.prefault('file:./data/health-case.db'),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_FILE: z.string().optional(),
  BCRYPT_COST: wholeNumber(10, 16).default(12),
  SESSION_IDLE_MINUTES: wholeNumber(1, 10_080).default(30),
  SESSION_MAX_HOURS: wholeNumber(1, 8_760).default(12),
  REGISTRATION: z.enum(['open', 'invited'], { error: 'must be one of open, invited' }).default('open'),
  LOGIN_FAILURES_PER_MINUTE: wholeNumber(0, 1_000_000).default(20),
  REGISTRATIONS_PER_MINUTE: wholeNumber(0, 1_000_000).default(60),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

/** Reads the settings out of the environment, once. An empty variable counts as none. */
export const readSettings = (variables: Readonly<Record<string, string | undefined>>): Settings => {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UnusableSetting(`The setting ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const { HOST, PORT, PORT_A, PORT_B, DATABASE_URL, SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } = parsed.data;
  return Object.freeze({
    host: HOST,
    ports: {
      ...(PORT !== undefined && { PORT }),
      ...(PORT_A !== undefined && { PORT_A }),
      ...(PORT_B !== undefined && { PORT_B }),
    },
    databaseFile: DATABASE_URL,
    secretKey: secretKeySource(parsed.data),
    bcryptCost: parsed.data.BCRYPT_COST,
    ratesPerMinute: {
      loginFailures: parsed.data.LOGIN_FAILURES_PER_MINUTE,
      registrations: parsed.data.REGISTRATIONS_PER_MINUTE,
    },
    trustedProxies: parsed.data.TRUST_PROXY,
    registration: parsed.data.REGISTRATION,
    sessionLifetimes: { idle: SESSION_IDLE_MINUTES * 60_000, most: SESSION_MAX_HOURS * 3_600_000 },
    logLevel: parsed.data.LOG_LEVEL,
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
  return { kind: 'file', file: resolve(dirname(DATABASE_URL), 'health-case.key'), mayCreate: true };
};
