import { expect, test } from 'vitest';
import { DAY } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { createSetup } from '../../testing/setup.ts';
import { openClinic } from '../support/clinic.ts';
import { underRules } from '../support/ports.ts';

const openTyping = async () => {
  const clinic = await openClinic();
  const { app, parent } = clinic;
  const keep = (encrypted: string, { keepDraft } = app) => keepDraft({ accountId: parent.id, id: 'form', encrypted });
  const kept = async (of = parent) => {
    const found = await app.findDraft({ accountId: of.id, id: 'form' });
    return found.ok ? found.value : undefined;
  };
  return { ...clinic, keep, kept };
};

test('what was typed is kept a day longer than the longest session, counted from the last time, for one account (D-47)', async () => {
  const { clock, keep, kept, otherParent, rules } = await openTyping();
  expect([await keep('first'), await kept()]).toEqual([ok(true), 'first']);
  clock.advance(DAY);
  expect([await keep('second'), await kept(), await kept(otherParent)]).toEqual([ok(true), 'second', undefined]);
  clock.advance(rules.sessionLifetimes.most + DAY - 1);
  expect(await kept()).toBe('second');
  clock.advance(2);
  expect(await kept()).toBeUndefined();
});

test('signing out drops it, and a closed account has none', async () => {
  const { app, keep, kept, parent } = await openTyping();
  await keep('typed');
  await app.dropDrafts({ accountId: parent.id });
  expect(await kept()).toBeUndefined();
  await app.eraseAccount(parent);
  expect([await keep('typed'), await kept()]).toEqual([ok(false), undefined]);
});

test('what is longer than anything that may be sent is not kept, nor more in a minute than calls are taken', async () => {
  const clinic = await openTyping();
  const { keep, kept, rules } = clinic;
  const longest = 'x'.repeat(128 * 1024);
  expect([await keep(longest), await keep(`${longest}x`), await kept()]).toEqual([ok(true), ok(false), longest]);
  const limited = createSetup(underRules(clinic, { ratesPerMinute: { ...rules.ratesPerMinute, calls: 1 } }));
  expect([await keep('first', limited), await keep('second', limited)]).toEqual([ok(true), ok(false)]);
  expect(await kept()).toBe('first');
});
