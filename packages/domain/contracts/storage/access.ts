import type { AuditLook, NotedRecord } from '@health-case/domain/model/audit';
import type { AuditRecordId, ChildId } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at, auditRecord, child, earlierId, keepRecords, listRecord, nextId } from './samples.ts';

const ALL = { after: undefined, size: 100 } as const;

type Look = Omit<AuditLook, 'place'>;

/** What is told of records: other children are not. */
const looks = (records: readonly NotedRecord[]): readonly Look[] =>
  records.map(({ child: _, children: __, ...look }) => look);

/** Pages of a child's records, of this size, one behind the other. */
const whole = async ({ read }: Scene, of: ChildId, size: number): Promise<readonly Look[]> => {
  const found: Look[] = [];
  for (;;) {
    const page = await read.audit.aboutChild(of, { after: found.at(-1)?.id as AuditRecordId | undefined, size });
    found.push(...page.map(({ place: _, ...record }) => record));
    if (page.length < size) return found;
  }
};

export const access: Suite = (it) => {
  it('is told newest first by their ids, whatever their places, of calls that were answered, in pages of any size', async (scene) => {
    const { storage, read } = scene;
    const of = nextId<ChildId>();
    const own = [
      auditRecord({ child: of }),
      auditRecord({ child: of, id: earlierId(), by: undefined }),
      auditRecord({ child: of, on: undefined, action: 'child exported' }),
      auditRecord({ child: of }),
    ];
    for (const record of own) {
      await keepRecords(storage, record);
      // Where records are pending at first, they get their places here, and otherwise in the order of ids.
      await storage.sequence([]);
      await keepRecords(storage, auditRecord({ child: of, outcome: 'TASKS_OPEN' }), auditRecord({ child: nextId() }));
    }
    const byId = own.toSorted((one, other) => (one.id < other.id ? 1 : -1));
    for (const size of [1, 3, 100]) expect(await whole(scene, of, size)).toEqual(looks(byId));
    expect(await read.audit.aboutChild(nextId(), ALL)).toEqual([]);
  });

  it('includes the records about children that were merged into the child', async (scene) => {
    const { storage, keep, keepCase, read } = scene;
    const [kept, other] = [await keepCase(), await keepCase()];
    const first = child();
    await keep(({ children }) => children.insert(first, other.parent.id));
    const records = [
      auditRecord({ child: first.id }),
      auditRecord({ child: other.child.id }),
      auditRecord({ child: kept.child.id, on: other.case.id }),
    ];
    for (const record of records) await keepRecords(storage, record);
    await keep(({ children }) => children.merge(first.id, other.child.id));
    expect(await whole(scene, other.child.id, 2)).toEqual(looks(records).slice(0, 2).toReversed());
    await keep(({ children }) => children.merge(other.child.id, kept.child.id));
    for (const size of [2, 9]) expect(await whole(scene, kept.child.id, size)).toEqual(looks(records).toReversed());
    const searched = await read.audit.records({ child: kept.child.id }, { after: 0, size: 9 });
    expect(searched.map(({ place: _, ...record }) => record)).toEqual(records);
  });

  it('includes the records about several children, for each of them, wherever it stands among them', async (scene) => {
    const { storage, read } = scene;
    const [one, two, three] = [nextId<ChildId>(), nextId<ChildId>(), nextId<ChildId>()];
    const records = [
      listRecord([two, one]),
      auditRecord({ child: one }),
      listRecord([one, two, three]),
      listRecord([two, one]),
      listRecord([three]),
    ];
    for (const record of records) await storage.sequence([record]);
    const of = (...nths: readonly number[]) => looks(nths.flatMap((nth) => records[nth] ?? []));
    for (const size of [1, 2, 9]) {
      expect(await whole(scene, one, size)).toEqual(of(3, 2, 1, 0));
      expect(await whole(scene, two, size)).toEqual(of(3, 2, 0));
      expect(await whole(scene, three, size)).toEqual(of(4, 2));
    }
    const sorted = (...children: readonly ChildId[]) => children.toSorted().join(' ');
    const searched = await read.audit.records({ child: two, from: at(1) }, { after: 1, size: 1 });
    expect(searched).toEqual([{ ...records[2], children: sorted(one, two, three), place: 3 }]);
    expect(await read.audit.verify()).toEqual({ sound: true, records: 5 });
  });

  it('has a record about several once, although two of them were made one, and also after that one is erased', async (scene) => {
    const { storage, keep, keepCase, read } = scene;
    const [kept, other] = [await keepCase(), await keepCase()];
    const records = [listRecord([kept.child.id, other.child.id]), listRecord([other.child.id, nextId()])];
    await storage.sequence(records);
    await keep(({ children }) => children.merge(other.child.id, kept.child.id));
    expect((await whole(scene, kept.child.id, 1)).map(({ id }) => id)).toEqual(
      records.map(({ id }) => id).toReversed(),
    );
    await keep(({ children }) => children.erase(kept.child.id));
    const found = await read.audit.records({ child: other.child.id }, { after: 0, size: 9 });
    expect(found.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(await read.audit.verify()).toEqual({ sound: true, records: 2 });
  });
};
