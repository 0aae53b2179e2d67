import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isFromHere, originOf } from '../src/kit/urls.ts';

const request = (headers: IncomingMessage['headers']) => ({ headers }) as IncomingMessage;
const PUBLIC_URL = 'https://clinic.example.org';

describe('where PUBLIC_URL is served behind TLS', () => {
  it.each([
    'clinic.example.org',
    'CLINIC.example.org',
    'clinic.example.org:443',
    'clinic.example.org.',
    'clinic.example.org.:443',
  ])('a browser that asks for %s has come to the portal', (host) => {
    expect(originOf(request({ host }), PUBLIC_URL)).toBe(PUBLIC_URL);
  });

  it.each(['clinic.example.org:8443', 'clinic.example.org:80', 'clinic.example.org..', 'xclinic.example.org', ''])(
    'one that asks for %j has not',
    (host) => expect(originOf(request({ host }), PUBLIC_URL)).toBeUndefined(),
  );

  it('its port is part of the address', () => {
    const publicUrl = `${PUBLIC_URL}:8443/cases`;
    const origins = ['clinic.example.org:8443', 'clinic.example.org.:8443', 'clinic.example.org'].map((host) =>
      originOf(request({ host }), publicUrl),
    );
    expect(origins).toEqual([`${PUBLIC_URL}:8443`, `${PUBLIC_URL}:8443`, undefined]);
  });
});

it('without TLS nothing but this machine is served', () => {
  const hosts = ['localhost:3002', 'localhost.:3002', 'LOCALHOST', '127.0.0.1:3002', '[::1]:3002'];
  const strangers = ['clinic.example.org', 'localhost..:3002', 'localhost.example.org', '127.0.0.1.example.org'];
  const origins = [...hosts, ...strangers].map((host) => originOf(request({ host }), 'http://clinic.example.org'));
  expect(origins).toEqual([...hosts.map((host) => `http://${host.toLowerCase()}`), ...strangers.map(() => undefined)]);
});

it('a form that Firefox sends again on the way back is from here, if its origin is', () => {
  const sent = (origin: string) =>
    isFromHere(request({ 'sec-fetch-site': 'none', origin }), 'https://clinic.example.org');
  expect([sent(PUBLIC_URL), sent('https://evil.example'), sent('null')]).toEqual([true, false, false]);
});
