import { brokenConnections } from './broken-connections.ts';
import type { Campaign } from './campaign.ts';
import { databaseRestarts } from './database-restarts.ts';
import { failingDisk } from './disk/failing-disk.ts';
import { powerLoss } from './disk/power-loss.ts';
import { failover } from './failover/failover.ts';
import { lostStandby } from './failover/lost-standby.ts';
import { silentHost } from './failover/silent-host.ts';
import { kill9 } from './kill-9.ts';
import { killedImports } from './killed-imports.ts';
import { loginFlood } from './login-flood.ts';
import { lostMails } from './lost-mails.ts';
import { malformedMessages } from './malformed-messages.ts';
import { mixedCalls } from './mixed-calls.ts';
import { randomRequests } from './random-requests.ts';
import { secrets } from './secrets/secrets.ts';

/** In the order in which they run. */
export const ALL: readonly Campaign[] = [
  kill9,
  killedImports,
  mixedCalls,
  databaseRestarts,
  brokenConnections,
  failover,
  silentHost,
  lostStandby,
  powerLoss,
  failingDisk,
  loginFlood,
  lostMails,
  malformedMessages,
  randomRequests,
  secrets,
];
