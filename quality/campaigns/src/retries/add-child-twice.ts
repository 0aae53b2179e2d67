import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '@health-case/http/testing/client';
import type { CuttingProxy } from '@health-case/http/testing/cutting-proxy';
import { member, retryAfter, Unanswered } from '../ground/client.ts';
import type { Ground } from '../ground/ground.ts';
import type { Instance, VariantName } from '../ground/processes.ts';
import { type Call, child, endpoint, keyed } from '../ground/words.ts';

export type Added = { readonly firstName: string; readonly childId: string; readonly lostId: string };

/** A process, whichever it is by now, and the proxy before it. */
export type Place = { readonly instance: () => Instance; readonly proxy: CuttingProxy };
type Scene = { readonly ground: Ground; readonly call: Call; readonly places: readonly Place[] };
type Addition = { readonly variant: VariantName; readonly body: object; readonly key: string };

/** Adds a child whose first reply is dropped, and sends the same call again, wherever, until a reply comes through. */
export const addChildTwice = async (scene: Scene, session: string, nth: number): Promise<Added> => {
  // The variants name different fields of a child, so that each is added and sent again through the same.
  const variant = nth % 2 === 0 ? 'A' : 'B';
  const firstName = `Child ${nth}`;
  const body = { id: session, ...child(firstName), socSecNum: `756.${nth}` };
  const addition = { variant, body, key: `child-${nth}` } as const;
  const lostId = await untilDropped(scene, addition);
  if (Math.random() < 0.3) await untilDropped(scene, addition);
  return { firstName, lostId, childId: await untilAnswered(scene, addition) };
};

const anyOf = (places: readonly Place[], variant: VariantName): Place => {
  const all = places.filter(({ instance }) => instance().variant === variant);
  const place = all[Math.floor(Math.random() * all.length)];
  if (!place) throw new Error(`No process serves variant ${variant}.`);
  return place;
};

/** The process behind the proxy may be gone, and its successor not there yet: then there was no reply to drop. */
const untilDropped = async ({ ground, places }: Scene, { variant, body, key }: Addition): Promise<string> => {
  const [method = '', path = ''] = endpoint(variant, 'addChild').split(' ');
  for (;;) {
    ground.over.throwIfAborted();
    const { proxy } = anyOf(places, variant);
    const before = proxy.dropped.get(key)?.length ?? 0;
    const sent = { method, path, body, headers: { ...keyed(key), Connection: 'close' } };
    const reply = await send(proxy.port, sent).catch(() => undefined);
    if (reply) ground.wrong(`A reply came through the proxy: ${reply.text}`);
    const lost = proxy.dropped.get(key)?.slice(before)[0];
    const id = /"ChildID":"([^"]+)"/.exec(lost ?? '')?.[1];
    if (id !== undefined) return id;
    if (lost !== undefined && !/^HTTP\/1.1 (503|409)/.test(lost)) ground.wrong(`A child came to ${lost}`);
    await sleep(50);
  }
};

const untilAnswered = async ({ ground, call, places }: Scene, { variant, body, key }: Addition): Promise<string> => {
  for (;;) {
    const to = anyOf(places, variant).instance();
    const reply = await call(to, endpoint(variant, 'addChild'), body, keyed(key)).catch((error: unknown) => {
      if (error instanceof Unanswered) return undefined;
      throw error;
    });
    if (reply?.status === 200) return member(reply, 'ChildID');
    if (reply && reply.code !== 'REQUEST_IN_FLIGHT' && reply.status !== 503) {
      ground.wrong(`A child that was sent again came to ${reply.text}`);
    }
    await sleep(reply ? Math.min(retryAfter(reply), 1000) : 50);
  }
};
