import { globSync } from 'node:fs';
import { join } from 'node:path';
import { threadCpuUsage } from 'node:process';
import { describe, expect, test } from 'vitest';
import { parseCode, parsePasswordAttempt } from '../../src/model/account.ts';
import { parseSocSecNum } from '../../src/model/child.ts';
import { parseEmail } from '../../src/model/email.ts';
import { parsePersonName, parseTitle } from '../../src/model/values.ts';
import { missing, type Parser } from '../../src/result.ts';
import { RUNS } from '../../testing/long-texts.ts';

const model = join(import.meta.dirname, '../../src/model');
const modules: readonly object[] = await Promise.all(globSync(`${model}/*.ts`).map((file) => import(file)));

/** All that the domain makes of texts. */
const PARSERS = modules
  .flatMap((module) => Object.entries(module))
  .filter((named): named is [string, Parser<unknown>] => named[0].startsWith('parse'));

/** Milliseconds of processor time, of the fastest of some tries: other programs take none of it. */
const timeOf = (work: () => unknown): number => {
  const tries = Array.from({ length: 3 }, () => {
    const before = threadCpuUsage();
    work();
    const { user, system } = threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
};

const [SHORT, LONG] = [16_000, 64_000];

test('each function that parses is found', () => {
  expect(PARSERS.map(([name]) => name)).toEqual(expect.arrayContaining(['parseEmail', 'parseId', 'parseCheckpoint']));
});

describe.each(PARSERS)('%s', (_, parse) => {
  test('has a bound, in UTF-16 units', () => {
    expect(parse.longest).toBeGreaterThan(0);
    expect(parse.longest).toBeLessThanOrEqual(8000);
  });

  test.each(RUNS)('takes no longer than it has to for %s', (_, run) => {
    const [short, long, longest] = [run(SHORT), run(LONG), run(parse.longest)];
    // Four times the text: about four times the time, where it is long enough to be told from noise.
    expect(timeOf(() => parse(long))).toBeLessThan(
      16 *
        Math.max(
          timeOf(() => parse(short)),
          1,
        ),
    );
    // What it does read must not keep others waiting either.
    expect(timeOf(() => parse(longest))).toBeLessThan(50);
  });
});

test('white space alone counts as missing, however much of it (D-06)', () => {
  for (const parse of [parsePersonName, parseTitle, parseEmail, parseSocSecNum, parsePasswordAttempt, parseCode]) {
    expect(parse(' \n'.repeat(LONG))).toEqual(missing);
  }
});
