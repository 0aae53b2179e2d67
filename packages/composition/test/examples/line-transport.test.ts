import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transportContract } from '@health-case/domain/contracts/transport-contract';
import type { Storage } from '@health-case/domain/ports/storage';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { expect, it } from 'vitest';
import { applicationOver } from '../../testing/application-over.ts';
import { createLineTransport } from './line-transport.ts';

/** A client of the transport over the whole application. A list has one value for each page. */
const lineClient = async (storage: Storage) => {
  const { application, stop } = await applicationOver(storage);
  const reported: string[] = [];
  const transport = createLineTransport(application, (_, error) => reported.push(String(error)));
  const call = async (name: string, fields: object, options: object = {}) => {
    const line = JSON.stringify({ call: name, ...options, ...fields });
    const lines: string[] = [];
    for await (const text of transport(line, '127.0.0.1')) lines.push(text);
    const replies = lines.map((text) => JSON.parse(text));
    const values: unknown[] = replies.slice(0, -1).map(({ value }) => value);
    return { ...replies.at(-1), value: Array.isArray(values[0]) ? values.flat() : values[0], text: lines.join('\n') };
  };
  return { call, stop, reported: () => reported };
};

transportContract('the line transport', lineClient);

it('a program serves the lines of its standard input over the store in use, and ends with them', () => {
  const credentials = { email: 'jan@example.org', password: 'vT9#mossy-lantern' };
  const register = { call: 'registerAccount', firstName: 'Jan', lastName: 'Jansen', role: 'Par', ...credentials };
  const calls = [register, { call: 'logIn', ...credentials }, register];
  const input = calls.map((call) => JSON.stringify(call)).join('\n');
  const env = { ...process.env, DATABASE_URL: `file:${join(scratchFolder(), 'health-case.db')}`, BCRYPT_COST: '10' };
  const program = fileURLToPath(new URL('./line-program.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { env, input, encoding: 'utf8' });
  const outcomes = [...stdout.matchAll(/"outcome":"(\w+)"/g)].map(([, outcome]) => outcome);
  expect({ outcomes, stderr, status }).toEqual({ outcomes: ['OK', 'OK', 'EMAIL_TAKEN'], stderr: '', status: 0 });
});
