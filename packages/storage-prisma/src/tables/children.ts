import type { ChildEntry } from '@health-case/domain/model/child';
import type { StoredChild, Tables } from '@health-case/domain/ports/tables';
import { ok, refuse } from '@health-case/domain/result';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/children.ts';
import { branded, ID, modelOf, pageOf } from './rows.ts';

const NAMES = { firstName: true, lastName: true, birthDate: true } as const;
const ENTRY = { id: true, firstName: true, lastName: true } as const;

type Names = Pick<StoredChild, keyof typeof NAMES>;
const toNames = ({ birthDate, ...row }: Pick<Row.Child, keyof typeof NAMES>): Names =>
  branded<Names>({ ...row, birthDate: birthDate ?? undefined });

const toStoredChild = ({ birthDate, socSecNum, socSecFingerprint, ...row }: Row.Child): StoredChild =>
  branded<StoredChild>({
    ...row,
    birthDate: birthDate ?? undefined,
    encryptedNumber: socSecNum ?? undefined,
    numberFingerprint: socSecFingerprint ?? undefined,
  });

export const childTable = ({ sql, read, change, write }: Access): Tables['children'] => ({
  parentOf: async (id) => {
    const found = { where: { id }, select: { parentId: true } };
    const row = await read(({ child }) => child.findFirst(found), sql.lock(SQL.RELY_ON_CHILD, id));
    return modelOf(row, branded<Pick<StoredChild, 'parentId'>>)?.parentId;
  },
  find: async (id) =>
    modelOf(
      await read(({ child }) => child.findFirst({ where: { id } }), sql.lock(SQL.RELY_ON_CHILD, id)),
      toStoredChild,
    ),
  names: async (id) => modelOf(await read(({ child }) => child.findFirst({ where: { id }, select: NAMES })), toNames),
  ofParent: async (parentId, request) => {
    const page = { ...pageOf({ parentId }, request), select: ENTRY };
    return (await read(({ child }) => child.findMany(page))).map(branded<ChildEntry>);
  },
  ofDoctor: async (doctorId, { after = '', size }) =>
    (await sql.rows(SQL.CHILDREN_OF_DOCTOR, doctorId, after, size)).map(branded<ChildEntry>),
  ofDoctorAndParent: async (doctorId, parentId, request) => {
    const page = { ...pageOf({ parentId, cases: { some: { doctorId } } }, request), select: ENTRY };
    return (await read(({ child }) => child.findMany(page))).map(branded<ChildEntry>);
  },
  isOfDoctor: async (childId, doctorId) =>
    (await read((client) => client.case.findFirst({ where: { doctorId, childId }, select: ID }))) !== null,
  insert: async ({ id, parentId, firstName, lastName, birthDate, encryptedNumber, numberFingerprint }) => {
    const optional = [birthDate ?? null, encryptedNumber ?? null, numberFingerprint ?? null] as const;
    const facts = [id, parentId, firstName, lastName, ...optional] as const;
    if (numberFingerprint !== undefined)
      return (await sql.count(SQL.INSERT_CHILD, ...facts)) === 1 ? ok(undefined) : refuse('CHILD_KNOWN');
    // A child without a number is never refused, so its insert need not be awaited.
    await sql.write(SQL.INSERT_CHILD, ...facts);
    return ok(undefined);
  },
  erase: async (id) => {
    await Promise.all([sql.lock(SQL.LOCK_CHILD, id), sql.lock(SQL.LOCK_ITS_CASES, id)]);
    for (const statement of SQL.ERASE) await sql.write(statement, id);
    return (await change(({ child }) => child.deleteMany({ where: { id } }))).count > 0;
  },
  encryptedNumbers: async (request) =>
    (await read(({ child }) => child.findMany(pageOf({}, request)))).map(toStoredChild),
  setEncryptedNumber: (id, socSecNum) => write(({ child }) => child.updateMany({ where: { id }, data: { socSecNum } })),
});
