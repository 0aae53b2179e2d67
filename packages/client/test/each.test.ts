import { expect, expectTypeOf, it } from 'vitest';
import { type Client, createClient } from '../src/create-client.ts';
import { answering, scriptedFetch } from './support/scripted-fetch.ts';

type ListOf<Entry> = Client<{ list: { kind: 'list'; input: object; answer: Entry[]; refusal: never } }>['list'];

it('a list whose entries have no id has no way to read them one by one', () => {
  expectTypeOf<ListOf<{ firstName: string }>['each']>().toBeNever();
  expectTypeOf<ListOf<{ id: string }>['each']>().toBeFunction();
});

it('a list of another service whose entries have no id ends instead of beginning anew for ever', async () => {
  const { fetch, sent } = scriptedFetch(answering([{ firstName: 'Mia' }]));
  type Entries = { list: { kind: 'list'; input: object; answer: { id: string }[]; refusal: never } };
  const client = createClient<Entries>('A', { list: 'list GET /api/list' }, 'http://service.test', { fetch });
  const read = async (): Promise<void> => {
    for await (const _ of client.list.each({ limit: 1 }));
  };
  await expect(read()).rejects.toThrow('The entries of this list have no id');
  expect(sent).toHaveLength(1);
});
