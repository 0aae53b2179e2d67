import type { Storage } from '@health-case/domain/ports/storage';
import { createContainer, PARTS } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';

const settings = { ...readSettings({}), bcryptCost: 4 };
const silent = { info: () => undefined, error: () => undefined };

/** The application as composition makes it, but over another store. */
export const applicationOver = async (storage: Storage) => {
  const container = createContainer(settings, silent);
  container.rebind(PARTS.storage).toConstantValue(storage);
  const application = await container.getAsync(PARTS.application);
  const { auditTrail, ids } = await container.getAsync(PARTS.ports);
  const stop = async (): Promise<void> => {
    await auditTrail.close();
    await storage.close();
  };
  return { application, ids, stop };
};
