import { run } from '@health-case/composition/run';
import { readArguments } from '@health-case/terminal/read-arguments';
import { variantB } from './variant-b.ts';

readArguments(import.meta.filename);
await run([{ variant: variantB, portSetting: 'PORT', defaultPort: 3001 }]);
