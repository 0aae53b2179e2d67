import { run } from '@health-case/composition/run';
import { portal } from '@health-case/portal/transport';
import { readArguments } from '@health-case/terminal/read-arguments';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';

readArguments(import.meta.filename);
await run([
  { transport: portal, portSetting: 'PORT_PORTAL', defaultPort: 3002 },
  { variant: variantA, portSetting: 'PORT_A', defaultPort: 3000 },
  { variant: variantB, portSetting: 'PORT_B', defaultPort: 3001 },
]);
