import { expect, vi } from 'vitest';
import { createApplication } from '../../src/application.ts';
import { loginOf } from '../../src/model/throttle.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { openClinic, PASSWORD } from './clinic.ts';
import { underRules } from './ports.ts';
import { attempt, codeOf, email, name, password } from './values.ts';

export const wrong = (times: number) => Array(times).fill('CREDENTIALS_WRONG');

/** An address that nobody has registered. */
export const nobody = (nth = 0) => ({ email: email(`nobody${nth}@example.org`) });

/** Somebody who has not registered yet. */
const NAMES = { firstName: name('Nina'), lastName: name('New') };
export const NINA = { ...NAMES, ...nobody(), password: password(PASSWORD), role: 'Par', through: 'A' } as const;

/** The codes of a call that is made so many times, one after the other. */
export const repeat = async (times: number, call: () => Promise<Parameters<typeof codeOf>[0]>) => {
  const codes = [];
  for (let count = 0; count < times; count += 1) codes.push(codeOf(await call()));
  return codes;
};

/** A clinic whose calls have limits, and somebody who logs in to the parent's account, from one address. */
export const openLimited = async (
  ratesPerMinute: Partial<Ports['rules']['ratesPerMinute']> = {},
  room = 128,
  atOnce = room,
) => {
  const clinic = await openClinic();
  Object.assign(clinic.passwords, { room, atOnce });
  const ports = underRules(clinic, { ratesPerMinute: { ...clinic.rules.ratesPerMinute, ...ratesPerMinute } });
  const app = createApplication(ports);
  const call = { requestId: 'request', address: '192.0.2.1' };
  const attemptWith = (text: string, facts: object = {}, process = app) =>
    process.logIn({ ...call, email: clinic.parent.email, password: attempt(text), ...facts });
  const logIn = async (facts: object = {}) => codeOf(await attemptWith(PASSWORD, facts));
  const fail = (times: number, facts: object = {}) => repeat(times, () => attemptWith('wrong horse', facts));
  /** Verifies until it is told what it found. */
  const holdHasher = () => {
    const { promise, resolve } = Promise.withResolvers<{ matches: boolean; outdated: boolean }>();
    const verify = vi.spyOn(clinic.passwords, 'verify').mockReturnValue(promise);
    const reached = (times: number) => expect.poll(() => verify).toHaveBeenCalledTimes(times);
    return { verify, reached, tell: (matches: boolean) => resolve({ matches, outdated: false }) };
  };
  const stored = async () => (await clinic.storage.read.throttles.find([loginOf(clinic.parent.email)]))[0];
  return { ...ports, app, call, attemptWith, logIn, fail, holdHasher, stored };
};
