import { runMigrate } from '@health-case/composition/run';
import { readNoArguments } from '@health-case/terminal/read-arguments';

readNoArguments(import.meta.filename);
await runMigrate();
