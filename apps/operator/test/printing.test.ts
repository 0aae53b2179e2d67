import { join } from 'node:path';
import { folderOfTests } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it } from 'vitest';
import { operatorOn } from './support/operator.ts';

/** Sets the title of a terminal, clears it by a C1 character, and turns the order of what follows. */
const ACTING = '\u001b]0;title\u0007 \u009b2J \u007f \u202egnp.exe \u2066';
const file = join(folderOfTests(), 'health-case.db');
const operator = operatorOn(file);
await operator(
  ['account', 'create', '--role', 'Par', '--first-name', 'Jan', '--last-name', 'Jansen', '--email', 'jan@example.org'],
  'vT9#mossy-lantern',
);

/** A certificate of an issuer that nobody trusts. */
const forged = [
  { alg: 'ES256' },
  { iss: ACTING, jti: '1', iat: 1, exp: 2, given_name: 'A', family_name: 'B', statement: 'C', issued_by: 'D' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('A'.repeat(86))
  .join('.');

describe('no character of data or arguments acts on the terminal of the operator', () => {
  it.each<[string, readonly string[]]>([
    ['an unknown command', [ACTING]],
    ['an invalid argument', ['account', 'unlock', ACTING]],
    ['a certificate', ['certificate', 'verify', forged]],
    ['a certificate, in JSON', ['certificate', 'verify', forged, '--json']],
    ['the name of a file', ['store', 'back-up', join(folderOfTests(), ACTING)]],
    ['the name of a file that is not there', ['store', 'restore', ACTING, '--force']],
  ])('%s', async (_, args) => {
    const { stdout, stderr } = await operator(args);
    expect(stdout + stderr).not.toBe('');
    expect((stdout + stderr).match(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu)).toBeNull();
  });

  it('and JSON has the value', async () => {
    const { stdout, exitCode } = await operator(['certificate', 'verify', forged, '--json']);
    expect([JSON.parse(stdout), exitCode]).toEqual([{ verdict: 'unknown issuer', issuer: ACTING }, 1]);
  });
});
