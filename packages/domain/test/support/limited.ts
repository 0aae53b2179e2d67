import { createApplication } from '../../src/application.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { openClinic } from './clinic.ts';
import { attempt } from './values.ts';

/** A clinic whose calls have limits, and somebody who logs in to the parent's account. */
export const openLimited = async (ratesPerMinute: Partial<Ports['ratesPerMinute']> = {}, room = 128) => {
  const clinic = await openClinic();
  Object.assign(clinic.passwords, { room });
  const ports = { ...clinic, ratesPerMinute: { ...clinic.ratesPerMinute, ...ratesPerMinute } };
  const app = createApplication(ports);
  const call = { requestId: 'request', address: '192.0.2.1' };
  const logIn = (text: string, facts: object = {}) =>
    app.logIn({ ...call, email: clinic.parent.email, password: attempt(text), ...facts });
  const fail = async (times: number, facts: object = {}) => {
    const outcomes = [];
    for (let count = 0; count < times; count += 1) outcomes.push(await logIn('wrong horse', facts));
    return outcomes;
  };
  return { ...ports, app, call, logIn, fail };
};
