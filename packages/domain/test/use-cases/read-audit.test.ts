import { describe, expect, test } from 'vitest';
import { refuse } from '../../src/errors.ts';
import { later } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import { readAudit, verifyAudit } from '../../src/use-cases/upkeep.ts';
import { openClinicWithCase } from '../support/clinic.ts';
import { listed, must } from '../support/outcomes.ts';
import { email } from '../support/values.ts';

/** So many records, a minute apart: one after the other by the doctor and by the parent, each on the case. */
const openRecorded = async (records: number) => {
  const clinic = await openClinicWithCase();
  const { caseId: on, childId: child, clock, doctor, ids, parent, storage } = clinic;
  const start = clock.now();
  await storage.write(async ({ audit }) => {
    for (let nth = 0; nth < records; nth += 1) {
      const { id: by } = nth % 2 === 0 ? doctor : parent;
      const [id, at] = [ids.auditRecord(), later(start, nth * 60_000)];
      await audit.append({ id, at, requestId: 'a request', by, action: 'case shown', on, outcome: 'OK', child });
    }
    return ok(undefined);
  });
  const minute = (nth: number) => later(start, nth * 60_000);
  const read = async (input: Parameters<ReturnType<typeof readAudit>>[0]) =>
    (await listed(clinic.app.readAudit(input))).map(({ place }) => place);
  return { ...clinic, minute, read };
};

describe('reading the audit trail', () => {
  test('gives every record in order, whatever their number', async () => {
    const { read } = await openRecorded(1203);
    expect(await read({})).toEqual(Array.from({ length: 1203 }, (_, nth) => nth + 1));
    expect(await read({ limit: 1000 })).toHaveLength(1000);
    expect(await read({ limit: 2 })).toEqual([1, 2]);
  });

  test('gives no page where there is no record, or none any more', async () => {
    const pagesOf = async (records: number) => {
      const sizes: number[] = [];
      for await (const page of must(await readAudit(await openRecorded(records))({}))) sizes.push(page.length);
      return sizes;
    };
    expect([await pagesOf(0), await pagesOf(500)]).toEqual([[], [500]]);
  });

  test('is by account, by child and by time, and by all of them together', async () => {
    const { childId, minute, parent, read } = await openRecorded(6);
    expect(await read({ email: parent.email })).toEqual([2, 4, 6]);
    expect(await read({ child: childId, limit: 1 })).toEqual([1]);
    expect(await read({ from: minute(2), until: minute(4) })).toEqual([3, 4]);
    expect(await read({ email: parent.email, child: childId, from: minute(2), limit: 1 })).toEqual([4]);
  });

  test('is refused for an address that nobody has', async () => {
    const clinic = await openRecorded(0);
    expect(await clinic.app.readAudit({ email: email('nobody@example.org') })).toEqual(refuse('ACCOUNT_NOT_FOUND'));
  });
});

test('verifying the audit trail answers what the store finds', async () => {
  const clinic = await openRecorded(3);
  const heard: number[] = [];
  const verdictOf = verifyAudit(clinic)({ report: (...told) => heard.push(...told) });
  expect([must(await verdictOf), heard]).toEqual([{ sound: true, records: 3 }, [3, 3]]);
  const verdict = { sound: false, place: 2, problem: `the record ${clinic.ids.auditRecord()}` } as const;
  const audit = { ...clinic.storage.read.audit, verify: async () => verdict };
  const storage = { ...clinic.storage, read: { ...clinic.storage.read, audit } };
  expect(must(await verifyAudit({ ...clinic, storage })())).toEqual(verdict);
});
