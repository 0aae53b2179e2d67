import { OperatorError } from '@health-case/domain/errors';

/** What `target_session_attrs` may ask of a host: the condition in SQL, and the reason for which a host is skipped. */
const SESSIONS = {
  any: { condition: 'true', otherwise: '' },
  primary: { condition: 'NOT pg_is_in_recovery()', otherwise: 'standby' },
  'read-write': { condition: `current_setting('transaction_read_only') = 'off'`, otherwise: 'read-only' },
} as const;

const refuse = (problem: string): never => {
  throw new OperatorError(`The URL of the database ${problem}.`);
};

/**
 * Reads a URL as libpq does: several hosts with commas between them, and `target_session_attrs`. Each host has its name,
 * `host:port`, and the whole URL with it alone. `shown` has neither user nor password. `unfit` is called with a problem, which quotes nothing
 * of the URL: a password that is not encoded can look like a host.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export const targetOf = (url: string, unfit: (problem: string) => never = refuse) => {
  const [, before = '', list = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  const urls = list.split(',').map((host) => `${before}${host}${after}`);
  const parsed = urls.map((each) => URL.parse(each)).map((each) => (each?.hostname ? each : undefined));
  const missing = parsed.indexOf(undefined);
  if (urls.length > 1 && missing >= 0) {
    return unfit(
      `must name its hosts as host:port, with commas between them; number ${missing + 1} of ${urls.length} is none`,
    );
  }
  const { pathname, searchParams } = parsed[0] ?? new URL('none:');
  // For a missing host or database the driver takes this machine and the name of its user.
  if (!/^\/[^/]+$/.test(pathname)) {
    return unfit('must name host and database, for example postgresql://user:password@host:5432/health_case');
  }
  const session = new Map(Object.entries(SESSIONS)).get(searchParams.get('target_session_attrs') ?? 'any');
  if (!session)
    return unfit('must have read-write, primary or any as target_session_attrs, because the service writes');
  const hosts = urls.map((each, nth) => ({
    url: each,
    name: `${parsed[nth]?.hostname}:${parsed[nth]?.port || '5432'}`,
  }));
  return { hosts, session, shown: `${hosts.map(({ name }) => name)}${pathname}` };
};
