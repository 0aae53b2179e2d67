import { runMigrate } from '@health-case/composition/run-migrate';

await runMigrate();
