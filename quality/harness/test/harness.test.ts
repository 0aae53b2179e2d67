import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { createHarness, within } from '../src/harness.ts';
import { createRandom, inParallel, median, percentile, tally, waitUntil } from '../src/load.ts';
import { startProgram } from '../src/processes.ts';
import { envelopeFault, repliesIn } from '../src/sockets.ts';

const program = (code: string) => ({ command: [process.execPath, '-e', code], env: {} });

describe('a harness', () => {
  it('runs the cleanups in reverse order at its end, and aborts its signal before', async () => {
    const harness = createHarness(() => undefined);
    const order: string[] = [];
    harness.defer(() => order.push('first'));
    harness.defer(async () => {
      await sleep(5);
      order.push(`second, ${harness.signal.aborted}`);
    });
    await harness.end();
    expect(order).toEqual(['second, true', 'first']);
  });

  it('names the part of the run that failed', () => {
    const failures: string[] = [];
    within(
      createHarness((sentence) => failures.push(sentence)),
      'PostgreSQL',
    ).fail('A child is lost.');
    expect(failures).toEqual(['PostgreSQL: A child is lost.']);
  });

  it('kills the programs that it started', async () => {
    const harness = createHarness(() => undefined);
    const { child, output } = startProgram(harness, program('console.log("up"); setInterval(() => {}, 1000)'));
    await waitUntil(() => output() === 'up\n');
    await harness.end();
    expect(child.signalCode).toBe('SIGKILL');
  });
});

describe('load', () => {
  it('does no more at once than it may, and keeps the results in order', async () => {
    let [busy, most] = [0, 0];
    const results = await inParallel(7, 3, async (nth) => {
      busy += 1;
      most = Math.max(most, busy);
      await sleep(10 - nth);
      busy -= 1;
      return nth;
    });
    expect([results, most]).toEqual([[0, 1, 2, 3, 4, 5, 6], 3]);
  });

  it('waits until a condition holds, and not for ever', async () => {
    let looks = 0;
    await waitUntil(() => ++looks === 3);
    expect(looks).toBe(3);
    await expect(waitUntil(() => false, 10, 'A reply')).rejects.toThrow('A reply did not happen within 10 ms.');
  });

  test.each([
    [[3, 1, 2], 2, 3, 1],
    [[4, 1, 2, 3], 2.5, 4, 2],
    [[], Number.NaN, Number.NaN, Number.NaN],
  ])('of %j has the median %d, the 99th percentile %d and the 33rd %d', (values, middle, p99, p33) => {
    expect([median(values), percentile(values, 0.99), percentile(values, 0.33)]).toEqual([middle, p99, p33]);
  });

  it('counts values, and repeats its random ones from their seed', () => {
    expect(tally(['OK', 'OK', 503])).toEqual({ OK: 2, 503: 1 });
    const [one, other] = [createRandom(7), createRandom(7)];
    for (let nth = 0; nth < 100; nth += 1) expect(one.below(10)).toBe(other.below(10));
    expect(tally(Array.from({ length: 1000 }, () => one.pick(['a', 'b']) ?? ''))).toEqual({
      a: expect.any(Number),
      b: expect.any(Number),
    });
  });
});

describe('replies on a socket', () => {
  const body = '{"version":"1","status":"OK","body":null}';
  const fields = 'Content-Type: application/json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff';
  const reply = `HTTP/1.1 200 OK\r\n${fields}\r\nRequest-Id: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  it('are told apart by their own framing, and are envelopes or not', () => {
    const { replies, left } = repliesIn(Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${reply}${reply}HTTP/1.1 2`));
    expect([replies.map(({ text }) => text), left]).toEqual([[body, body], 'HTTP/1.1 2']);
    expect(replies.map(envelopeFault)).toEqual([undefined, undefined]);
  });

  test.each([
    ['no-store', 'no-cache', 'a wrong Cache-Control'],
    ['Request-Id: 1\r\n', '', 'no Request-Id'],
    ['"OK"', '"No"', 'no envelope'],
    ['null}', 'nul}}', 'no JSON'],
    ['200 OK', '400 Bad', 'no envelope'],
  ])('with %j as %j have %s', (from, to, fault) => {
    const [first] = repliesIn(Buffer.from(reply.replace(from, to))).replies;
    expect(first && envelopeFault(first)).toContain(fault);
  });
});
