import { describe, expect, test, vi } from 'vitest';
import type { ChildId } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { reencrypt } from '../../src/use-cases/upkeep.ts';
import { createTestPorts } from '../support/ports.ts';

describe('sealing anew', () => {
  test('goes through all children in units of work of their own, from one to the next, and says how far it is', async () => {
    const ports = createTestPorts();
    const asked: unknown[] = [];
    const answers = [
      { last: 'c100' as ChildId, sealed: 100 },
      { last: 'c150' as ChildId, sealed: 7 },
      { last: undefined, sealed: 0 },
    ];
    const children = {
      reencrypt: async ({ after }: { after: unknown }) => {
        asked.push(after);
        return answers.shift();
      },
    };
    const write = vi.spyOn(ports.storage, 'write');
    write.mockImplementation(async (work) => work({ children } as unknown as Stores));
    const sealed: number[] = [];
    for await (const count of reencrypt(ports)()) sealed.push(count);
    expect([sealed, asked]).toEqual([
      [100, 7, 0],
      [undefined, 'c100', 'c150'],
    ]);
    expect(write).toHaveBeenCalledTimes(3);
  });

  test('of an empty store is done at once', async () => {
    const sealed: number[] = [];
    for await (const count of reencrypt(createTestPorts())()) sealed.push(count);
    expect(sealed).toEqual([0]);
  });
});
