// Replays recorded conversations against the service and compares each reply byte for byte. Ids and sessions are bound
// where they first appear in a reply; moments match any moment. node tools/run.mjs quality/transcripts/replay.mjs
// [--postgresql] FILE…
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { send } from '../../packages/http/testing/client.ts';
import { newPostgres, newSqlite, stopSharedServer } from '../harness/src/databases.ts';
import { createHarness } from '../harness/src/harness.ts';
import { startApp } from '../harness/src/processes.ts';

const { values, positionals } = parseArgs({ options: { postgresql: { type: 'boolean' } }, allowPositionals: true });

const PATTERNS = {
  id: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  token: '[A-Za-z0-9_-]{43}',
  moment: '\\d{4}-\\d\\d-\\d\\dT[\\d:.]{12}Z',
  number: '\\d+',
};
const MARK = /«(id|token|moment|number)(\d+)»/g;

/** Compares a reply with what was recorded, and binds what appears for the first time. What differs, or undefined. */
const compare = (expected, actual, bound) => {
  const marks = [];
  const pattern = RegExp.escape(expected).replace(MARK, (mark, kind) => {
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

/** A reply as it was recorded, without the headers that differ each time. */
const textOf = ({ status, headers, text }) => {
  const compared = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'request-id');
  const lines = compared.map(([name, value]) => `${name}: ${value}`).sort();
  return `${status}\n${lines.join('\n')}\n\n${text}`;
};

/** Against a service of its own over an empty store. */
const replay = async (file) => {
  const steps = gunzipSync(readFileSync(file)).toString().trim().split('\n').map(JSON.parse);
  const harness = createHarness((sentence) => differ.push(sentence));
  const { environment } = values.postgresql ? await newPostgres(harness) : newSqlite(harness);
  const instances = await startApp(harness, 'together', environment);
  const bound = new Map();
  const differ = [];
  for (const { variant, sent: recorded, reply } of steps) {
    const sent = JSON.parse(JSON.stringify(recorded).replace(MARK, (mark) => bound.get(mark) ?? mark));
    const { port } = instances.find((instance) => instance.variant === variant);
    const body = sent.body === undefined ? undefined : Buffer.from(sent.body, 'latin1');
    const trial = new Map(bound);
    const wrong = compare(reply, textOf(await send(port, { ...sent, body })), trial);
    if (wrong) differ.push(`${sent.method} ${sent.path}: ${wrong}`);
    else for (const [mark, value] of trial) bound.set(mark, value);
  }
  await harness.end();
  return { steps: steps.length, differ };
};

for (const file of positionals) {
  const { steps, differ } = await replay(file);
  process.stdout.write(`${basename(file)}: ${steps - differ.length} of ${steps} replies are the same\n`);
  for (const wrong of differ.slice(0, 5)) process.stdout.write(`  ${wrong}\n`);
  if (differ.length > 0) process.exitCode = 1;
}
await stopSharedServer();
