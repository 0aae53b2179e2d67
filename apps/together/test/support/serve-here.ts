import { startService } from '@health-case/composition/service';
import { readSettings } from '@health-case/composition/settings';
import { variantA } from '@health-case/variant-a/variant-a';
import { onTestFinished } from 'vitest';
import { callsOn, FREE, SURROUNDINGS } from './process.ts';

/** Serves variant A in this process, as its program would with these settings: with what it sends, and what it keeps. */
export const serveHere = async (
  environment: Readonly<Record<string, string>>,
  log = { info: () => undefined, error: () => undefined } as Parameters<typeof startService>[2],
) => {
  const settings = readSettings({ ...SURROUNDINGS, ...FREE, ...environment });
  const served = [{ variant: variantA, portSetting: 'PORT', defaultPort: 0 }] as const;
  const { urls, stop } = await startService(settings, served, log);
  onTestFinished(stop);
  return { ...callsOn({ A: Number(new URL(urls[0]?.url ?? '').port) }), stop };
};
