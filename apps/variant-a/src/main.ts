import { run } from '@health-case/composition/run';
import { readArguments } from '@health-case/terminal/read-arguments';
import { variantA } from './variant-a.ts';

readArguments(import.meta.filename);
await run([{ variant: variantA, portSetting: 'PORT', defaultPort: 3000 }]);
