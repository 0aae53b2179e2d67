import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/model/values.ts';
import { ok, refuse } from '../../src/result.ts';
import { openCertificates } from '../support/certificates.ts';
import { must } from '../support/values.ts';

/** Three keys, each a day after the one before. */
const openKeys = async () => {
  const desk = await openCertificates();
  const { call, certification, clock, created, list, operator, textOf } = desk;
  await certification.requested();
  must(await desk.issue());
  const rotate = async () => must(await operator.rotateSigningKey(call));
  const withdraw = (id: string) => operator.withdrawSigningKey({ ...call, id });
  /** The keys of a certificate and of a status list. */
  const signers = async () => [textOf(await created()).key, (await list()).key];
  const first = await rotate();
  clock.advance(DAY);
  const second = await rotate();
  clock.advance(DAY);
  const third = await rotate();
  const own = { rotate, withdraw, signers, first, second, third, one: first.id, two: second.id, three: third.id };
  return { ...desk, ...own };
};

describe('the keys that sign', () => {
  test('sign an hour after they were added, when verifiers know them; the first one signs at once', async () => {
    const { clock, first, second, signers, third, three, two } = await openKeys();
    const began = [first, second, third].map(({ signsFrom }) => clock.now() - signsFrom);
    expect(began).toEqual([2 * DAY, DAY - HOUR, -HOUR]);
    expect(await signers()).toEqual([two, two]);
    clock.advance(HOUR - 1);
    expect(await signers()).toEqual([two, two]);
    clock.advance(1);
    expect(await signers()).toEqual([three, three]);
  });

  test('are published until 368 days after the next one began to sign, the longest that a certificate is valid and two more', async () => {
    const { clock, one, published, second, third, three, two } = await openKeys();
    clock.advance(second.signsFrom + 368 * DAY - 1 - clock.now());
    expect(await published()).toEqual([one, two, three]);
    clock.advance(1);
    expect(await published()).toEqual([two, three]);
    clock.advance(third.signsFrom + 368 * DAY - clock.now());
    expect(await published()).toEqual([three]);
  });

  test('are listed for the operator, with the one in use, and with how long the others are needed', async () => {
    const { clock, keys, one, second, third, three, two } = await openKeys();
    const [now, validFor] = [clock.now(), 368 * DAY];
    expect(await keys()).toEqual([
      { id: one, createdAt: now - 2 * DAY, state: 'former', neededUntil: second.signsFrom + validFor },
      { id: two, createdAt: now - DAY, state: 'in use', neededUntil: third.signsFrom + validFor },
      { id: three, createdAt: now, state: 'next', neededUntil: undefined },
    ]);
    clock.advance(HOUR);
    expect((await keys()).map(({ state }) => state)).toEqual(['former', 'former', 'in use']);
  });

  test('are withdrawn one by one; the last one that is left signs at once, as does a new one after it', async () => {
    const { one, published, signers, three, two, withdraw } = await openKeys();
    expect(await withdraw(one)).toEqual(ok(undefined));
    expect(await published()).toEqual([two, three]);
    expect(await withdraw(one)).toEqual(refuse('SIGNING_KEY_NOT_FOUND'));
    must(await withdraw(two));
    expect([await published(), await signers()]).toEqual([[three], [three, three]]);
    must(await withdraw(three));
    const [current, ...more] = await published();
    expect([more, [one, two, three].includes(String(current))]).toEqual([[], false]);
    expect(await signers()).toEqual([current, current]);
  });

  test('are followed by a new one if the one in use is withdrawn; until verifiers know it, the former one signs', async () => {
    const { clock, keys, one, signers, three, two, withdraw } = await openKeys();
    clock.advance(HOUR);
    must(await withdraw(three));
    expect(await keys()).toMatchObject([{ id: one }, { id: two, state: 'in use' }, { state: 'next' }]);
    expect(await signers()).toEqual([two, two]);
  });

  test('are not published again once their time is over, whichever others are added or withdrawn', async () => {
    const { clock, keys, one, published, rotate, third, three, two, withdraw } = await openKeys();
    clock.advance(third.signsFrom + 368 * DAY - clock.now());
    expect(await published()).toEqual([three]);
    must(await withdraw(three));
    expect(await published()).toHaveLength(1);
    expect([one, two, three]).not.toContain((await published())[0]);
    await rotate();
    clock.advance(369 * DAY);
    await rotate();
    expect((await keys()).map(({ state }) => state)).toEqual(['in use', 'next']);
  });

  test('leave records of what the operator does with them', async () => {
    const { one, storage, three, two, withdraw } = await openKeys();
    must(await withdraw(two));
    const records = await storage.read.audit.records({}, { after: 0, size: 99 });
    const ofKeys = records.filter(({ action }) => action.startsWith('signing key'));
    expect(ofKeys.map(({ action, on, by }) => [action, on, by])).toEqual([
      ...[one, two, three].map((id) => ['signing key rotated', id, undefined]),
      ['signing key withdrawn', two, undefined],
    ]);
  });
});
