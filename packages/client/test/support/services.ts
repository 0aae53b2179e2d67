import { registration } from '@health-case/composition/testing/clinic';
import { startTestService, type TestService } from '@health-case/composition/testing/test-service';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { afterAll, beforeAll } from 'vitest';
import { type ClientA, createClientA, unwrap } from '../../src/variant-a.ts';
import { type ClientB, createClientB } from '../../src/variant-b.ts';

/** Both variants over one store, for the tests of the file that opens it; pages of these origins may call. */
export const openServices = (corsOrigins: () => readonly string[] = () => []) => {
  let started: TestService | undefined;
  beforeAll(async () => {
    started = await startTestService([variantA, variantB], { corsOrigins: corsOrigins() });
  });
  afterAll(() => started?.stop());

  const port = (variant: 'A' | 'B'): number => started?.ports[variant] ?? Number.NaN;
  return { port, url: (variant: 'A' | 'B') => `http://127.0.0.1:${port(variant)}` };
};

/** Somebody who has just registered and logged in. */
const arrive = async <Client extends ClientA | ClientB>(client: Client, facts = registration()) => {
  const { email, password } = facts;
  unwrap<unknown>(await client.registerAccount(facts));
  unwrap(await client.logIn({ email, password }));
  return { client, email, id: unwrap(await client.describeAccount()).ID };
};

type Facts = ReturnType<typeof registration>;
export const arriveInA = (url: string, facts?: Facts) => arrive(createClientA(url), facts);
export const arriveInB = (url: string) => arrive(createClientB(url));
