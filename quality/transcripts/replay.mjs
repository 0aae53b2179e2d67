// Replays recorded conversations against the service and compares each reply byte for byte. Ids and sessions are bound where
// they first appear in a reply; moments match any moment.
//   node quality/transcripts/replay.mjs FILE… [--database URL] [--keep FOLDER]
// --keep writes what matched, for a recording that is to hold only what does not rest on timing or on steps that were not recorded.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '../..');
const { values, positionals } = parseArgs({
  options: { database: { type: 'string' }, keep: { type: 'string' } },
  allowPositionals: true,
});

const PATTERNS = {
  id: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  token: '[A-Za-z0-9_-]{43}',
  moment: '\\d{4}-\\d\\d-\\d\\dT[\\d:.]{12}Z',
  number: '\\d+',
};
const MARK = /«(id|token|moment|number)(\d+)»/g;
const escaped = (literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Compares a reply with what was recorded, and binds what appears for the first time. What differs, or undefined. */
const compare = (expected, actual, bound) => {
  const marks = [];
  const pattern = escaped(expected).replace(MARK, (mark, kind) => {
    marks.push(mark);
    return `(${PATTERNS[kind]})`;
  });
  const match = new RegExp(`^${pattern}$`, 's').exec(actual);
  if (!match) return `expected ${expected}\n     got ${actual}`;
  for (const [index, mark] of marks.entries()) {
    const value = match[index + 1];
    if (/^«(moment|number)/.test(mark)) continue;
    if (bound.has(mark) ? bound.get(mark) !== value : [...bound.values()].includes(value))
      return `${mark} is another one in ${actual}`;
    bound.set(mark, value);
  }
  return undefined;
};

const send = (port, { method, path, headers, body, chunksOf }) =>
  new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body, 'latin1');
    const framing =
      bytes && !chunksOf ? { 'Content-Length': bytes.length } : chunksOf ? { 'Transfer-Encoding': 'chunked' } : {};
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      timeout: 30_000,
      headers: { ...framing, ...headers },
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('no reply within 30 s')));
    outgoing.once('error', reject);
    outgoing.once('response', async (incoming) =>
      resolve({ status: incoming.statusCode, headers: incoming.headers, text: await text(incoming) }),
    );
    for (let at = 0; bytes && at < bytes.length; at += chunksOf ?? bytes.length)
      outgoing.write(bytes.subarray(at, at + (chunksOf ?? bytes.length)));
    outgoing.end();
  });

const startService = async (environment) => {
  const child = spawn(process.execPath, [join(root, 'apps/together/src/main.ts')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ports = await new Promise((resolve, reject) => {
    const take = (chunk) => {
      output += chunk;
      const found = [...output.matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
      if (new Set(found).size >= 2) resolve({ A: found[0], B: found.find((port) => port !== found[0]) });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', () => reject(new Error(`The service ended: ${output}`)));
  });
  const stop = () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    return ended;
  };
  return { ports, stop };
};

const NOT_COMPARED = new Set(['date', 'request-id']);
const headersOf = (headers) =>
  Object.entries(headers)
    .filter(([name]) => !NOT_COMPARED.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join('\n');

const replay = async (file) => {
  const steps = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  const environment = {
    DATABASE_URL: values.database ?? `file:${join(folder, 'replay.db')}`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    BCRYPT_COST: '10',
    PORT_A: '0',
    PORT_B: '0',
    LOG_LEVEL: 'info',
    LOGIN_FAILURES_PER_MINUTE: '0',
    REGISTRATIONS_PER_MINUTE: '0',
    CALLS_PER_MINUTE: '0',
    NODE_NO_WARNINGS: '1',
  };
  const service = await startService(environment);
  const bound = new Map();
  const fill = (text) => text.replace(MARK, (mark) => bound.get(mark) ?? mark);
  const kept = [];
  const differ = [];
  for (const step of steps) {
    const sent = JSON.parse(fill(JSON.stringify(step.sent)));
    if (/«(id|token)\d+»/.test(JSON.stringify(sent))) continue;
    const trial = new Map(bound);
    const reply = await send(service.ports[step.variant], sent).catch((error) => ({
      status: 0,
      headers: {},
      text: String(error),
    }));
    const wrong = compare(step.reply, `${reply.status}\n${headersOf(reply.headers)}\n\n${reply.text}`, trial);
    if (wrong) differ.push(`${step.sent.method} ${step.sent.path}: ${wrong}`);
    else {
      kept.push(step);
      for (const [mark, value] of trial) bound.set(mark, value);
    }
  }
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  if (values.keep)
    writeFileSync(
      join(values.keep, basename(file)),
      gzipSync(kept.map((step) => JSON.stringify(step)).join('\n'), { level: 9 }),
    );
  return { steps: steps.length, kept: kept.length, differ };
};

let failed = 0;
for (const file of positionals) {
  const { steps, kept, differ } = await replay(file);
  process.stdout.write(`${basename(file)}: ${kept} of ${steps} replies are the same\n`);
  for (const wrong of differ.slice(0, values.keep ? 2 : 5)) process.stdout.write(`  ${wrong}\n`);
  failed += steps - kept;
}
process.exitCode = failed === 0 || values.keep ? 0 : 1;
