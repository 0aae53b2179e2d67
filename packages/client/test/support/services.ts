import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { afterAll, beforeAll } from 'vitest';

/** Both variants over one store, for the tests of the file that opens it; pages of these origins may call. */
export const openServices = (corsOrigins: () => readonly string[] = () => []) => {
  let started: TestService | undefined;
  beforeAll(async () => {
    started = await startTestService([variantA, variantB], { corsOrigins: corsOrigins() });
  });
  afterAll(() => started?.stop());

  const port = (variant: 'A' | 'B'): number => {
    const found = started?.ports[variant];
    if (found === undefined) throw new Error(`Variant ${variant} is not served.`);
    return found;
  };
  return { port, url: (variant: 'A' | 'B') => `http://127.0.0.1:${port(variant)}` };
};
