import { run } from '@health-case/composition/run';
import { readNoArguments } from '@health-case/terminal/read-arguments';
import { variantA } from './variant-a.ts';

readNoArguments(import.meta.filename);
await run([{ variant: variantA, portSetting: 'PORT', defaultPort: 3000 }]);
