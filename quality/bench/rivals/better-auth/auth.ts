import bcrypt from 'bcrypt';
import { betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins';
import type Database from 'better-sqlite3';

const COST = Number(process.env['BCRYPT_COST'] ?? 10);

/** E-mail and password, sessions as bearer tokens; the hash is the service's instead of its own scrypt, so costs are equal. */
export const createAuth = (database: Database.Database) =>
  betterAuth({
    database,
    secret: 'a secret of the benchmark, and of nothing else',
    baseURL: 'http://127.0.0.1',
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      password: {
        hash: (password) => bcrypt.hash(password, COST),
        verify: ({ hash, password }) => bcrypt.compare(password, hash),
      },
    },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: true },
        lastName: { type: 'string', required: true },
        role: { type: 'string', required: true },
      },
    },
    plugins: [bearer()],
    // A load from one address would be throttled; the service's limits are off as well.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });

export type Auth = ReturnType<typeof createAuth>;
