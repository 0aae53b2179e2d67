import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClientA, unwrap } from '../src/variant-a.ts';
import { createClientB } from '../src/variant-b.ts';
import { arriveInA, arriveInB, PASSWORD } from './support/people.ts';
import { answering, refusing, scriptedFetch } from './support/scripted-fetch.ts';
import { openServices } from './support/services.ts';

const { url } = openServices();
const SESSION = 'mUzl2zFEr59BEDizN0e_m01Y2j4SEN90PPM5Q5dHC8s';

describe('the session', () => {
  it('can be kept, and taken up by another client, of either variant', async () => {
    const { client, id } = await arriveInB(url('B'));
    const session = client.session ?? '';
    const later = createClientA(url('A'), { session });
    expect(unwrap(await later.describeAccount()).ID).toBe(id);
    const other = createClientB(url('B'));
    other.session = session;
    expect(unwrap(await other.describeAccount()).ID).toBe(id);
  });

  it('is forgotten when the service says that it has ended', async () => {
    const { client } = await arriveInA(url('A'));
    const other = createClientA(url('A'), { session: client.session ?? '' });
    unwrap(await other.logOut());
    expect(other.session).toBeUndefined();
    expect(await client.listDoctors()).toMatchObject({ ok: false, refusal: { code: 'SESSION_INVALID' } });
    expect(client.session).toBeUndefined();
    expect(await client.listDoctors()).toMatchObject({ ok: false, refusal: { code: 'SESSION_MISSING' } });
  });

  it('stays when another call is refused, and when logging in is', async () => {
    const { client, email } = await arriveInA(url('A'));
    const { session } = client;
    expect((await client.showCase({ id: 'none' })).ok).toBe(false);
    expect((await client.logIn({ email, password: 'wrong-lantern-7' })).ok).toBe(false);
    expect([client.session, session]).toEqual([session, expect.any(String)]);
  });

  it('that came meanwhile outlives the end of the one before', async () => {
    const { fetch } = scriptedFetch(refusing({ code: 'SESSION_INVALID' }));
    const client = createClientA('http://service.test', { fetch, session: SESSION });
    const asked = client.listDoctors();
    client.session = 'another';
    await asked;
    expect(client.session).toBe('another');
  });

  it('travels in one header alone, and a request without fields has no body', async () => {
    const { fetch, sent } = scriptedFetch(answering([]));
    const client = createClientA('http://service.test/base/', { fetch, session: SESSION });
    await client.listDoctors();
    await client.listDoctors({ limit: 5 });
    expect(sent).toMatchObject([
      { method: 'GET', url: 'http://service.test/base/api/Doc', headers: { Authorization: `Bearer ${SESSION}` } },
      { method: 'QUERY', url: 'http://service.test/base/api/Doc', body: '{"limit":"5"}' },
    ]);
    expect(sent[0]).not.toHaveProperty('body');
    expect(JSON.stringify(sent).split(SESSION)).toHaveLength(3);
  });

  it('does not show when a client is logged, copied, or written as JSON', () => {
    const client = createClientA('http://service.test', { session: SESSION });
    for (const shown of [inspect(client, { showHidden: true }), JSON.stringify(client), inspect({ ...client })]) {
      expect(shown).not.toContain(SESSION);
    }
  });

  it('that cannot go into a header is refused without being repeated, as is a URL with a password', () => {
    const broken = `${SESSION}\n`;
    const wrongs = [
      () => createClientA('http://service.test', { session: broken }),
      () => createClientA(`http://someone:${PASSWORD.slice(4)}@service.test`),
    ];
    for (const wrong of wrongs) {
      const error = thrownBy(wrong);
      expect(error).toBeInstanceOf(TypeError);
      expect(inspect(error)).not.toMatch(/mUzl2z|mossy/);
    }
  });
});

const thrownBy = (wrong: () => unknown): unknown => {
  try {
    return wrong();
  } catch (error) {
    return error;
  }
};
