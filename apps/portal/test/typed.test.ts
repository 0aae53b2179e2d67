import { isHeapOfMarks } from '@health-case/domain/model/values';
import { expect, it, vi } from 'vitest';
import { readFields } from '../src/kit/typed.ts';
import { FORMS } from '../src/pages/all.ts';
import { wordsIn } from '../src/words/words.ts';

/** No letter may have so many. */
const HEAP = `a${'\u0301'.repeat(1500)}`;

it.each(FORMS.map((form) => [form.path, form] as const))('no field of %s composes a heap of marks', (_, form) => {
  const names = Object.keys(form.fields);
  const normalize = vi.spyOn(String.prototype, 'normalize');
  readFields(form, names, Object.fromEntries(names.map((name) => [name, HEAP])), wordsIn('en'));
  const composed = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(composed.filter((text) => text.length > 1000 && isHeapOfMarks(text))).toEqual([]);
});
