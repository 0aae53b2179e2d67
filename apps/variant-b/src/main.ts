import { run } from '@health-case/composition/run';
import { readNoArguments } from '@health-case/terminal/read-arguments';
import { variantB } from './variant-b.ts';

readNoArguments(import.meta.filename);
await run([{ variant: variantB, portSetting: 'PORT', defaultPort: 3001 }]);
