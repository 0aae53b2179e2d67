import { setTimeout as sleep } from 'node:timers/promises';
import { envelopeFault } from '@health-case/http/testing/client';
import { expect, it, test } from 'vitest';
import { newPostgres, stopSharedServer } from '../src/databases.ts';
import { createHarness } from '../src/harness.ts';
import { median, percentile, waitUntil } from '../src/load.ts';
import { startProgram } from '../src/processes.ts';
import { repliesIn } from '../src/sockets.ts';

it('a harness runs its cleanups in reverse order at its end: it aborts its signal, and kills what it started', async () => {
  const harness = createHarness(() => undefined);
  const order: string[] = [];
  harness.defer(() => order.push('first'));
  harness.defer(async () => {
    await sleep(5);
    order.push(`second, ${harness.signal.aborted}`);
  });
  const command = [process.execPath, '-e', 'console.log("up"); setInterval(() => {}, 1000)'];
  const { child, output } = startProgram(harness, { command, env: {} });
  await waitUntil(() => output() === 'up\n');
  await harness.end();
  expect([...order, child.signalCode]).toEqual(['second, true', 'first', 'SIGKILL']);
});

test.each([
  [[3, 1, 2], 2, 3, 1],
  [[4, 1, 2, 3], 2, 4, 2],
  [[], Number.NaN, Number.NaN, Number.NaN],
])('%j have the median %d, the 99th percentile %d and the 33rd %d', (values, middle, p99, p33) => {
  expect([median(values), percentile(values, 0.99), percentile(values, 0.33)]).toEqual([middle, p99, p33]);
});

const body = '{"version":"1","status":"OK","body":null}';
const fields = 'Content-Type: application/json\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff';
const reply = `HTTP/1.1 200 OK\r\n${fields}\r\nRequest-Id: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

it('replies on a socket are separated by their own framing, and are envelopes', () => {
  const { replies, left } = repliesIn(Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${reply}${reply}HTTP/1.1 2`));
  expect([replies.map(({ text }) => text), left]).toEqual([[body, body], 'HTTP/1.1 2']);
  expect(replies.map((each) => envelopeFault(each))).toEqual([undefined, undefined]);
});

test.each([
  ['no-store', 'no-cache', 'a wrong cache-control'],
  ['Request-Id: 1\r\n', '', 'a wrong request-id'],
  ['"OK"', '"No"', 'no envelope'],
  ['null}', 'nul}}', 'no JSON'],
  ['200 OK', '400 Bad', 'no envelope'],
])('a reply with %j as %j has %s', (from, to, fault) => {
  const [first] = repliesIn(Buffer.from(reply.replace(from, to))).replies;
  expect(first && envelopeFault(first)).toContain(fault);
});

it('has a database server again after one test file has stopped it, as several share a process', async () => {
  const harness = createHarness(() => undefined);
  for (let file = 0; file < 2; file += 1) {
    const { query } = await newPostgres(harness);
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stopSharedServer();
  }
});
