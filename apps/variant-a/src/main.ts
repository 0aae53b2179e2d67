import { run } from '@health-case/composition/run';
import { variantA } from './variant-a.ts';

await run([{ variant: variantA, portSetting: 'PORT', defaultPort: 3000 }]);
