import { threadCpuUsage } from 'node:process';
import { isHeapOfMarks } from '@health-case/domain/model/values';
import { expect, it, vi } from 'vitest';
import { typedFrom } from '../src/kit/dispatch.ts';
import type { Visit } from '../src/kit/form.ts';
import { readFields } from '../src/kit/read-fields.ts';
import { FORMS } from '../src/pages/all.ts';
import { wordsIn } from '../src/words/words.ts';

/** No letter may have so many. */
const HEAP = `a${'\u0301'.repeat(1500)}`;

it.each(FORMS.map((form) => [form.path, form] as const))('no field of %s composes a heap of marks', (_, form) => {
  const names = Object.keys(form.fields);
  const normalize = vi.spyOn(String.prototype, 'normalize');
  readFields(form, names, Object.fromEntries(names.map((name) => [name, HEAP])), { words: wordsIn('en') } as Visit);
  const composed = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(composed.filter((text) => text.length > 1000 && isHeapOfMarks(text))).toEqual([]);
});

/** Milliseconds of processor time. */
const timeOf = (work: () => unknown): number => {
  const before = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) / 1000;
};

const MANY: Readonly<Record<string, (place: number) => string>> = {
  'fields of many names': (place) => place.toString(36).padStart(4, 'a'),
  'one that may be ticked': () => 'tasks',
  'one that may not': () => 'a',
};

it.each(Object.entries(MANY))('a body of %s is read in one pass', (_, nameOf) => {
  const bodyOf = (length: number) => Array.from({ length }, (_, place) => nameOf(place)).join('&');
  for (const form of FORMS.filter(({ path }) => ['/tasks', '/sign-in'].includes(path))) {
    const [short, long] = [bodyOf(500), bodyOf(8000)];
    // 16 times the text takes about 16 times as long, not 256 times.
    expect(timeOf(() => typedFrom(form, long))).toBeLessThan(
      60 *
        Math.max(
          timeOf(() => typedFrom(form, short)),
          1,
        ),
    );
  }
});
