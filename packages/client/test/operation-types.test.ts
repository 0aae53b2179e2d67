import { send } from '@health-case/http/testing/client';
import { expect, it } from 'vitest';
import { operationTypes } from '../tools/operation-types.ts';
import { openServices } from './support/services.ts';

const { port } = openServices();

it.each(['A', 'B'] as const)('the types of variant %s are made of its API document as it is', async (variant) => {
  const { text } = await send(port(variant), { path: '/openapi.json' });
  const file = `../src/generated/variant-${variant.toLowerCase()}.ts`;
  await expect(await operationTypes(text)).toMatchFileSnapshot(file);
});
