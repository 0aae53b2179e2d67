import type { PageRequest } from '../model/pages.ts';
import { TEXTS, type TextsOf } from '../model/texts.ts';
import type { AccountId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Stores } from '../ports/storage.ts';
import { ok } from '../result.ts';
import { command } from './runner.ts';

/** A new key encrypts from now on. What another key encrypted stays readable until `reencrypt` replaces it. */
const rotateDataKey = command({
  run: async (_: unknown, { dataKeys }) => ok(await dataKeys.rotate()),
  audit: { action: 'data key rotated' },
});

/** While a unit of work runs, other writes wait. */
const ROWS_PER_UNIT = 100;

type Reencrypt<Id extends string> = (
  stores: Stores,
  request: PageRequest<Id>,
) => Promise<{ readonly last: Id | undefined; readonly encrypted: number }>;

const reencryptAll = async <Id extends string>({ storage }: Ports, some: Reencrypt<Id>): Promise<number> => {
  let reencrypted = 0;
  let after: Id | undefined;
  do {
    const request: PageRequest<Id> = { after, size: ROWS_PER_UNIT };
    const done = await storage.write(async (stores) => ok(await some(stores, request)));
    if (!done.ok) break;
    reencrypted += done.value.encrypted;
    after = done.value.last;
  } while (after !== undefined);
  return reencrypted;
};

const reencryptTexts = async (ports: Ports, ...entities: readonly TextsOf[]): Promise<number> => {
  let rows = 0;
  for (const of of entities)
    rows += await reencryptAll<string>(ports, ({ texts }, request) => texts.reencrypt(of, request));
  return rows;
};

/**
 * Encrypts under the data key in use what another key encrypted. Answers of how many numbers of children, second factors
 * and rows with other texts. Others read and write meanwhile. It may be stopped at any time and begun again later.
 */
const reencrypt = (ports: Ports) => async () => ({
  children: await reencryptTexts(ports, 'Child'),
  secondFactors: await reencryptAll<AccountId>(ports, ({ secondFactors }, request) => secondFactors.reencrypt(request)),
  texts: await reencryptTexts(ports, ...(Object.keys(TEXTS) as TextsOf[]).filter((of) => of !== 'Child')),
});

export const operatorDataKeyUseCases = { reencrypt, rotateDataKey };
