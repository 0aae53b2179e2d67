import type { Day } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { by, type MemoryTables, type Sync } from './table.ts';

/** The agreed covers of that day. */
export const agreedOn = ({ covers }: MemoryTables, day: Day) =>
  covers.all(({ agreedAt, firstDay, lastDay }) => agreedAt !== undefined && firstDay <= day && day <= lastDay);

export const coverStores = (tables: MemoryTables): Sync<Pick<Stores, 'covers'>> => {
  const { cases, covers } = tables;
  return {
    covers: {
      find: covers.find,
      counts: (deputy, doctor, day) =>
        agreedOn(tables, day).some(({ deputyId, doctorId }) => deputyId === deputy && doctorId === doctor),
      doctorsOf: (deputy, day) =>
        agreedOn(tables, day)
          .filter(({ deputyId }) => deputyId === deputy)
          .map(({ doctorId }) => doctorId)
          .sort(),
      deputiesOf: (doctor, day) =>
        agreedOn(tables, day)
          .filter(({ doctorId }) => doctorId === doctor)
          .map(({ deputyId }) => deputyId),
      deputiesFrom: (doctor, day) =>
        covers
          .all(({ agreedAt, doctorId, lastDay }) => agreedAt !== undefined && doctorId === doctor && lastDay >= day)
          .map(({ deputyId }) => deputyId),
      ofAccount: (account, from) =>
        covers
          .all(({ doctorId, deputyId, lastDay }) => [doctorId, deputyId].includes(account) && lastDay >= from)
          .sort(by('firstDay', 'id')),
      ofCase: (caseId, day) => agreedOn(tables, day).find(({ doctorId }) => doctorId === cases.find(caseId)?.doctorId),
      insert: covers.put,
      agree: (id, agreedAt) => covers.change({ id }, { agreedAt }),
      remove: covers.drop,
      removePast: (of, before) => void covers.remove(({ doctorId, lastDay }) => doctorId === of && lastDay < before),
    },
  };
};
