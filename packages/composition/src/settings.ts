import { dirname, resolve } from 'node:path';
import { OperatorError } from '@health-case/domain/errors';
import { type EmailAddress, parseNewEmail } from '@health-case/domain/model/email';
import { serverAt } from '@health-case/mail-nodemailer/server-url';
import { targetOf } from '@health-case/storage-prisma/postgresql/host-urls';

type Variables = Readonly<Record<string, string | undefined>>;

/** Makes a value of the text of a variable. What it gives to `unfit` completes the sentence "The setting NAME …". */
type Parse<Value> = (text: string, unfit: (problem: string) => never) => Value;

/** Reads a variable. An empty one counts as missing. */
const readerOf =
  (variables: Variables) =>
  <Value>(name: string, parse: Parse<Value>): Value | undefined => {
    const unfit = (problem: string): never => {
      throw new OperatorError(`The setting ${name} ${problem}.`);
    };
    const given = variables[name];
    return given ? parse(given, unfit) : undefined;
  };

const oneOf =
  <Text extends string>(...texts: Text[]): Parse<Text> =>
  (given, unfit) =>
    texts.find((each) => each === given) ?? unfit(`must be one of ${texts.join(', ')}`);

const trueOrFalse: Parse<boolean> = (given, unfit) =>
  given === 'true' || (given === 'false' ? false : unfit('must be true or false'));

const wholeNumber =
  (least: number, most: number): Parse<number> =>
  (given, unfit) => {
    const isFit = /^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most;
    return isFit ? Number(given) : unfit(`must be a whole number from ${least} to ${most}`);
  };

const LOOPBACK = '127.0.0.1';
const port = wholeNumber(0, 65_535);
const perMinute = wholeNumber(0, 1_000_000);

/** The URL of PostgreSQL may hold a password: show only `shown`, never the URL. */
type Database = { readonly shown: string } & (
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgresql'; readonly url: string }
);

const sqlite = (path: string): Database => {
  const file = resolve(path);
  return { kind: 'sqlite', file, shown: file };
};

export const parseDatabase: Parse<Database> = (url, unfit) => {
  const path = /^file:([^?#]+)$/.exec(url)?.[1];
  if (path && path !== ':memory:') return sqlite(path);
  if (!/^postgres(ql)?:/.test(url)) {
    return unfit(
      'must name a SQLite file, for example file:./data/health-case.db, or a PostgreSQL database (postgresql://…)',
    );
  }
  if (/[?&]schema=/.test(url)) {
    return unfit('must not name a schema: the tables are in the schema public of a database of their own');
  }
  return { kind: 'postgresql', url, shown: targetOf(url, unfit).shown };
};

/** Each as browsers write it in the header Origin: no path, no slash at the end. */
const origins: Parse<readonly string[]> = (list, unfit) => {
  const named = list.split(',').map((part) => part.trim());
  const wrong = named.find((part) => !/^https?:/.test(part) || URL.parse(part)?.origin !== part);
  if (wrong === undefined) return named;
  return unfit(`must be origins with commas between them, such as https://clinic.example.org; "${wrong}" is none`);
};

/** It is in the QR code of each certificate. */
const LONGEST_PUBLIC_URL = 100;

/** It becomes part of each certificate, so it has no query and no user. */
const publicUrl: Parse<string> = (given, unfit) => {
  // Before the pattern, which takes quadratic time.
  if (given.length > 2 * LONGEST_PUBLIC_URL) return unfit(`must have at most ${LONGEST_PUBLIC_URL} characters`);
  const url = given.replace(/\/+$/, '');
  if (url.length > LONGEST_PUBLIC_URL) return unfit(`must have at most ${LONGEST_PUBLIC_URL} characters`);
  const parsed = /^https?:/.test(url) ? URL.parse(url) : null;
  if (parsed && `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '') === url) return url;
  return unfit(
    'must be a URL such as https://health.example.org, under which others reach the service: as browsers write it, without the default port or capitals in the host, as verifiers compare it letter by letter',
  );
};

/** Certificates carry it, for readers everywhere, so it is a name and no offset. */
const timeZone: Parse<string> = (given, unfit) => {
  try {
    if (/^[A-Za-z]/.test(given)) return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // It is unknown.
  }
  return unfit('must be the name of a time zone, such as Europe/Amsterdam');
};

/** D-27: the URL of a mail server may hold a password: it is shown nowhere. */
type MailTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'smtp'; readonly url: string };

const mailTarget: Parse<MailTarget> = (given, unfit) => {
  const folder = /^file:([^?#]+)$/.exec(given)?.[1];
  if (folder) return { kind: 'folder', folder: resolve(folder) };
  serverAt(given, (problem) => unfit(`${problem}; or name a folder for the mails, for example file:./data/mail`));
  return { kind: 'smtp', url: given };
};

const sender: Parse<EmailAddress> = (given, unfit) => {
  const parsed = parseNewEmail(given);
  // A name in front of the address would be lost.
  return parsed.ok && !given.includes('<')
    ? parsed.value
    : unfit('must be an e-mail address, for example health@clinic.example.org');
};

/** Beside the database, or where the process runs. */
const folderOfMails = (database: Database): MailTarget => ({
  kind: 'folder',
  folder: database.kind === 'sqlite' ? resolve(dirname(database.file), 'mail') : resolve('data/mail'),
});

const readMail = (read: ReturnType<typeof readerOf>, database: Database) => {
  const chosen = read('MAIL_URL', mailTarget);
  const target = { ...(chosen ?? folderOfMails(database)), isChosen: chosen !== undefined };
  const from = read('MAIL_FROM', sender);
  if (from) return { ...target, from };
  if (target.kind === 'folder') return { ...target, from: 'health-case-service@localhost' as EmailAddress };
  throw new OperatorError('The setting MAIL_FROM must be given with a mail server: the address that mails come from.');
};

/** In milliseconds. */
const readSessionLifetimes = (read: ReturnType<typeof readerOf>) => ({
  idle: (read('SESSION_IDLE_MINUTES', wholeNumber(1, 10_080)) ?? 30) * 60_000,
  most: (read('SESSION_MAX_HOURS', wholeNumber(1, 8_760)) ?? 12) * 3_600_000,
});

/** 32 bytes in base64, and no other text that Node's lenient decoder accepts. */
export const decodeSecretKey = (given: string): Uint8Array | undefined => {
  const bytes = Buffer.from(given.trim(), 'base64');
  return bytes.length === 32 && bytes.toString('base64') === given.trim() ? bytes : undefined;
};

/** The database alone, for a process that needs no secret key. */
export const readDatabase = (variables: Variables): Database =>
  readerOf(variables)('DATABASE_URL', parseDatabase) ?? sqlite('./data/health-case.db');

/** The secret key of a database, if it is given, or the file that holds it. */
export const readSecretKeySource = (variables: Variables, named: Database) => {
  const read = readerOf(variables);
  const key = read('SECRET_KEY', (given, unfit) => decodeSecretKey(given) ?? unfit('must be 32 bytes in base64'));
  const file = read('SECRET_KEY_FILE', (path) => resolve(path));
  if (key && file) {
    throw new OperatorError('The settings SECRET_KEY and SECRET_KEY_FILE are both given; give one of them.');
  }
  if (key) return { kind: 'given', key } as const;
  if (file) return { kind: 'file', file, mayCreate: false } as const;
  if (named.kind === 'postgresql') {
    // A key file made on one machine would be missing on the others that share the database.
    throw new OperatorError('The setting SECRET_KEY or SECRET_KEY_FILE must be given with a PostgreSQL database.');
  }
  return { kind: 'file', file: resolve(dirname(named.file), 'health-case.key'), mayCreate: true } as const;
};

/** D-26: whom certificates name. Without PUBLIC_URL, variant A's address here: nobody else can verify them. */
export const issuerOf = ({ publicUrl, ports }: Settings): string =>
  publicUrl ?? `http://127.0.0.1:${ports.PORT ?? ports.PORT_A ?? 3000}`;

/** Where people find pages: without PUBLIC_URL, the portal on this machine. Where it runs alone, its port is PORT. */
export const pagesOf = ({ publicUrl, ports }: Settings): readonly [string, ...string[]] => {
  const on = (port: number) => `http://localhost:${port}`;
  if (publicUrl !== undefined) return [publicUrl];
  return [on(ports.PORT_PORTAL ?? 3002), ...(ports.PORT === undefined ? [] : [on(ports.PORT)])];
};

/** D-38: host and origins for passkeys. No request says them: another site could ask for passkeys of this one. */
export const passkeySiteOf = (settings: Settings) => {
  const pages = pagesOf(settings);
  return { rpId: new URL(pages[0]).hostname, origins: pages.map((page) => new URL(page).origin) };
};

/** What devices and apps call the service: somebody may use two. */
export const siteNameOf = ({ publicUrl }: Settings): string =>
  publicUrl === undefined ? 'Health case service' : `Health case service (${new URL(publicUrl).hostname})`;

/** D-40: strangers reach PUBLIC_URL, and could pose there as doctors. */
const usualRegistration = (forOthers: string | undefined) => (forOthers === undefined ? 'open' : 'confirmed');

export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings from the environment, once. Throws `OperatorError`. docs/operate.md lists their variables. */
export const readSettings = (variables: Variables) => {
  const read = readerOf(variables);
  const named = readDatabase(variables);
  const forOthers = read('PUBLIC_URL', publicUrl);
  const metrics = { host: read('METRICS_HOST', String) ?? LOOPBACK, port: read('METRICS_PORT', port) };
  return Object.freeze({
    host: read('HOST', String) ?? LOOPBACK,
    /** The ports that are set; each app has defaults of its own. */
    ports: {
      PORT: read('PORT', port),
      PORT_A: read('PORT_A', port),
      PORT_B: read('PORT_B', port),
      PORT_PORTAL: read('PORT_PORTAL', port),
    },
    database: named,
    /** Whether this process applies migrations, or waits until another has. */
    autoMigrate: read('AUTO_MIGRATE', trueOrFalse) ?? true,
    secretKey: readSecretKeySource(variables, named),
    bcryptCost: read('BCRYPT_COST', wholeNumber(10, 16)) ?? 12,
    /** 0 is no limit. Failed logins and registrations of a client address; calls of an account. */
    ratesPerMinute: {
      loginFailures: read('LOGIN_FAILURES_PER_MINUTE', perMinute) ?? 20,
      registrations: read('REGISTRATIONS_PER_MINUTE', perMinute) ?? 60,
      calls: read('CALLS_PER_MINUTE', perMinute) ?? 1200,
    },
    /** D-26: the issuer of certificates, as others reach it, without a slash at the end. */
    publicUrl: forOthers,
    /** D-26: in which days begin and end (IANA name). The machine's has no name here: to ask for it costs megabytes. */
    timeZone: read('TIME_ZONE', timeZone),
    /** Milliseconds between two requests of a connection. */
    keepAliveTimeout: (read('KEEP_ALIVE_SECONDS', wholeNumber(1, 3600)) ?? 5) * 1000,
    trustedProxies: read('TRUST_PROXY', wholeNumber(0, 16)) ?? 0,
    corsOrigins: read('CORS_ORIGINS', origins) ?? [],
    mail: readMail(read, named),
    secondFactor: read('SECOND_FACTOR', oneOf('offered', 'staff')) ?? 'offered',
    registration: read('REGISTRATION', oneOf('open', 'invited', 'confirmed')) ?? usualRegistration(forOthers),
    /** D-35: 0 keeps finished cases for ever. */
    finishedCasesKeptYears: read('RETAIN_FINISHED_CASES_YEARS', wholeNumber(0, 100)) ?? 0,
    sessionLifetimes: readSessionLifetimes(read),
    logLevel: read('LOG_LEVEL', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')) ?? 'info',
    metrics: metrics.port === undefined ? undefined : { ...metrics, port: metrics.port },
  });
};
