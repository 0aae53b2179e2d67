import { createApi } from '@health-case/harness/client';
import { newPostgres, verifyAuditTrail } from '@health-case/harness/databases';
import { startProcesses } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { createPlayer, type Table } from './create-player.ts';
import { createDoctors } from './doctors.ts';
import { play } from './play.ts';
import { createRecords } from './records.ts';

type Size = { readonly calls: number; readonly worlds: number };

/**
 * Worlds of people who have nothing to do with those of other worlds are played at the same time, each by one call after
 * another through any of four processes. So the model of each knows what every call must be answered, and what the audit
 * trail must hold in the end.
 */
export const mixedCalls = declare<Size>({
  name: 'mixed-calls',
  promise:
    'Every call through any of several processes is answered as the model of the rules says, and is in the audit trail.',
  quick: { calls: 1500, worlds: 3 },
  full: { calls: 200_000, worlds: 16 },
  run: async ({ calls, worlds }, harness) => {
    const database = await newPostgres(harness);
    const environment = { ...database.environment, SESSION_IDLE_MINUTES: '240' };
    const processes = await startProcesses(harness, environment);
    const counts = { calls: 0, unavailable: 0 };
    const [doctors, records] = [createDoctors(), createRecords()];
    const table: Table = { harness, call: createApi(harness).call, processes, doctors, records, counts };
    const seed = Math.floor(Math.random() * 2 ** 31);
    const players = Array.from({ length: worlds }, (_, nth) => createPlayer(table, `world-${nth}`, seed + nth));
    await Promise.all(players.map((player) => play(player, () => counts.calls < calls)));
    // They write what was noted for the audit trail before they go.
    await Promise.all(processes.map(({ kill }) => kill('SIGTERM')));
    const failed = processes.filter(({ child }) => child.exitCode !== 0);
    for (const { output } of failed) harness.fail(`A process did not end well: ${output().slice(-500)}`);
    const written = await records.judge(harness, database);
    const verified = await verifyAuditTrail(harness, database);
    if (written !== verified) harness.fail(`Of ${written} records ${verified} are verified.`);
    return {
      size: `${counts.calls} calls, ${worlds} worlds, ${processes.length} processes, seed ${seed}`,
      figures: {
        'audit records, as expected and verified': verified,
        'answered 503 and sent again': counts.unavailable,
      },
    };
  },
});
