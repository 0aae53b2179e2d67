import { createInterface } from 'node:readline';
import { runOnce } from '@health-case/composition/run';
import { createLineTransport } from './line-transport.ts';

await runOnce(async ({ application }) => {
  const transport = createLineTransport(application, (requestId, error) => {
    process.stderr.write(`${requestId} ${error}\n`);
  });
  for await (const line of createInterface({ input: process.stdin })) {
    // Whoever has this process's standard input is the one client there is.
    for await (const reply of transport(line, 'standard input')) process.stdout.write(`${reply}\n`);
  }
  return undefined;
});
