import { CHANGE, columnsOf, lock, lockOf, REMOVE, sweepOf } from './statement.ts';

export const LOCK_CODE = lockOf(CHANGE, 'AccountCode', 'digest');
/** Goes ahead of the code, as who makes a code has locked the account before. */
export const LOCK_ACCOUNT_OF_CODE = lock<[digest: string]>('In one order, so that no two units wait for each other.')
  .sql`
  SELECT 1 FROM "Account" WHERE "id" = (SELECT "accountId" FROM "AccountCode" WHERE "digest" = $1)${CHANGE}`;
export const SWEEP_CODES = sweepOf('AccountCode', 'digest', 'expiresAt');

export const LOCK_JOIN_CODE = lockOf(CHANGE, 'JoinCode', 'digest');
/** Goes ahead of the code, as who makes a code has locked the child before. */
export const LOCK_CHILD_OF_CODE = lock<[digest: string]>('In one order, so that no two units wait for each other.').sql`
  SELECT 1 FROM "Child" WHERE "id" = (SELECT "childId" FROM "JoinCode" WHERE "digest" = $1)${REMOVE}`;
export const SWEEP_JOIN_CODES = sweepOf('JoinCode', 'digest', 'expiresAt');

export const LOCK_FACTOR = lockOf(CHANGE, 'SecondFactor', 'accountId');
const SECRET = columnsOf('SecondFactor', 'accountId', 'encryptedSecret');
/** One statement: a read behind a lock of its own could find a row that was inserted meanwhile. */
export const LOCK_SECRETS = lock<[after: string, size: number]>('What is encrypted again is what is stored.').returning(
  SECRET,
)`
  SELECT ${SECRET} FROM "SecondFactor" WHERE "accountId" > $1 ORDER BY "accountId" LIMIT $2${CHANGE}`;
