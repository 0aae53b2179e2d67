import { expect, test, vi } from 'vitest';
import { Unavailable } from '../../src/errors.ts';
import { ok } from '../../src/result.ts';
import { checkReadiness } from '../../src/use-cases/upkeep.ts';
import { createTestPorts } from '../support/ports.ts';

test('the service is ready while its store is, and otherwise says so', async () => {
  const ports = createTestPorts();
  expect(await checkReadiness(ports)()).toEqual(ok(undefined));
  const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 5 });
  vi.spyOn(ports.storage, 'ready').mockRejectedValue(gone);
  await expect(checkReadiness(ports)()).rejects.toBe(gone);
});
