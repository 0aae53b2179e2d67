import { expect, test, vi } from 'vitest';
import { createApplication } from '../src/application.ts';
import { type AccountId, MINUTE } from '../src/model/values.ts';
import { createCallLimit } from '../src/use-cases/sessions.ts';
import { openClinic } from './support/clinic.ts';
import { codeOf } from './support/outcomes.ts';

const openLimited = async (calls: number) => {
  const clinic = await openClinic();
  const app = createApplication({ ...clinic, ratesPerMinute: { ...clinic.ratesPerMinute, calls } });
  const { token } = await clinic.logIn(clinic.parent);
  const call = async (times: number, by = token) => {
    const outcomes = [];
    for (let count = 0; count < times; count += 1) outcomes.push(codeOf(await app.resumeSession(by)));
    return outcomes;
  };
  return { ...clinic, app, call, token };
};

test('an account may call so often a minute, in all its sessions together, and then has to wait', async () => {
  const { app, call, clock, doctor, logIn, parent, token } = await openLimited(3);
  const { token: another } = await logIn(parent);
  const { token: ofDoctor } = await logIn(doctor);
  expect(await call(3)).toEqual(['OK', 'OK', 'OK']);
  clock.advance(MINUTE - 1500);
  expect(await app.resumeSession(another)).toEqual({ ok: false, refusal: { code: 'THROTTLED', retryAfterSeconds: 2 } });
  expect(await call(1, ofDoctor)).toEqual(['OK']);
  clock.advance(1500);
  expect(await call(4, token)).toEqual(['OK', 'OK', 'OK', 'THROTTLED']);
  expect(codeOf(await app.resumeSession(token, true))).toBe('OK');
});

test('a clock that is set back lets nobody wait for more than a minute', async () => {
  const { call, clock } = await openLimited(1);
  await call(1);
  clock.advance(-20 * MINUTE);
  expect(await call(1)).toEqual(['THROTTLED']);
  clock.advance(MINUTE);
  expect(await call(1)).toEqual(['OK']);
});

test('of very many accounts, those whose minute began first are counted anew', async () => {
  const { clock, ratesPerMinute } = await openLimited(1);
  const countCall = createCallLimit({ clock, ratesPerMinute: { ...ratesPerMinute, calls: 1 } });
  for (let count = 0; count <= 50_000; count += 1) countCall(`account ${count}` as AccountId);
  const again = ['account 50000', 'account 1', 'account 0'] as const;
  const codes = again.map((id) => codeOf(countCall(id as string as AccountId)));
  expect(codes).toEqual(['THROTTLED', 'THROTTLED', 'OK']);
});

test('0 is no limit', async () => {
  const { call } = await openLimited(0);
  expect(new Set(await call(5000))).toEqual(new Set(['OK']));
});

test('counting needs nothing of the store', async () => {
  const { call, storage } = await openLimited(1);
  const write = vi.spyOn(storage, 'write');
  expect(await call(3)).toEqual(['OK', 'THROTTLED', 'THROTTLED']);
  expect(write).not.toHaveBeenCalled();
});
