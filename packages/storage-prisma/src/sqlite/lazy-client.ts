import type { Client } from '../client.ts';
import type { PrismaClient } from '../generated/sqlite/client.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Model = Readonly<Record<string, Method>>;

/**
 * Prisma's client, loaded when something is first asked of it. It takes about 100 ms and 50 MB, without which a process can
 * start, and serve what is written in statements of our own.
 */
export const lazyClient = (load: () => Promise<PrismaClient>): Client => {
  // Everything that is asked of it is a method, of the client or of a model, and comes back as a promise.
  const loaded = async () => (await load()) as unknown as Readonly<Record<string, Method & Model>>;
  const methodOf =
    (name: string): Method =>
    async (...args) =>
      (await loaded())[name]?.(...args);
  const modelOf = (name: string): Model =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          async (...args: unknown[]) =>
            (await loaded())[name]?.[method]?.(...args),
      },
    );
  const members = new Map<string, Method | Model>();
  return new Proxy({} as Client, {
    get: (_, name: string) => {
      const known = members.get(name);
      if (known) return known;
      const member = name.startsWith('$') ? methodOf(name) : modelOf(name);
      members.set(name, member);
      return member;
    },
  });
};
