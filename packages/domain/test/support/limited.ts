import { expect, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { openClinic, PASSWORD } from './clinic.ts';
import { codeOf } from './outcomes.ts';
import { attempt, email, name, password } from './values.ts';

const NINA = { firstName: name('Nina'), lastName: name('New'), password: password(PASSWORD), role: 'Par' } as const;
/** A clinic whose calls have limits, and somebody who logs in to the parent's account, from one address. */
export const openLimited = async (ratesPerMinute: Partial<Ports['ratesPerMinute']> = {}, room = 128) => {
  const clinic = await openClinic();
  Object.assign(clinic.passwords, { room });
  const ports = { ...clinic, ratesPerMinute: { ...clinic.ratesPerMinute, ...ratesPerMinute } };
  const app = createApplication(ports);
  const call = { requestId: 'request', address: '192.0.2.1' };
  const attemptWith = (text: string, facts: object = {}) =>
    app.logIn({ ...call, email: clinic.parent.email, password: attempt(text), ...facts });
  const logIn = async (facts: object = {}) => codeOf(await attemptWith(PASSWORD, facts));
  const fail = async (times: number, facts: object = {}) => {
    const codes = [];
    for (let count = 0; count < times; count += 1) codes.push(codeOf(await attemptWith('wrong horse', facts)));
    return codes;
  };
  const registerAs = async (address: string, facts: object = {}) =>
    codeOf(await app.registerAccount({ ...call, ...NINA, email: email(address), ...facts }));
  /** Verifies until it is told what it found. */
  const holdHasher = () => {
    const { promise, resolve } = Promise.withResolvers<{ matches: boolean; outdated: boolean }>();
    const verify = vi.spyOn(clinic.passwords, 'verify').mockReturnValue(promise);
    const reached = (times: number) => vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(times));
    return { verify, reached, tell: (matches: boolean) => resolve({ matches, outdated: false }) };
  };
  return { ...ports, app, call, attemptWith, logIn, fail, registerAs, holdHasher };
};
