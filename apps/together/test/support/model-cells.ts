import { documentedExpectation, readApiDocument } from '@health-case/http/testing/api-document';
import { CALL_NAMES, CALLS, fieldNamesOf, isRead, type Variant } from '@health-case/model/calls';
import { createStage, type Stage } from '@health-case/model/cast';
import { callOf, playCells } from '@health-case/model/cells';
import type { Options, Player, Send } from '@health-case/model/player';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWorlds, readAll } from './worlds.ts';

/** Who take no part in what most cells are about. */
const MANAGERS = [
  'Doc neighbour',
  'Doc stranger',
  'Doc former',
  'Ast neighbour',
  'Ast stranger',
  'Ast former',
] as const;

/** The session is in nearly all; an invitation counts where the operator asks for one alone. */
const NOT_PLAYED = ['id', 'invitation'];
const told = (endpoint: string, fields: readonly string[]): string =>
  [endpoint, ...fields.filter((one) => !NOT_PLAYED.includes(one)).toSorted()].join(' ');

/**
 * Every cell of the model (D-23), each through one variant: where there are two, through the last that has the call.
 * Of two runs with a `turn` each plays half of the cells. `seen` are the codes and the cells that were met.
 */
export const modelCells = (turn: 0 | 1 | undefined, ...variants: readonly Variant[]) => {
  const whole = turn === undefined;
  const { port, overSocket, withPlayer, makeManager } = openWorlds();
  const seen = { codes: new Set<string>(), cells: new Set<string>() };
  const documented = { A: documentedExpectation(() => port('A')), B: documentedExpectation(() => port('B')) };
  const asDocumented: Send = async (through, sent) => {
    const reply = await overSocket(through, sent);
    await documented[through](`${sent.method} ${sent.path}`, reply);
    return reply;
  };

  describe(`every cell of the model through variant ${variants.join(' or ')}`, () => {
    let stage: Stage;
    const through = (variant: Variant | undefined): Stage => Object.assign(stage, { variant });
    beforeAll(async () => {
      const note: Options['note'] = ({ name, session }, { refused = 'OK' }) => {
        seen.codes.add(refused);
        const caller = stage?.player.world().accounts.find(({ sessions }) => sessions.includes(session ?? ''));
        const who = caller && Object.entries(stage.cast).find(([, id]) => id === caller.id)?.[0];
        if (who !== undefined) seen.cells.add(`${name} ${who}`);
      };
      const start = async (player: Player) => {
        stage = await createStage(player, variants[0] ?? 'A', 'cells.example.org');
        // D-40: whoever runs the practice is answered as anybody else in each cell.
        for (const who of MANAGERS) await makeManager(stage.cast[who]);
      };
      await withPlayer(start, { send: asDocumented, note });
    });

    it.each(CALL_NAMES)('%s is answered to everybody about everything as the model says', (name) => {
      const variant = variants.findLast((one) => CALLS[name][one]);
      // The run through variant A alone is on another store.
      const elsewhere = variant !== variants.at(-1);
      return playCells(through(variant), name, whole ? 'whole' : { turn, elsewhere });
    });

    it('leads to the state of the model', async () => {
      for (const variant of variants) await readAll(stage.player, variant, whole);
    });

    it.each(variants)('is all that the API document of variant %s has', async (variant) => {
      const { operations } = await readApiDocument(port(variant));
      const described = operations.filter(({ method }) => method !== 'QUERY');
      const endpoints = described.map(({ method, path, fields }) =>
        told(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, fields),
      );
      const known = CALL_NAMES.flatMap((name) => {
        const wire = CALLS[name][variant];
        return wire
          ? told(
              wire,
              fieldNamesOf(name).filter((field) => isRead({ name, variant }, field)),
            )
          : [];
      });
      expect(endpoints.toSorted()).toEqual(known.toSorted());
      // What it has not is no path of it.
      for (const name of CALL_NAMES.filter((one) => !CALLS[one][variant])) {
        const call = await callOf(through('A'), name, 'Doc participant');
        expect(await stage.player.play({ ...call, variant })).toMatchObject({ code: 'PATH_NOT_FOUND' });
      }
    });

    it('was exercised: each call by each role in each relation', () => {
      const withSession = CALL_NAMES.filter((name) => CALLS[name].about !== 'anyone');
      const ofOthers = withSession.filter((name) => !CALLS[name].A.includes('/api/Auth/'));
      expect(seen.cells.size).toBeGreaterThanOrEqual(withSession.length * 13 + ofOthers.length * 3);
    });
  });
  return seen;
};
