import type { Storage } from '@health-case/domain/ports/storage';
import { startService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';
import { PORTS } from '../src/tokens.ts';

// The suite of a transport adds more children in an hour than a parent may.
const settings = { ...readSettings({ CALLS_PER_MINUTE: '0' }), bcryptCost: 4 };
const silent = { info: () => undefined, error: () => undefined };

/** The application as composition makes it, but over another store. */
export const applicationOver = async (storage: Storage) => {
  const { application, ports, stop } = await startService(settings, [], silent, (container) =>
    container
      .rebind(PORTS.storage)
      .toConstantValue(storage)
      .onDeactivation(({ close }) => close()),
  );
  return { application, ids: ports.ids, stop };
};
