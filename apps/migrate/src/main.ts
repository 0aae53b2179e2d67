import { runMigrate } from '@health-case/composition/run';
import { readArguments } from '@health-case/terminal/read-arguments';

readArguments(import.meta.filename);
await runMigrate();
