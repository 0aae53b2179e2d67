import { describe, expect, it } from 'vitest';
import { send } from '../testing/client.ts';
import { startEcho } from './support/echo.ts';

const AS_FIELD = { body: { firstName: 'Mia', limit: '2' } };
const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64');
const basic = (token: string) => ({ headers: { Authorization: `Basic ${token}` } });

describe('the query string (D-25)', () => {
  it.each(['GET', 'QUERY'])('may hold the page of a list with %s, as the fields may', async (method) => {
    const { port } = await startEcho();
    for (const [query, body] of [
      ['limit=2', { firstName: 'Mia' }],
      ['limit=2', AS_FIELD.body],
      ['limit=2&limit=2&limit=', { firstName: 'Mia', limit: ' ' }],
    ] as const) {
      const reply = await send(port, { method, path: `/echo?${query}`, body });
      expect(reply.content).toEqual({ firstName: 'Mia', limit: 2 });
    }
  });

  it.each([
    ['a field', 'limit=3', 'limit is given twice with different values; send it once.'],
    ['another parameter', 'limit=2&limit=3', 'limit is given twice with different values; send it once.'],
  ])('is refused where it differs from %s', async (_, query, sentence) => {
    const { port } = await startEcho();
    const reply = await send(port, { path: `/echo?${query}`, ...AS_FIELD });
    expect([reply.status, reply.code, reply.content]).toEqual([400, 'FIELDS_INVALID', sentence]);
  });

  it('holds no other field, and nothing for other methods', async () => {
    const { port } = await startEcho();
    const named = await send(port, { path: '/echo?lastName=Jansen&limit=2&more=1', body: { firstName: 'Mia' } });
    expect(named.content).toEqual({ firstName: 'Mia', limit: 2 });
    const posted = await send(port, { method: 'POST', path: '/echo?limit=3', ...AS_FIELD });
    expect(posted.content).toEqual({ firstName: 'Mia', limit: 2 });
  });

  it('never holds the session', async () => {
    const { port } = await startEcho();
    for (const query of ['id=known', '%69d=known', 'limit=1&id=']) {
      const reply = await send(port, { path: `/who?${query}`, headers: { Authorization: 'Bearer known' } });
      expect([reply.status, reply.code]).toEqual([400, 'FIELDS_INVALID']);
      expect(reply.content).toMatch(/^The session must not stand in the URL/);
    }
  });
});

describe('Authorization: Basic (D-25, RFC 7617)', () => {
  it('holds the credentials in UTF-8, as the fields may', async () => {
    const { port } = await startEcho();
    const content = { email: 'zoë@example.org', password: 'p:ä🙂' };
    const given = basic(base64('zoë@example.org:p:ä🙂'));
    for (const body of [undefined, content, { email: 'zoë@example.org' }]) {
      expect((await send(port, { path: '/credentials', body, ...given })).content).toEqual(content);
    }
    const lower = { headers: { Authorization: `bASIC  ${base64('zoë@example.org:p:ä🙂')}` } };
    expect((await send(port, { path: '/credentials', ...lower })).content).toEqual(content);
  });

  it.each([
    ['that differ from a field', base64('zoë@example.org:pw'), 'password is given twice'],
    ['that are no base64', '@', 'The header Authorization'],
    ['that are not there', '', 'The header Authorization'],
    ['without a colon', base64('zoë@example.org'), 'The header Authorization'],
    ['that are not UTF-8', base64('zoë@example.org:ä', 'latin1'), 'The header Authorization'],
    ['that are blank', base64(' :'), 'email is missing'],
  ])('is refused with credentials %s', async (_, token, sentence) => {
    const { port } = await startEcho();
    const reply = await send(port, { path: '/credentials', body: { password: 'other' }, ...basic(token) });
    expect([reply.status, reply.code]).toEqual([400, 'FIELDS_INVALID']);
    expect(reply.content).toContain(sentence);
    expect(reply.content).not.toContain('other');
  });

  it('says nothing to a call that takes the credentials as fields alone', async () => {
    const { port } = await startEcho();
    const reply = await send(port, { path: '/echo', body: { firstName: 'Mia' }, ...basic('@') });
    expect(reply.content).toEqual({ firstName: 'Mia' });
  });
});
