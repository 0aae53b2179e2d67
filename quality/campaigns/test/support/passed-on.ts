import type { OutgoingHttpHeaders } from 'node:http';
import { person } from '@health-case/harness/client';
import { exchange, send } from '@health-case/http/testing/client';
import { envelopeExpectation, expectRefusal } from '@health-case/http/testing/replies';
import { expect } from 'vitest';

/** A proxy at this port passes bodies on up to the limit of D-06, and refuses in the words of the service. */
export const expectPassedOn = async (port: number, field: 'body' | 'response', headers: OutgoingHttpHeaders = {}) => {
  const fitting = Buffer.from('{}'.padStart(64 * 1024));
  for (const method of ['GET', 'QUERY']) {
    const { text } = await send(port, { method, path: '/readyz', body: fitting, headers });
    expect(text).toBe(`{"version":"1","status":"OK","${field}":null}`);
  }
  const tooLarge = await send(port, { path: '/readyz', body: Buffer.concat([fitting, fitting]), headers });
  envelopeExpectation(field)(tooLarge);
  expectRefusal(tooLarge, 413, 'BODY_TOO_LARGE');
  expectRefusal(await send(port, { path: '/.refused', headers }), 404, 'PATH_NOT_FOUND');
  const [head, envelope] = (await exchange(port, 'What is this?\r\n\r\n')).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 400 .*Error-Code: MALFORMED_HTTP/s);
  expect(envelope).toContain(`{"version":"1","status":"ERR","${field}":"The request is not well-formed`);
};

export const FEW_REGISTRATIONS = { REGISTRATIONS_PER_MINUTE: '12' };

/**
 * A proxy at this port of variant B tells the address of the client, whatever the client says. Those who register come
 * at once: one after another, they might not be too many for a minute on a slow machine.
 */
export const expectTrueAddress = async (port: number, headers: OutgoingHttpHeaders = {}) => {
  const register = async (_: unknown, nth: number) => {
    const forged = { ...headers, 'X-Forwarded-For': `192.0.2.${nth}` };
    return (await send(port, { method: 'POST', path: '/api/Auth', body: person('jan@example.org'), headers: forged }))
      .code;
  };
  const codes = await Promise.all(Array.from({ length: 24 }, register));
  expect(codes).toContain(undefined);
  expect(codes).toContain('THROTTLED');
};
