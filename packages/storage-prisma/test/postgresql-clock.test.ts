import { clocksContract } from '@health-case/domain/contracts/clocks-contract';
import { auditRecord, keepRecords } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClockCheck } from '../src/postgresql/clock.ts';
import { migratedDatabase, openPostgres, PATIENT } from './support/stores.ts';

clocksContract('one PostgreSQL database', async () => {
  const url = await migratedDatabase();
  return (now) => openPostgres(url, { bounds: PATIENT, now });
});

it('a process with a wrong clock adds no records of its own to the audit trail', async () => {
  const url = await migratedDatabase();
  const wrong = await openPostgres(url, { bounds: PATIENT, now: () => Date.now() + 3_600_000 });
  await expect(wrong.sequence([auditRecord()])).rejects.toBeInstanceOf(Unavailable);
  const right = await openPostgres(url, { bounds: PATIENT });
  await keepRecords(right, auditRecord());
  expect(await right.read.audit.verify()).toEqual({ sound: true, records: 1 });
});

it('the database is asked for its time once a minute, at once after a jump of the clock, and once a second while it is wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let theirs = 0;
  const ask = vi.fn(async () => Date.now() + theirs);
  const check = createClockCheck(ask);
  for (let times = 0; times < 5; times += 1) await check();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  theirs = 61_000;
  for (let times = 0; times < 5; times += 1) await expect(check()).rejects.toThrow('61 seconds behind');
  expect(ask).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1000);
  theirs = 0;
  await check();
  expect(ask).toHaveBeenCalledTimes(3);
  const jump = 3_600_000;
  vi.setSystemTime(Date.now() + jump);
  theirs = -jump;
  await expect(check()).rejects.toThrow('60 minutes ahead of');
});

it('the time of the database is compared with that in the middle of the round trip', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const check = createClockCheck(async () => {
    vi.advanceTimersByTime(50_000);
    const now = Date.now() - 40_000;
    vi.advanceTimersByTime(50_000);
    return now;
  });
  await check();
});
