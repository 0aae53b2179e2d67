import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newStore, type Program, scratchFolder, startServing } from './support/process.ts';

const messagesOf = ({ lines }: Program) => lines().map(({ msg }) => msg);

// What a line may hold is proven in packages/composition/test/log.test.ts, and that it holds no secret by the campaign secrets.
describe('the log of a process', () => {
  it('has no lines about single requests, unless its level is debug', async () => {
    const serving = await startServing('together', newStore());
    await serving.call('A', 'GET /healthz');
    await serving.stop();
    expect(messagesOf(serving)).toEqual(['Serving.', 'Serving.', 'Stopping.', 'Stopped.']);
  });

  it('warns of a file that others may read', async () => {
    const file = join(scratchFolder(), 'secret.key');
    writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    chmodSync(file, 0o644);
    const settings = { ...newStore(), SECRET_KEY_FILE: file };
    const { lines } = await startServing('variant-a', settings);
    const warnings = lines().filter(({ level }) => level === 40);
    expect(warnings.map(({ time: _time, level: _level, ...facts }) => facts)).toEqual([
      { file, mode: '600', msg: 'Other users may read or write this file; set its mode.' },
    ]);
  });

  /** Throws when it is told to, as a fault of the program would; in its own text the word does not occur. */
  const FAULT = `process.on('SIGUSR2', () => setImmediate(() => {
    const word = 'CANARY'.toLowerCase();
    throw Object.assign(new TypeError(word), { detail: word, cause: new Error(word) });
  }))`;

  it('ends with the failure of the process, after all that came before and without what the error quotes', async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(FAULT)}`;
    const serving = await startServing('variant-a', { ...newStore(), LOG_LEVEL: 'debug', NODE_OPTIONS });
    await serving.call('A', 'GET /healthz');
    expect(await serving.stop('SIGUSR2')).toBe(1);
    expect(messagesOf(serving)).toEqual(['Serving.', 'A call ended.', 'The process failed, and ends.']);
    const err = { type: 'TypeError', stack: expect.stringContaining('    at ') };
    expect(serving.lines().at(-1)).toMatchObject({ level: 60, err });
    expect(serving.output()).not.toContain('canary');
  });

  it('has the version, and the address of the metrics, where nothing is served once the process has ended', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    const { lines, stop } = await startServing('variant-a', { ...newStore(), METRICS_PORT: '0' });
    expect(lines().find(({ msg }) => msg === 'Serving.')).toMatchObject({ version });
    const url = String(lines().find(({ msg }) => msg === 'Serving metrics.')?.['url']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect(await (await fetch(url)).text()).toContain(`\nhealth_case_build_info{version="${version}"} 1\n`);
    expect(await stop()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});
