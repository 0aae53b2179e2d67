import { createSetup, type Setup } from '@health-case/domain/testing/setup';
import type { Log } from '@health-case/http/observation';
import type { Variant } from '@health-case/http/variant';
import { type Service, startService } from '../src/service.ts';
import { readSettings, type Settings } from '../src/settings.ts';
import { createTestStore, type TestStore } from './test-store.ts';

/** Every test comes from one address; those about limits set their own. */
const NO_LIMITS = { loginFailures: 0, registrations: 0, calls: 0 };

export type TestService = Pick<Service, 'urls' | 'metricsUrl' | 'stop'> & {
  /** The use cases themselves, to bring about what a test begins with. */
  readonly application: Setup;
  readonly settings: Settings;
  /** What the application is joined to, for what no use case brings about. */
  readonly inside: Service['ports'];
  /** By the name of the variant. */
  readonly ports: Readonly<Record<string, number>>;
  /** What was logged: message and facts, as JSON. */
  readonly logged: readonly string[];
  readonly execute: TestStore['execute'];
};

/**
 * The service as it is composed for real, in this process, over a store of its own, on free ports. Only the cost
 * of hashing is what no setting allows: that of a test.
 */
export const startTestService = async (
  variants: readonly Variant[],
  more: Partial<Settings> = {},
): Promise<TestService> => {
  const store = await createTestStore();
  const settings = {
    ...readSettings(store.environment),
    bcryptCost: 4,
    ratesPerMinute: NO_LIMITS,
    ...more,
  };
  const logged: string[] = [];
  const keep = (facts: object, message: string) => logged.push(`${message} ${JSON.stringify(facts, withErrors)}`);
  const log: Log = { info: keep, error: keep };
  const served = variants.map((variant) => ({ variant, portSetting: 'PORT', defaultPort: 0 }) as const);
  const service = await startService(settings, served, log);
  return {
    urls: service.urls,
    metricsUrl: service.metricsUrl,
    application: createSetup(service.ports),
    settings,
    inside: service.ports,
    logged,
    execute: store.execute,
    ports: Object.fromEntries(service.urls.map(({ name, url }) => [name, Number(new URL(url).port)])),
    stop: async () => {
      await service.stop();
      await store.remove();
    },
  };
};

/** An error's message and stack are what a log shows of it, though JSON knows nothing of them. */
const withErrors = (_: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value;
