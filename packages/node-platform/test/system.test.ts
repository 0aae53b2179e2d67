import { clockContract, idSourceContract, randomContract } from '@health-case/domain/contracts/platform-contract';
import { secretCodesContract, sessionTokensContract } from '@health-case/domain/contracts/security-contract';
import { createdAt } from '@health-case/domain/model/values';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createIds, nextKeyId, system } from '../src/system.ts';

clockContract('the system clock', () => system.clock);
idSourceContract('the UUIDv7 source', () => createIds());
randomContract('the random numbers of the system', () => system.random);
sessionTokensContract('random session tokens', system.sessionTokens);
secretCodesContract('random invitation codes', system.secretCodes);

it('an id tells when it was made (RFC 9562, the example of A.6)', () => {
  expect(createdAt('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(Date.parse('2022-02-22T19:22:22Z'));
});

const DAY = 86_400_000;

/** Moves the clock of this process, until the test ends. */
const jump = (milliseconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  onTestFinished(() => void vi.useRealTimers());
};

it('ids sort after the earlier ones, also after the clock has jumped back a day (D-10)', () => {
  const { next } = createIds();
  const before = next();
  jump(-DAY);
  expect(next() > before).toBe(true);
});

it('ids sort after the newest of the store, also if the clock has jumped back before the start (D-10)', () => {
  const newest = createIds().next();
  const last = newest.replace(/-7...-/, '-7fff-');
  jump(-DAY);
  for (const former of [newest, last]) expect(createIds(former).next() > former).toBe(true);
});

it('the id of a key tells the time of the clock, whatever the ids of the store (P-33)', () => {
  const before = createdAt(nextKeyId());
  jump(-DAY);
  expect(createdAt(nextKeyId())).toBeLessThan(before);
});

it('an invitation code is eight groups of four hexadecimal digits, however they are typed (D-15)', () => {
  const { issue, digestOf } = system.secretCodes;
  const code = issue();
  expect(code).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/);
  const links = [`https://health.example.org/invited#${code}`, `<https://health.example.org/address#${code}>.`];
  const typed = [
    code.toUpperCase(),
    code.replaceAll('-', ''),
    code.replaceAll('-', ' '),
    ...links,
    `"${code}"`,
    `Code: ${code},`,
    `Ihr Code ${code} gilt 30 Minuten.`,
    code.replaceAll('0', 'O').replaceAll('1', 'l'),
    code.replaceAll('0', 'o').replaceAll('1', 'I'),
    `Code: ${code.replaceAll('0', 'O').replaceAll('1', 'l').toUpperCase()}. Bitte eingeben`,
    ...['.', '_', '\u2013', ' \r\n> ', '\u00b7'].map((mark) => code.replaceAll('-', mark)),
    `https://safe.example.org/?url=https%3A%2F%2Fhealth.example.org%2Freset%23${code}&data=05`,
  ];
  for (const text of typed) expect(digestOf(text)).toBe(digestOf(code));
});
