import { describe, expect, test } from 'vitest';
import { createStoredLists } from '../../src/audited-storage.ts';
import {
  type AuditRecord,
  checkpointAt,
  checkpointText,
  extendTrail,
  type KnownLists,
  type NotedRecord,
  parseCheckpoint,
  sealedBeginning,
} from '../../src/model/audit.ts';
import type { AccountId, AuditRecordId, ChildId, Instant } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { refuses } from '../support/parsing.ts';

/** Shows the text and the context of each seal. */
const fingerprint = (text: string, context: string): string => `<${context}|${text}>`;
const record: AuditRecord = {
  id: 'r1' as AuditRecordId,
  at: 7 as Instant,
  requestId: 'request',
  by: 'someone' as AccountId,
  action: 'child added',
  on: 'c1',
  outcome: 'OK',
  child: 'c1' as ChildId,
};

describe('the seals of the audit trail (P-09)', () => {
  test('cover the same texts as in every store that exists', () => {
    const withoutChild: AuditRecord = { ...record, by: undefined, on: undefined, child: undefined };
    const end = sealedBeginning(fingerprint);
    expect(end).toEqual({ place: 0, seal: '', endSeal: '<AuditEnd|0:>' });
    const extended = extendTrail(fingerprint, { end, last: 0 }, [record, withoutChild]);
    const first = '<AuditRecord:|["1","r1",7,"request","someone","child added","c1","OK","c1"]>';
    const second = `<AuditRecord:${first}|["2","r1",7,"request",null,"child added",null,"OK"]>`;
    expect(extended.entries.map(({ place, seal }) => [place, seal])).toEqual([
      [1, first],
      [2, second],
    ]);
    expect(extended.end).toEqual({ place: 2, seal: second, endSeal: `<AuditEnd|2:${second}>` });
    const checkpoint = { place: 2, seal: second, mac: `<AuditCheckpoint|2:${second}>` };
    expect(checkpointAt(fingerprint, extended.end)).toEqual(checkpoint);
  });

  test.each([
    ['missing', undefined],
    ['of another place', { place: 3, seal: 's', endSeal: '<AuditEnd|3:s>' }],
    ['changed', { place: 2, seal: 's', endSeal: '<AuditEnd|2:t>' }],
  ])('show for ever that the end was %s', (_, end) => {
    const { entries } = extendTrail(fingerprint, { end, last: 2 }, [record]);
    expect(entries[0]).toMatchObject({ place: 3, seal: expect.stringMatching(/^<AuditRecord:broken\|/) });
  });
});

describe('the lists of children that records are about', () => {
  const EPOCH = 65_536;
  const page = { ...record, child: undefined, children: 'c2 c1' };

  /** A trail of so many records before, and these. */
  const extend = (last: number, records: readonly NotedRecord[], known?: KnownLists) => {
    const end = { place: last, seal: 's', endSeal: `<AuditEnd|${last}:s>` };
    return extendTrail(fingerprint, { end, last, ...(known && { lists: known }) }, records);
  };

  test('are made once, in each epoch, whatever the order of their children', () => {
    const { entries, lists } = extend(EPOCH - 3, [page, page, page, page, { ...page, children: 'c1 c2 c3' }]);
    expect(lists).toEqual([
      { id: 'list:<ChildList|0 c1 c2>', epoch: 0, children: ['c1', 'c2'], text: 'c2 c1' },
      { id: 'list:<ChildList|1 c1 c2>', epoch: 1, children: ['c1', 'c2'], text: 'c2 c1' },
      { id: 'list:<ChildList|1 c1 c2 c3>', epoch: 1, children: ['c1', 'c2', 'c3'], text: 'c1 c2 c3' },
    ]);
    expect(entries.map(({ child }) => child)).toEqual([0, 0, 1, 1, 2].map((nth) => lists[nth]?.id));
  });

  test('are not made that are known', () => {
    const known: KnownLists = (epoch, text) => (epoch === 0 && text === 'c2 c1' ? ('list:known' as never) : undefined);
    const { entries, lists } = extend(0, [page], known);
    expect([lists, entries[0]?.child]).toEqual([[], 'list:known']);
  });

  test('are remembered of the last epoch alone, until they are forgotten', () => {
    const stored = createStoredLists();
    const [first, second] = [extend(0, [page]).lists, extend(EPOCH, [page]).lists];
    stored.add(first);
    expect([stored.find(0, 'c2 c1'), stored.find(1, 'c2 c1'), stored.find(0, 'c1 c2')]).toEqual([
      first[0]?.id,
      undefined,
      undefined,
    ]);
    stored.add(second);
    expect([stored.find(1, 'c2 c1'), stored.find(0, 'c2 c1')]).toEqual([second[0]?.id, undefined]);
    stored.forget();
    expect(stored.find(1, 'c2 c1')).toBeUndefined();
  });
});

describe('the text of a checkpoint', () => {
  test.each([
    { place: 0, seal: '', mac: 'a' },
    { place: 123, seal: 'Ab_9-', mac: 'x-_0' },
  ])('is read as it was printed: %j', (checkpoint) => {
    expect(parseCheckpoint(` ${checkpointText(checkpoint)}\n`)).toEqual(ok(checkpoint));
  });

  refuses(parseCheckpoint, 'is no checkpoint, as the command audit checkpoint prints one', [
    ...['', '1', '1.a', '1.a.', '01.a.b', '-1.a.b', 'x.a.b', '1.a.b.c', '1.a b.c', '1.a.b c', '1.ä.b', '.a.b'],
    ...['1234567890123456.a.b', 'x1.a.b', '1.a.ä'],
  ]);
});
