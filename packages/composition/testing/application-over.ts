import type { Application } from '@health-case/domain/application';
import type { Storage } from '@health-case/domain/ports/storage';
import { createContainer, PARTS } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';

const settings = { ...readSettings({}), bcryptCost: 4 };
const silent = { info: () => undefined, error: () => undefined };

type Composed = { readonly application: Application; readonly stop: () => Promise<void> };

/** The application as composition makes it, but over another store. */
export const applicationOver = async (storage: Storage): Promise<Composed> => {
  const container = createContainer(settings, silent);
  container.rebind(PARTS.storage).toConstantValue(storage);
  const application = await container.getAsync(PARTS.application);
  const { auditTrail } = await container.getAsync(PARTS.ports);
  return {
    application,
    stop: async () => {
      await auditTrail.close();
      await storage.close();
    },
  };
};
