import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import { expect, it, onTestFinished, vi } from 'vitest';
import { applicationOver } from '../testing/application-over.ts';

it('who pages by `after` sees what is added after a restart with a clock that went back a day (D-10)', async () => {
  const storage = createMemoryStorage();
  const startAndAdd = async () => {
    const { ids, stop } = await applicationOver(storage);
    await stop();
    return keepAccount(storage, 'Doc', { id: ids.next() });
  };
  const { id: after } = await startAndAdd();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { id } = await startAndAdd();
  expect((await storage.read.accounts.doctors({ after, size: 9 })).map((doctor) => doctor.id)).toEqual([id]);
});
