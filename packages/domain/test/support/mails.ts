import { createDelivery } from '../../src/courier.ts';
import type { Ports } from '../../src/ports/ports.ts';

/** Sends all that is due. */
export const deliveryOf = (ports: Ports) => {
  const { sendNext } = createDelivery(ports, () => undefined);
  return async (): Promise<void> => {
    while (await sendNext());
  };
};
