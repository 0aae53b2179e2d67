import type { Storage } from '@health-case/domain/ports/storage';
import { expect } from 'vitest';
import { createLineTransport } from './line-transport.ts';
import { composedOver } from './swapped.ts';

type Reply = { readonly values: readonly unknown[]; readonly end: unknown };

const PASSWORD = 'vT9#mossy-lantern';

/** A client of the transport over the whole application, and what the transport reported. */
export const lineClient = async (storage: Storage) => {
  const { application, stop } = await composedOver(storage);
  const reported: unknown[] = [];
  const transport = createLineTransport(application, (_, error) => reported.push(error));

  const say = async (line: string): Promise<Reply> => {
    const replies: { readonly value?: unknown }[] = [];
    for await (const text of transport(line, '127.0.0.1')) replies.push(JSON.parse(text));
    return { values: replies.slice(0, -1).map(({ value }) => value), end: replies.at(-1) };
  };
  const call = (name: string, given: object = {}) => say(JSON.stringify({ call: name, ...given }));

  /** For calls that must succeed with one value. */
  const made = async (name: string, given: object): Promise<string> => {
    const { values, end } = await call(name, given);
    expect(end).toEqual({ outcome: 'OK' });
    return String(values[0]);
  };

  const person = async (firstName: string, role: string) => {
    const credentials = { email: `${firstName}@example.org`, password: PASSWORD };
    const id = await made('register', { firstName, lastName: 'Jansen', role, ...credentials });
    return { id, session: await made('logIn', credentials) };
  };

  return { say, call, made, person, reported, stop };
};
