import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { Observe } from '@health-case/http/server/observation';
import { asPortError } from '@health-case/storage-prisma/failures';
import { Prisma } from '@health-case/storage-prisma/generated/sqlite/client';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it } from 'vitest';
import { createLog, errorFacts, terminalLine } from '../src/log.ts';

type Exchange = Parameters<Observe>[0];

const openLog = (level: string) => {
  const file = join(scratchFolder(), 'log');
  const log = createLog(level, file);
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return { log, lines, facts: () => lines().map((line) => JSON.parse(line) as Record<string, unknown>) };
};

const EXCHANGE: Exchange = {
  variant: 'A',
  requestId: '4305d71a-51a3-4c11-abf1-70ec28938e73',
  method: 'GET',
  route: '/api/Doc/:id/children',
  status: 503,
  code: 'OVERLOADED',
  milliseconds: 12.3456,
  bytes: 39,
  aborted: false,
};

describe('a line of the log', () => {
  it('is read on a terminal as a sentence, without the stack of an error', () => {
    const { log, lines } = openLog('info');
    log.error(
      { requestId: 'r', err: new Unavailable('store', 'It is locked.', { retryAfterSeconds: 1 }) },
      'A call failed.',
    );
    log.info({ url: 'http://127.0.0.1:1', pending: ['a'] }, 'Serving.');
    log.info({}, 'Stopped.');
    expect(lines().map((line) => terminalLine(line).replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
      'error A call failed. (requestId: r, Unavailable It is locked.)\n',
      'info Serving. (url: http://127.0.0.1:1, pending: ["a"])\n',
      'info Stopped.\n',
    ]);
  });

  it('holds the known facts and no others', () => {
    const { log, facts } = openLog('info');
    const more = { headers: { authorization: 'secret' }, body: 'secret', address: 'secret', password: 'secret' };
    log.error({ requestId: 'r', err: new Error('secret'), ...more }, 'A call failed.');
    log.info({ variant: 'A', url: 'http://127.0.0.1:1', database: 'db', ...more }, 'Serving.');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const err = { type: 'Error', stack: expect.any(String) };
    expect(facts()).toEqual([
      { level: 50, time, requestId: 'r', err, msg: 'A call failed.' },
      { level: 30, time, variant: 'A', url: 'http://127.0.0.1:1', database: 'db', msg: 'Serving.' },
    ]);
  });

  it('is one line of JSON, whatever its facts hold', () => {
    const { log, lines, facts } = openLog('info');
    const injected = 'x\n{"level":30,"msg":"Serving."}\r\n\u001b[2J';
    log.error({ reason: injected, err: new Error(injected) }, 'A call failed.');
    expect(lines()).toEqual([expect.not.stringContaining('\u001b')]);
    expect(facts()[0]).toMatchObject({ msg: 'A call failed.', reason: injected });
  });

  it.each(['info', 'debug'])('is written before the call returns, at the level %s', (level) => {
    const { log, lines } = openLog(level);
    log.info({}, 'One.');
    expect(lines()).toHaveLength(1);
    log.fatal({}, 'Two.');
    expect(lines()).toHaveLength(2);
  });
});

describe('the line about a request', () => {
  it('holds the known facts of the request and no others', () => {
    const { log, facts } = openLog('debug');
    const exchange = { ...EXCHANGE, headers: { authorization: 'secret' } };
    log.request?.(exchange);
    log.request?.({ ...EXCHANGE, requestId: undefined, code: undefined, milliseconds: undefined, aborted: true });
    log.info({}, 'This flushes the buffer.');
    const { milliseconds, aborted, ...known } = EXCHANGE;
    const line = { ...known, level: 20, time: expect.any(String), msg: 'A call ended.' };
    const { requestId, code, ...rest } = line;
    expect(facts().slice(0, 2)).toEqual([
      { ...line, ms: 12.35 },
      { ...rest, aborted: true },
    ]);
  });

  it('is buffered for a short time in a bounded space, and written before a line of another kind', async () => {
    const { log, lines, facts } = openLog('debug');
    log.request?.(EXCHANGE);
    expect(lines()).toHaveLength(0);
    await expect.poll(() => lines().length).toBe(1);
    for (let count = 0; count < 1000; count += 1) log.request?.({ ...EXCHANGE, bytes: count });
    expect(lines().length).toBeGreaterThan(950);
    log.error({}, 'Last words.');
    const bytes = facts().map((line) => line['bytes']);
    expect(bytes).toEqual([EXCHANGE.bytes, ...Array(1000).keys(), undefined]);
  });
});

const CANARY = '756.1234.5678.97';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

const checkFailedInSqlite = () => {
  using database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE one (number TEXT CHECK (number <> '${CANARY}')); INSERT INTO one VALUES ('${CANARY}')`);
};

/** Prisma quotes the call with its arguments in the message, and the database in the properties. */
const ofPrisma = new Prisma.PrismaClientKnownRequestError(
  `Invalid \`prisma.child.create()\` invocation:\n{ data: { socSecNum: "${CANARY}" } }\n    at ${CANARY} (child.ts:1:1)`,
  { code: 'P2025', clientVersion: '7', meta: { target: CANARY, driverAdapterError: { cause: { detail: CANARY } } } },
);

const errorWith = (facts: object, message = 'x') => Object.assign(new Error(message), facts);
const openMissingFile = () => readFileSync(`/nowhere/${CANARY}`);

const ERRORS: Readonly<Record<string, unknown>> = {
  'a parser': thrownBy(() => JSON.parse(`x${CANARY}`)),
  'a file': thrownBy(openMissingFile),
  'a property of undefined': thrownBy(() => (undefined as unknown as Record<string, string>)[CANARY]),
  SQLite: thrownBy(checkFailedInSqlite),
  Prisma: ofPrisma,
  PostgreSQL: errorWith({ code: '22007', detail: `Failing row contains (${CANARY}).` }, `invalid date: "${CANARY}"`),
  'its cause': new Error('Outside.', { cause: new Error(CANARY) }),
  'its parts': new AggregateError([new Error(CANARY)], CANARY),
  'a text as its code': errorWith({ code: CANARY }),
  'a text as its name': errorWith({ name: CANARY }),
  'a changed message, whose stack keeps the first': errorWith({ stack: `Error: \n    at ${CANARY}` }),
  'a thrown text': CANARY,
  'a thrown object': { message: CANARY, stack: CANARY },
};

describe('an error in the log', () => {
  it.each(Object.entries(ERRORS))('shows no value that it quotes: %s', (_, error) => {
    // The canary is in the error, or the test would prove nothing.
    expect(inspect(error) + (error instanceof Error ? error.stack : '')).toContain(CANARY);
    expect(JSON.stringify(errorFacts(error))).not.toContain(CANARY);
  });

  it('shows its type, its code, its stack frames, and a message of this project', () => {
    const facts = errorFacts(thrownBy(openMissingFile));
    expect(facts).toEqual({ type: 'Error', code: 'ENOENT', stack: expect.stringMatching(/^ {4}at .*openSync/) });
    expect(facts.stack).toContain('log.test.ts');
    expect(errorFacts(ofPrisma)).toMatchObject({ type: 'PrismaClientKnownRequestError', code: 'P2025' });
    expect(errorFacts(CANARY)).toEqual({ type: 'string' });
    const message = 'The store holds a child that cannot be: 01a1.';
    const stack = expect.stringContaining('log.test.ts');
    expect(errorFacts(new Fault(message))).toMatchObject({ type: 'Fault', message, stack });
    const outage = new Unavailable('store', message, { retryAfterSeconds: 1 });
    expect(errorFacts(outage)).toMatchObject({ type: 'Unavailable', message });
    const ofDatabase = { type: 'Fault', message: expect.stringContaining('(P2025)') };
    expect(errorFacts(asPortError(ofPrisma))).toMatchObject(ofDatabase);
  });
});
