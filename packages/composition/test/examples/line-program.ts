import { createInterface } from 'node:readline';
import { reportToOperator, useStore } from '@health-case/composition/run';
import { createLineTransport } from './line-transport.ts';

await reportToOperator(() =>
  useStore(async ({ application }) => {
    const transport = createLineTransport(application, (requestId, error) => {
      process.stderr.write(`${requestId} ${error}\n`);
    });
    for await (const line of createInterface({ input: process.stdin })) {
      // The process has one client: the owner of its standard input.
      for await (const reply of transport(line, 'standard input')) process.stdout.write(`${reply}\n`);
    }
  }),
);
