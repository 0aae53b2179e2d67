import { createDevice } from '@health-case/domain/contracts/passkeys/device';
import { passkeysContract } from '@health-case/domain/contracts/passkeys-contract';
import { account } from '@health-case/domain/contracts/storage/samples';
import { expect, it } from 'vitest';
import { createSimplewebauthnPasskeys } from '../src/simplewebauthn-passkeys.ts';

passkeysContract('those of simplewebauthn', createSimplewebauthnPasskeys);

const origins = ['http://localhost:3002', 'https://localhost'];
const PAGES: readonly (readonly [origin: string, may: boolean])[] = [
  ['http://localhost:3002', true],
  ['https://localhost', true],
  ['http://localhost', false],
  ['http://127.0.0.1:3002', false],
];

it.each(PAGES)('a page of %s may ask for passkeys of localhost: %s', async (origin, may) => {
  const { offer, verifyNew } = createSimplewebauthnPasskeys({ rpId: 'localhost', origins, name: 'A test' });
  const { options, digest } = await offer(account('Par'), []);
  const made = await verifyNew(createDevice({ rpId: 'localhost', origin }).create(options), digest);
  expect(made !== undefined).toBe(may);
});
