import type { RefusalCode } from '@health-case/domain/result';
import { REFUSALS } from '@health-case/http/refusals';

/** That of the calls (D-03). */
export const statusOf = (code: RefusalCode): number => REFUSALS[code][0];
