import { Unavailable } from '@health-case/domain/errors';

const REQUESTS_AT_WORK = 1024;

/** P-22: refuses what comes while too many requests are at work. */
export const roomFor = (most = REQUESTS_AT_WORK) => {
  let atWork = 0;
  return async <Reply>(work: () => Promise<Reply>, always = false): Promise<Reply> => {
    if (atWork >= most && !always) {
      throw new Unavailable('overloaded', 'Too many requests are at work.', { retryAfterSeconds: 1 });
    }
    atWork += 1;
    try {
      return await work();
    } finally {
      atWork -= 1;
    }
  };
};
