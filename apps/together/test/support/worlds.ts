import { Agent } from 'node:http';
import { openTestService } from '@health-case/composition/testing/test-service';
import { send } from '@health-case/http/testing/client';
import type { Call, Variant } from '@health-case/model/calls';
import { readings } from '@health-case/model/cells';
import { createPlayer, type Options, type Player, type Sent } from '@health-case/model/player';
import { doctorsIn, type Person } from '@health-case/model/world';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';

/** A service for the tests of a file, in whose one store the players of the model have their worlds. */
export const openWorlds = () => {
  const { port, codeOf, cover, disable, makeManager } = openTestService([variantA, variantB]);
  const agent = new Agent({ keepAlive: true });
  const overSocket = (variant: Variant, sent: Sent) => send(port(variant), { ...sent, agent });
  /** The list of doctors has those of each world. */
  let doctors: readonly Person[] = [];
  const withPlayer = async <T>(work: (player: Player) => Promise<T>, options: Partial<Options> = {}): Promise<T> => {
    const player = createPlayer({ send: overSocket, codeOf, cover, disable, ...options });
    player.meet(doctors);
    try {
      return await work(player);
    } finally {
      doctors = doctorsIn(player.world());
    }
  };
  return { port, overSocket, withPlayer, makeManager };
};

/** Of the readings of each thing one, of another who may read it in turns; what is one's own, each reads. */
const once = (calls: readonly Call[]): readonly Call[] => {
  const ofEach = Map.groupBy(calls, ({ name, session, args }) => `${name} ${args['id'] ?? args['ChildID'] ?? session}`);
  return [...ofEach.values()].flatMap((those, nth) => those[nth % those.length] ?? []);
};

export const readAll = async (player: Player, variant: Variant, byEverybody = true): Promise<void> => {
  const calls = readings(player.world(), variant);
  for (const call of byEverybody ? calls : once(calls)) await player.play(call);
};
