import { join } from 'node:path';
import type { Program } from '../processes.ts';

const root = join(import.meta.dirname, '../../../..');

/** The cost at which passwords are hashed, here and by all that is compared. */
export const BCRYPT_COST = 10;

/** Under which every store of the benchmark is kept. */
export const SECRET_KEY = Buffer.alloc(32, 'bench');

/** The service as its README starts it, with the limits off that would stop a load from one address or account. */
export const serviceProgram = (
  variant: 'a' | 'b',
  store: { readonly DATABASE_URL: string },
  cpus: string,
  nodeOptions: readonly string[] = [],
): Program => ({
  name: 'service',
  args: [...nodeOptions, join(root, `apps/variant-${variant}/src/main.ts`)],
  env: settings(store),
  cpus,
});

/** The operator's command line. */
export const operatorProgram = (
  args: readonly string[],
  store: { readonly DATABASE_URL: string },
  cpus: string,
): Program => ({
  name: 'operator',
  args: [join(root, 'apps/operator/src/main.ts'), ...args],
  env: settings(store),
  cpus,
});

const settings = (store: { readonly DATABASE_URL: string }): Readonly<Record<string, string>> => ({
  ...store,
  LOG_LEVEL: 'warn',
  BCRYPT_COST: String(BCRYPT_COST),
  LOGIN_FAILURES_PER_MINUTE: '0',
  REGISTRATIONS_PER_MINUTE: '0',
  CALLS_PER_MINUTE: '0',
  SECRET_KEY: SECRET_KEY.toString('base64'),
});
