import { setImmediate as nextTurn } from 'node:timers/promises';
import { auditTrailContract, idSourceContract } from '../contracts/platform-contract.ts';
import { createTestPorts } from './support/ports.ts';

idSourceContract('the counted ids of the tests', () => createTestPorts().ids);

auditTrailContract('the audit trail of the tests', () => {
  const { auditTrail } = createTestPorts();
  return { trail: auditTrail, passSecond: nextTurn, stored: async () => auditTrail.noted.map(({ id }) => id) };
});
