import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '@health-case/http/observation';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../src/log.ts';

const folder = mkdtempSync(join(tmpdir(), 'health-case-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const openLog = (level: string) => {
  files += 1;
  const file = join(folder, `${files}.log`);
  const log = createLog(level, file);
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
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
  it('has what is named, and nothing else of what it is given', () => {
    const { log, facts } = openLog('info');
    const more = { headers: { authorization: 'secret' }, body: 'secret', address: 'secret', password: 'secret' };
    log.error({ requestId: 'r', err: new Error('secret'), ...more }, 'A call failed.');
    log.info({ variant: 'A', url: 'http://127.0.0.1:1', database: 'db', ...more }, 'Serving.');
    expect(facts()).toEqual([
      {
        level: 50,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        requestId: 'r',
        err: { type: 'Error', stack: expect.any(String) },
        msg: 'A call failed.',
      },
      { level: 30, time: expect.any(String), variant: 'A', url: 'http://127.0.0.1:1', database: 'db', msg: 'Serving.' },
    ]);
  });

  it('is one line of JSON, whatever is in it', () => {
    const { log, lines, facts } = openLog('info');
    const injected = 'x\n{"level":30,"msg":"Serving."}\r\n\u001b[2J';
    log.error({ reason: injected, err: new Error(injected) }, 'A call failed.');
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).not.toContain('\u001b');
    expect(facts()[0]).toMatchObject({ msg: 'A call failed.', reason: injected });
  });

  it('is on its way before the call returns', () => {
    for (const level of ['info', 'debug']) {
      const { log, lines } = openLog(level);
      log.info({}, 'One.');
      expect(lines()).toHaveLength(1);
      log.fatal({}, 'Two.');
      expect(lines()).toHaveLength(2);
    }
  });
});

describe('the line about a request', () => {
  it.each(['info', 'warn', 'silent'])('is not there at the level %s', (level) => {
    expect(openLog(level).log.request).toBeUndefined();
  });

  it('says what is known of the request, and nothing else', () => {
    const { log, facts } = openLog('debug');
    const exchange = { ...EXCHANGE, headers: { authorization: 'secret' } };
    log.request?.(exchange);
    log.request?.({ ...EXCHANGE, requestId: undefined, code: undefined, milliseconds: undefined, aborted: true });
    log.info({}, 'Written with what waited.');
    const [first, second] = facts();
    expect(first).toEqual({
      level: 20,
      time: expect.any(String),
      requestId: EXCHANGE.requestId,
      variant: 'A',
      method: 'GET',
      route: '/api/Doc/:id/children',
      status: 503,
      code: 'OVERLOADED',
      bytes: 39,
      ms: 12.35,
      msg: 'A call ended.',
    });
    expect(Object.keys(second ?? {})).not.toContain('ms');
    expect(second).toMatchObject({ aborted: true, status: 503 });
  });

  it('waits for others, but not for long, nor behind a line of another kind', async () => {
    const { log, lines } = openLog('debug');
    log.request?.(EXCHANGE);
    expect(lines()).toHaveLength(0);
    await expect.poll(() => lines().length).toBe(1);
    log.request?.(EXCHANGE);
    log.error({}, 'Last words.');
    expect(lines().map((line) => line.includes('Last words.'))).toEqual([false, false, true]);
  });

  it('waits in a space that is bounded, and none is lost', () => {
    const { log, facts } = openLog('debug');
    for (let count = 0; count < 1000; count += 1) log.request?.({ ...EXCHANGE, bytes: count });
    expect(facts().length).toBeGreaterThan(950);
    log.info({}, 'Stopped.');
    expect(
      facts()
        .slice(0, -1)
        .map(({ bytes }) => bytes),
    ).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });
});
