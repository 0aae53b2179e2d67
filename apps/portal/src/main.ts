import { run } from '@health-case/composition/run';
import { readArguments } from '@health-case/terminal/read-arguments';
import { portal } from './transport.ts';

readArguments(import.meta.filename);
await run([{ transport: portal, portSetting: 'PORT', defaultPort: 3002 }]);
