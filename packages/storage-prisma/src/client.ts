import type { Prisma } from './generated/sqlite/client.ts';

/**
 * What the stores work with: Prisma's client, inside a transaction or not. The clients of all providers come from the same
 * models and differ in their types only, so the stores are typed on that of SQLite.
 */
export type Client = Prisma.TransactionClient;
