import { registration } from '@health-case/composition/testing/clinic';
import { openTestService } from '@health-case/composition/testing/test-service';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { type ClientA, unwrap } from '../../src/variant-a.ts';
import type { ClientB } from '../../src/variant-b.ts';

/** Both variants over one store, for the tests of the file that opens it. */
export const openServices = (more?: Parameters<typeof openTestService>[1]) =>
  openTestService([variantA, variantB], more);

/** Somebody who has just registered and logged in. */
export const arrive = async <Client extends ClientA | ClientB>(client: Client, facts = registration()) => {
  const { email, password } = facts;
  unwrap<unknown>(await client.registerAccount(facts));
  unwrap(await client.logIn({ email, password }));
  return { client, email, id: unwrap(await client.describeAccount()).ID };
};
