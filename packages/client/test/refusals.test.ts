import { describe, expect, it } from 'vitest';
import { createClientA, Refused, unwrap } from '../src/variant-a.ts';
import { createClientB } from '../src/variant-b.ts';
import { arriveInA, arriveInB, fullChild, person } from './support/people.ts';
import { openServices } from './support/services.ts';

const { url } = openServices();

describe('a refusal', () => {
  it('is a value: code, sentence, status, and the name of the call in the log', async () => {
    const { client } = await arriveInA(url('A'));
    expect(await client.addChild({ ...fullChild(), birthDate: '2019-02-30', lastName: ' ' })).toEqual({
      ok: false,
      refusal: {
        code: 'FIELDS_INVALID',
        sentence: 'lastName is missing; birthDate must be a calendar day written YYYY-MM-DD.',
        status: 400,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });

  it('says how long to wait, and is not waited for where that would be guessing', async () => {
    const { email } = await arriveInB(url('B'));
    const client = createClientB(url('B'));
    const guess = () => client.logIn({ email, password: 'wrong-lantern-7' });
    await expect.poll(guess, { interval: 1 }).toMatchObject({
      ok: false,
      refusal: { code: 'THROTTLED', status: 429, retryAfterSeconds: expect.any(Number) },
    });
  });

  it('has the words of the call, whichever the variant', async () => {
    const facts = person();
    const [a, b] = [createClientA(url('A')), createClientB(url('B'))];
    unwrap(await a.registerAccount(facts));
    const again = await b.registerAccount(facts);
    expect(again).toMatchObject({ ok: false, refusal: { code: 'EMAIL_TAKEN', status: 409 } });
  });

  it('is thrown by unwrap, for those who would rather catch it', async () => {
    const { client } = await arriveInA(url('A'));
    const result = await client.showCase({ id: 'none' });
    expect(() => unwrap(result)).toThrow(Refused);
    expect(() => unwrap(result)).toThrow(/^CASE_NOT_FOUND: No such case/);
  });
});

describe('an id', () => {
  it('with signs that a path has a meaning for is no other path', async () => {
    const { client } = await arriveInA(url('A'));
    for (const id of ['a/b', '?x', '#x', '%2e%2e', 'ä ö', '...']) {
      expect(await client.showCase({ id }), id).toMatchObject({ refusal: { code: 'CASE_NOT_FOUND' } });
    }
  });

  it('that would lead to another path is not sent', async () => {
    const { client } = await arriveInA(url('A'));
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      await expect(client.showCase({ id })).rejects.toThrow(new TypeError('id must be an id.'));
    }
  });
});
