import { describe, expect, it } from 'vitest';
import { parseSocSecNum } from '../../src/model/child.ts';
import { parseEmail } from '../../src/model/email.ts';
import {
  parseAccountId,
  parseCaseEventId,
  parseCaseId,
  parseChildId,
  parsePersonName,
  parseReason,
  parseTaskId,
  parseTitle,
} from '../../src/model/values.ts';

const ID = '01900000-0000-7000-8000-000000000001';

/** Everything of a client's that is kept as it was sent; passwords, tokens and codes are kept as hashes only. */
const KEPT: readonly (readonly [name: string, parse: (text: string) => { readonly ok: boolean }, sample: string])[] = [
  ['a name', parsePersonName, 'Mia'],
  ['a title', parseTitle, 'Asthma'],
  ['a reason', parseReason, 'Measured twice'],
  ['an e-mail address', parseEmail, 'mia@example.org'],
  ['a social security number', parseSocSecNum, '756.1234'],
  ['the id of an account', parseAccountId, ID],
  ['the id of a child', parseChildId, ID],
  ['the id of a case', parseCaseId, ID],
  ['the id of a task', parseTaskId, ID],
  ['the id of an event', parseCaseEventId, ID],
];

describe('the character U+0000, which not every store can keep', () => {
  it.each(KEPT)('is never part of %s', (_, parse, sample) => {
    expect(parse(sample).ok).toBe(true);
    for (let at = 0; at <= sample.length; at += 1) {
      expect(parse(`${sample.slice(0, at)}\0${sample.slice(at)}`).ok).toBe(false);
    }
  });
});

describe('half a character, which UTF-8 has no bytes for (P-23)', () => {
  it.each(KEPT)('is never part of %s', (_, parse, sample) => {
    for (const half of ['\ud83d', '\udc1b', '\udc1b\ud83d']) {
      for (let at = 0; at <= sample.length; at += 1) {
        expect(parse(`${sample.slice(0, at)}${half}${sample.slice(at)}`).ok).toBe(false);
      }
    }
  });
});
