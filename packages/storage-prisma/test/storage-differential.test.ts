import { storageDifferential } from '@health-case/domain/contracts/storage-differential';
import { PLACES } from './support/stores.ts';

// On PostgreSQL each sequence has a database of its own, which takes its time, so they are few unless more are asked for.
const RUNS = { SQLite: {}, PostgreSQL: { DIFFERENTIAL_RUNS: '5' } };

for (const { provider, openPlace } of PLACES) {
  const open = async () => (await openPlace()).open();
  storageDifferential(`the ${provider} store`, open, provider === 'PostgreSQL', { ...RUNS[provider], ...process.env });
}
