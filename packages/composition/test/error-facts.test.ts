import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { Fault, Unavailable } from '@health-case/domain/errors';
import { asPortError } from '@health-case/storage-prisma/failures';
import { Prisma } from '@health-case/storage-prisma/generated/sqlite/client';
import { describe, expect, it } from 'vitest';
import { errorFacts } from '../src/error-facts.ts';

const CANARY = '756.1234.5678.97';

/** What is thrown by something that was given the canary. */
const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
};

const unique = () => {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE child (number TEXT CHECK (number <> '${CANARY}'))`);
  database.prepare('INSERT INTO child VALUES (?)').run(CANARY);
};

/** As Prisma writes them: the call with its arguments in the message, and what the database said among the properties. */
const ofPrisma = () =>
  new Prisma.PrismaClientKnownRequestError(
    `Invalid \`prisma.child.create()\` invocation:\n{ data: { socSecNum: "${CANARY}" } }\n    at ${CANARY} (child.ts:1:1)`,
    {
      code: 'P2002',
      clientVersion: '7.10.0',
      meta: { target: CANARY, driverAdapterError: { cause: { detail: CANARY } } },
    },
  );

/** As PostgreSQL's driver writes them. */
const ofPostgres = () =>
  Object.assign(new Error(`invalid input syntax for type date: "${CANARY}"`), {
    name: 'DatabaseError',
    code: '22007',
    detail: `Failing row contains (${CANARY}).`,
    where: `unnamed portal parameter $1 = '${CANARY}'`,
  });

/** The stack keeps the message that it was made with. */
const changed = () => {
  const error = new Error(`\n    at ${CANARY}`);
  return Object.assign(error, { stack: error.stack, message: 'another' });
};

const ERRORS: readonly (readonly [string, () => unknown])[] = [
  ['a parser', () => thrownBy(() => JSON.parse(`x${CANARY}`))],
  ['a URL', () => thrownBy(() => new URL(`//${CANARY}`))],
  ['a function of Node', () => thrownBy(() => Buffer.alloc(CANARY as unknown as number))],
  ['a file', () => thrownBy(() => readFileSync(`/nowhere/${CANARY}`))],
  ['a name that was looked up', () => thrownBy(() => (undefined as unknown as Record<string, string>)[CANARY])],
  ['SQLite', () => thrownBy(unique)],
  ['Prisma', ofPrisma],
  ['PostgreSQL', ofPostgres],
  ['its cause', () => new Error('Outside.', { cause: new Error(CANARY) })],
  ['what it is made of', () => new AggregateError([new Error(CANARY)], CANARY)],
  ['a code that is none', () => Object.assign(new Error('x'), { code: CANARY })],
  ['a name that is none', () => Object.assign(new Error('x'), { name: CANARY })],
  ['a message that was changed', changed],
  ['what is no error', () => CANARY],
  ['an object', () => ({ message: CANARY, stack: CANARY })],
];

describe('an error in the log', () => {
  it.each(ERRORS)('tells nothing of the values that it quotes: %s', (_, make) => {
    const error = make();
    // Proof that there is something to be kept out.
    expect(inspect(error) + (error instanceof Error ? error.stack : '')).toContain(CANARY);
    expect(JSON.stringify(errorFacts(error))).not.toContain(CANARY);
  });

  it('tells its type, its code, and where it came from', () => {
    const facts = errorFacts(thrownBy(() => readFileSync(`/nowhere/${CANARY}`)));
    expect(facts).toEqual({ type: 'Error', code: 'ENOENT', stack: expect.stringMatching(/^ {4}at .*openSync/) });
    expect(facts.stack).toContain('error-facts.test.ts');
    expect(errorFacts(ofPrisma())).toMatchObject({ type: 'PrismaClientKnownRequestError', code: 'P2002' });
    expect(errorFacts(ofPostgres()).stack).toContain('error-facts.test.ts');
    expect(errorFacts(CANARY)).toEqual({ type: 'string' });
  });

  it('tells the message that this project wrote, and of what a database said only the code', () => {
    expect(errorFacts(new Fault('The store holds a child that cannot be: 01a1.'))).toMatchObject({
      type: 'Fault',
      message: 'The store holds a child that cannot be: 01a1.',
      stack: expect.stringContaining('error-facts.test.ts'),
    });
    const outage = errorFacts(new Unavailable('store', 'The store failed (X).', { retryAfterSeconds: 1 }));
    expect(outage).toMatchObject({ type: 'Unavailable', message: 'The store failed (X).' });
    expect(errorFacts(asPortError(ofPrisma()))).toMatchObject({
      type: 'Fault',
      message: 'The store refused what it was told to keep (P2002).',
    });
  });
});
