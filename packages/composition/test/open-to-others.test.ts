import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openToOthers } from '../src/open-to-others.ts';
import { readSettings } from '../src/settings.ts';

it('names the key, the database and its log where others may read or write them, and only there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-modes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = ['health-case.key', 'health-case.db', 'health-case.db-wal'].map((name) => join(folder, name));
  const settings = readSettings({ DATABASE_URL: `file:${files[1]}` });
  expect(openToOthers(settings)).toEqual([]);
  for (const file of files) writeFileSync(file, '', { mode: 0o600 });
  expect(openToOthers(settings)).toEqual([]);
  for (const mode of [0o640, 0o604, 0o620, 0o602]) {
    for (const file of files) chmodSync(file, mode);
    expect(openToOthers(settings)).toEqual(files);
  }
});
