import { type Beginning, storageDifferential } from '@health-case/domain/contracts/storage-differential';
import { PLACES } from './support/stores.ts';

// On PostgreSQL each sequence has a database of its own, which takes its time, so they are few unless more are asked for.
const RUNS = { SQLite: {}, PostgreSQL: { DIFFERENTIAL_RUNS: '5' } };

for (const { provider, openPlace } of PLACES) {
  const open = async (beginning: Beginning) => {
    const place = await openPlace();
    const storage = await place.open();
    await beginning(storage);
    return storage;
  };
  storageDifferential(`the ${provider} store`, open, { ...RUNS[provider], ...process.env });
}
