import { CHANGE, columnsOf, insertRow, lockOf, race, sweepOf } from './statement.ts';

export const LOCK_PASSKEY = lockOf(CHANGE, 'Passkey', 'id');

const FACTS = ['id', 'accountId', 'name', 'publicKey', 'counter', 'createdAt', 'lastUsedAt'] as const;
type Facts = [
  id: string,
  accountId: string,
  name: string,
  publicKey: string,
  counter: number,
  createdAt: Date,
  lastUsedAt: Date | null,
];
export const INSERT_PASSKEY = race<Facts>('The first passkey with an id stays.').sql`
  ${insertRow('Passkey', FACTS)} ON CONFLICT DO NOTHING`;

const CHALLENGE = columnsOf('PasskeyChallenge', 'digest', 'accountId', 'expiresAt');
export const TAKE_CHALLENGE = race<[digest: string]>('Each challenge is taken by one unit.').returning(CHALLENGE)`
  DELETE FROM "PasskeyChallenge" WHERE "digest" = $1 RETURNING ${CHALLENGE}`;
export const SWEEP_CHALLENGES = sweepOf('PasskeyChallenge', 'digest', 'expiresAt');
