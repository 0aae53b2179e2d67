import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { administer } from '../testing/administer.ts';
import { connectBeside, migratedDatabase } from './support/stores.ts';

/** What psql would run of the script, for so many children. */
const scriptFor = (children: number): string =>
  readFileSync(join(import.meta.dirname, '../../../deploy/measure-storage.sql'), 'utf8')
    .replace(/^\\set.*$/gm, '')
    .replaceAll(':children', String(children));

it('the script that measures what a row costs fits the tables', async () => {
  const url = await migratedDatabase();
  await administer(url, scriptFor(200));
  const { rows } = await (await connectBeside(url)).query(
    'SELECT (SELECT count(*) FROM "Child")::int AS children, (SELECT count(*) FROM "CaseEvent")::int AS events',
  );
  expect(rows).toEqual([{ children: 200, events: 3200 }]);
});
