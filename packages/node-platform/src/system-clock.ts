import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@health-case/domain/model/values';
import type { Clock } from '@health-case/domain/ports/platform';

export const systemClock: Clock = { now: () => Date.now() as Instant, sleep };
