import type { Campaign } from './campaign.ts';
import { durability } from './disk/durability.ts';
import { faultyDisk } from './disk/faulty-disk.ts';
import { fullDisk } from './disk/full-disk.ts';
import { powerLoss } from './disk/power-loss.ts';
import { eightAtOnce } from './eight-at-once.ts';
import { keyRotation } from './key-rotation.ts';
import { largeBodies } from './large/large-bodies.ts';
import { enumeration } from './logins/enumeration.ts';
import { guessing } from './logins/guessing.ts';
import { malformedMessages } from './malformed/malformed-messages.ts';
import { mixedCalls } from './mixed/mixed-calls.ts';
import { oneRegistrationWins } from './one-registration-wins.ts';
import { connectionFlood } from './overload/connection-flood.ts';
import { loginFlood } from './overload/login-flood.ts';
import { bodiesThroughProxies } from './proxies/bodies-through-proxies.ts';
import { randomRequests } from './random/random-requests.ts';
import { databaseRestarts } from './restarts/database-restarts.ts';
import { retryWithoutDoubling } from './retries/retry-without-doubling.ts';
import { secrets } from './secrets/secrets.ts';
import { sessionsEndEverywhere } from './sessions/sessions-end-everywhere.ts';
import { slowClients } from './slow/slow-clients.ts';

/** In the order in which they run. */
export const ALL: readonly Campaign[] = [
  eightAtOnce,
  oneRegistrationWins,
  mixedCalls,
  sessionsEndEverywhere,
  databaseRestarts,
  retryWithoutDoubling,
  durability,
  powerLoss,
  faultyDisk,
  fullDisk,
  guessing,
  enumeration,
  keyRotation,
  loginFlood,
  connectionFlood,
  malformedMessages,
  largeBodies,
  slowClients,
  bodiesThroughProxies,
  randomRequests,
  secrets,
];
