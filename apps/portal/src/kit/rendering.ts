import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Words } from '../words/words.ts';
import type { FormState, Visit } from './form.ts';

type Rendered = { readonly visit: Visit; readonly form?: FormState | undefined };

/** No component waits for anything, so a page is written in one go, and one variable says which. */
let current: Rendered | undefined;

const now = (): Rendered => {
  if (!current) throw new Error('No page is being rendered.');
  return current;
};

/** Components ask for what is the same on a whole page, or in a whole form, while it is rendered. */
export const rendering = (page: Rendered, render: () => unknown): string => {
  const before = current;
  current = page;
  try {
    return String(render());
  } finally {
    current = before;
  }
};

/** A text remembers the parts it was put together of, and whoever writes it gathers them: once, not for each page. */
const joined = (text: string): string => Buffer.from(text).toString();

/** What is alike on many pages is made once. Keys are few. */
const made = new Map<string, Child>();
export const once = (key: string, make: () => Child): Child => {
  const known = made.get(key) ?? raw(joined(String(make())));
  made.set(key, known);
  return known;
};

export const useVisit = (): Visit => now().visit;
export const useWords = (): Words => now().visit.words;
export const useForm = (): FormState => {
  const { form } = now();
  if (!form) throw new Error('No form is being rendered.');
  return form;
};
