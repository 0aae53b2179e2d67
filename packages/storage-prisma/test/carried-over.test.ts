import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import { parseNameSearch } from '@health-case/domain/model/names';
import { type Ok, ok, type Result } from '@health-case/domain/result';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { describe, expect, it } from 'vitest';
import { migrationsOf, type Provider, readMigrations } from '../src/migrations.ts';
import { branded } from '../src/stores/rows.ts';
import { insertRows, migrationsFolder, PLACES, type Place } from './support/stores.ts';

/*
 * The stores of releases, as their own programs made them: `stores/` has their rows, a line each. Every later migration
 * is tried on them.
 */

/** The release, and the last migration that it had. */
const RELEASES = [['0.1.0', '20261127000000_initial']] as const;

const PAGE = { after: undefined, size: 10 };

/** Its rows name each other, so the order of no table serves. */
const WITHOUT_REFERENCES = {
  sqlite: 'PRAGMA foreign_keys = OFF',
  postgresql: "SET session_replication_role = 'replica'",
};

const must = <Value>(found: Result<Value, unknown>): Value => (found as Ok<Value>).value;

const keyring = () => createAesGcmKeyring(async () => Buffer.alloc(32, 'key of the store of 0.1.0'));

const rowsOf = (release: string, provider: Provider) =>
  readFileSync(join(import.meta.dirname, `stores/${release}.${provider}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [table: string, row: object]);

const fill = async ({ migrate, query }: Place, release: string, last: string, provider: Provider): Promise<void> => {
  const all = await readMigrations(migrationsOf(provider));
  const then = all.filter(({ name }) => name <= last).map(({ name, script }) => [name, script] as const);
  await migrate(migrationsFolder(...then));
  await query(WITHOUT_REFERENCES[provider]);
  // It has the id of the store, to which its keys are bound.
  await query('DELETE FROM _prisma_migrations');
  for (const [table, row] of rowsOf(release, provider)) await insertRows(query, table, [row]);
};

describe.each(PLACES)('on $provider', ({ provider, openPlace }) => {
  it.each(RELEASES)(
    'a store of %s is carried over: its people are let in, and all that was written is read',
    async (...release) => {
      const place = await openPlace('nothing');
      await fill(place, ...release, provider.toLowerCase() as Provider);
      const { read } = await place.open({ keyring: keyring() });
      const known = async (name: string) => {
        const found = await read.accounts.credentialsByEmail(`${name}@example.org` as EmailAddress);
        return found?.account ?? expect.fail(`${name} is gone`);
      };
      const [greta, tove, jan] = [await known('greta'), await known('tove'), await known('jan')];
      // D-40: who was there before nobody confirmed anybody.
      expect([greta.confirmed, tove.confirmed, jan.confirmed]).toEqual(['before', 'before', undefined]);
      expect(greta).toMatchObject({ role: 'Doc', isManager: false });
      expect(await read.secondFactors.find(tove.id)).toMatchObject({ confirmedAt: expect.any(Number) });
      const [mia, tom] = await read.children.ofParent(jan.id, PAGE);
      if (!mia) return expect.fail('Mia is gone');
      expect(tom).toMatchObject({ firstName: 'Tom' });
      expect(await read.children.record(mia.id)).toMatchObject({ birthDate: '2019-02-28', socSecNum: '756.1234' });
      const [asthma, ...others] = await read.cases.ofChild(mia.id, PAGE);
      if (!asthma) return expect.fail('Her case is gone');
      expect([asthma, others]).toMatchObject([{ title: 'Asthma', status: 'ongoing' }, []]);
      const [issued] = await read.certifications.ofCase(asthma.id, PAGE);
      expect(issued).toMatchObject({ status: 'issued', statement: 'Fit to attend school' });
      // D-26: who made it may withdraw it.
      expect(await read.certificates.ofCase(asthma.id, PAGE)).toMatchObject([{ madeBy: jan.id }]);
      expect(await read.audit.verify()).toMatchObject({ sound: true });
    },
  );

  it.each(RELEASES)(
    'in a store of %s people are found as in one of today, soon after its upgrade',
    async (...release) => {
      const place = await openPlace('nothing');
      await fill(place, ...release, provider.toLowerCase() as Provider);
      const [one, other] = [await place.open({ keyring: keyring() }), await place.open({ keyring: keyring() })];
      const { read } = one;
      const greta = await read.accounts.credentialsByEmail('greta@example.org' as EmailAddress);
      if (!greta) return expect.fail('Greta is gone');
      const doctorId = greta.account.id;
      const found = async (text: string) =>
        (await read.accounts.search('Doc', must(parseNameSearch(text)), PAGE)).length;
      const namesakes = async (socSecNum: string) => {
        const child = branded<Child>({ ...greta.account, birthDate: undefined, socSecNum });
        return (await read.children.alikeOfDoctor(doctorId, child)).map(({ firstName }) => firstName);
      };
      const indexed: number[] = [];
      const indexAll = async ({ write }: typeof one) => {
        do indexed.push(must(await write(async ({ nameIndex }) => ok(await nameIndex.rebuild(1)))));
        while (indexed.at(-1) !== 0);
      };
      // Only today's program writes what two names, and a number, are found by.
      expect([await found('Greta'), await found('Greta Holm'), await namesakes('756.1234')]).toEqual([1, 0, []]);
      // Of two processes one indexes each of the six.
      await Promise.all([indexAll(one), indexAll(other)]);
      expect(indexed.reduce((sum, some) => sum + some)).toBe(6);
      expect([await found('Greta'), await found('Greta Holm'), await namesakes('756.1234')]).toEqual([1, 1, ['Mia']]);
    },
  );
});
