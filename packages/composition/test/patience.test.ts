import { ADMISSION_TIMEOUT as OF_ATTEMPTS } from '@health-case/domain/use-cases/limiter';
import { TIMEOUTS as OF_CONNECTIONS } from '@health-case/http/server';
import { QUEUE_TIMEOUT as OF_HASHES } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import { expect, it } from 'vitest';

/** Milliseconds for the hashes themselves on a busy machine, and for the rest of the call. */
const FOR_THE_CALL = 5000;

it('a call that waits for other attempts and two hashes, as a change of password does unless another comes in between, is answered before its connection is given up', () => {
  const { stallTimeout, answerTimeout } = OF_CONNECTIONS;
  expect(OF_ATTEMPTS + 2 * OF_HASHES + FOR_THE_CALL).toBeLessThan(stallTimeout + answerTimeout);
});
