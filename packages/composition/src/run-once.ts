import { createLog } from './log.ts';
import { type Service, startService } from './service.ts';
import { readSettings } from './settings.ts';
import { tellOperator } from './tell-operator.ts';

/**
 * The life of a process that serves nobody: opens the store, does its work, closes the store. `work` resolves to the
 * sentence why it refused, if it did; that makes the exit code 1.
 */
export const runOnce = (work: (service: Service) => Promise<string | undefined>): Promise<void> =>
  tellOperator(async () => {
    const service = await startService(readSettings(process.env), [], createLog('silent'));
    try {
      const refusal = await work(service);
      if (refusal === undefined) return;
      process.stderr.write(`${refusal}\n`);
      process.exitCode = 1;
    } finally {
      await service.stop();
    }
  });
