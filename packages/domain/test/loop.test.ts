import { expect, test } from 'vitest';
import { createCourier } from '../src/courier.ts';
import { createImporter } from '../src/importer.ts';
import type { Ports } from '../src/ports/ports.ts';
import { createUpkeep } from '../src/upkeep.ts';
import { openClinic } from './support/clinic.ts';

// A timer that is left would keep a process from its end.
test.each([
  ['the courier', createCourier],
  ['the upkeep', createUpkeep],
  ['the importer', createImporter],
])('%s that is closed while it sleeps is woken, and leaves nobody asleep', async (_, create) => {
  let asleep = 0;
  const sleep: Ports['clock']['sleep'] = (_milliseconds, early) => {
    asleep += 1;
    return new Promise((resolve) =>
      early?.(() => {
        asleep -= 1;
        resolve();
      }),
    );
  };
  const clinic = await openClinic();
  const beside = create({ ...clinic, clock: { ...clinic.clock, sleep } }, () => undefined);
  await expect.poll(() => asleep).toBe(1);
  await beside.close();
  expect(asleep).toBe(0);
});
