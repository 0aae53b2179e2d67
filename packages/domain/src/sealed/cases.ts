import type { Case, Certification, IssuedCertification, Task } from '../model/case.ts';
import type { Reason, Statement, Title } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import type { StoredCase, StoredCertification, StoredTask, Tables } from '../ports/tables.ts';
import { type Keys, sealedField } from './fields.ts';

export const sealedCases = (table: Tables['cases'], keyTable: Tables['keys'], keys: Keys): Stores['cases'] => {
  const titles = sealedTitles(keys, keyTable, 'Case');
  const { sealed, opened } = titles;
  return {
    ...table,
    find: async (id) => titles.openedOne(await table.find(id)),
    locate: async (id) => titles.openedOne(await table.locate(id)),
    titlesOf: async (ids) => opened(await table.titlesOf(ids)),
    ofDoctor: async (...wanted) => opened(await table.ofDoctor(...wanted)),
    ofAssistant: async (...wanted) => opened(await table.ofAssistant(...wanted)),
    ofParent: async (...wanted) => opened(await table.ofParent(...wanted)),
    ofChild: async (...wanted) => opened(await table.ofChild(...wanted)),
    finishedBefore: async (...wanted) => opened(await table.finishedBefore(...wanted)),
    insert: async (facts) => table.insert(await sealed(facts)),
    rename: async (facts) => table.rename(await sealed(facts)),
  };
};

export const sealedTasks = (table: Tables['tasks'], keyTable: Tables['keys'], keys: Keys): Stores['tasks'] => {
  const titles = sealedTitles(keys, keyTable, 'Task');
  const { sealed, opened, openedOne } = titles;
  return {
    ...table,
    find: async (id) => openedOne(await table.find(id)),
    ofCase: async (...wanted) => opened(await table.ofCase(...wanted)),
    ofDoctor: async (...wanted) => opened(await table.ofDoctor(...wanted)),
    ofAssistant: async (...wanted) => opened(await table.ofAssistant(...wanted)),
    meantBy: async (id) => openedOne(await table.meantBy(id)),
    insert: async (task) => table.insert(await sealed(task)),
    rename: async (task) => table.rename(await sealed(task)),
  };
};

const sealedTitles = (keys: Keys, keyTable: Tables['keys'], entity: 'Case' | 'Task') => {
  const titles = sealedField<Title>(keys, keyTable, entity, 'title');
  const opened = async <Stored extends Pick<StoredCase | StoredTask, 'id' | 'title'>>(rows: readonly Stored[]) => {
    const open = await titles.opener(rows.map(({ title }) => title));
    return rows.map((row) => ({ ...row, title: open(row.id, row.title) }));
  };
  return {
    opened,
    openedOne: async <Stored extends StoredCase | StoredTask>(row: Stored | undefined) =>
      row && (await opened([row]))[0],
    sealed: async <Facts extends Case | Task>(facts: Facts) => ({
      ...facts,
      title: await titles.seal(facts.id, facts.title),
    }),
  };
};

export const sealedCertifications = (
  table: Tables['certifications'],
  keyTable: Tables['keys'],
  keys: Keys,
): Stores['certifications'] => {
  const reasons = sealedField<Reason>(keys, keyTable, 'Certification', 'reason');
  const statements = sealedField<Statement>(keys, keyTable, 'Certification', 'statement');

  const opened = async (rows: readonly StoredCertification[]) => {
    const openReason = await reasons.opener(rows.map((row) => ('reason' in row ? row.reason : undefined)));
    const openStatement = await statements.opener(rows.map((row) => ('statement' in row ? row.statement : undefined)));
    return rows.map((stored): Certification => {
      if (stored.status === 'requested') return stored;
      return stored.status === 'issued'
        ? { ...stored, statement: openStatement(stored.id, stored.statement) }
        : { ...stored, reason: openReason(stored.id, stored.reason) };
    });
  };
  const openedIssued = async (rows: readonly StoredCertification<IssuedCertification>[]) => {
    const open = await statements.opener(rows.map(({ statement }) => statement));
    return rows.map((row): IssuedCertification => ({ ...row, statement: open(row.id, row.statement) }));
  };
  const openedOne = async (row: StoredCertification | undefined) => row && (await opened([row]))[0];
  const sealed = async (facts: Certification): Promise<StoredCertification> => {
    if (facts.status === 'requested') return facts;
    return facts.status === 'issued'
      ? { ...facts, statement: await statements.seal(facts.id, facts.statement) }
      : { ...facts, reason: await reasons.seal(facts.id, facts.reason) };
  };

  return {
    find: async (id) => openedOne(await table.find(id)),
    newestOf: async (id) => openedOne(await table.newestOf(id)),
    newestOfEach: async (taskIds) => opened(await table.newestOfEach(taskIds)),
    waitingIn: table.waitingIn,
    ofCase: async (...wanted) => opened(await table.ofCase(...wanted)),
    issuedBy: async (...wanted) => openedIssued(await table.issuedBy(...wanted)),
    toConfirmOf: table.toConfirmOf,
    insertOnce: async (wanted) => {
      const [inserted = wanted] = await opened([await table.insertOnce(wanted)]);
      return inserted;
    },
    save: async (certification) => table.save(await sealed(certification)),
  };
};

export const sealedHistory = (table: Tables['history'], keyTable: Tables['keys'], keys: Keys): Stores['history'] => {
  const reasons = sealedField<Reason>(keys, keyTable, 'CaseEvent', 'reason');
  return {
    ofCase: async (...wanted) => {
      const events = await table.ofCase(...wanted);
      const open = await reasons.opener(events.map(({ reason }) => reason));
      return events.map(({ reason, ...event }) => ({
        ...event,
        reason: reason === undefined ? undefined : open(event.id, reason),
      }));
    },
    append: async (event) => {
      const { id, reason } = event;
      await table.append({ ...event, reason: reason && (await reasons.seal(id, reason)) });
    },
  };
};
