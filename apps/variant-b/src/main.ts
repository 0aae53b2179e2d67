import { run } from '@health-case/composition/run';
import { variantB } from './variant-b.ts';

await run([{ variant: variantB, portSetting: 'PORT', defaultPort: 3001 }]);
