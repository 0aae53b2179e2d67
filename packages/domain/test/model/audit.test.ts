import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../src/model/audit.ts';
import { checkpointAt, checkpointText, extendTrail, parseCheckpoint, sealedBeginning } from '../../src/model/audit.ts';
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
