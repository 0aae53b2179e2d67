import type { Account } from '../model/account.ts';
import type { ChildNames } from '../model/child.ts';
import type { EmailAddress } from '../model/email.ts';
import {
  type Import,
  type ImportRow,
  type ImportRowId,
  type RowResult,
  type RowTexts,
  rowIdOf,
  stopped,
} from '../model/import.ts';
import { byId, fitting, mapPages, type PageRequest, type Pages, type Paging } from '../model/pages.ts';
import { mostOf } from '../model/throttle.ts';
import { type AccountId, type ChildId, DAY, type ImportId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import type { Caller, ClientAddress, RequestFacts } from './declaration.ts';
import { byManager, managing } from './managers.ts';
import { command, query, unlessErased } from './runner.ts';

// D-48. An import is the practice's: any manager goes on with it. `importer.ts` does the work.

type Manager = { readonly actor: Account };
type OneImport = Manager & { readonly importId: ImportId };

const oneImport = async (reads: Reads, { actor, importId }: OneImport) => {
  const may = await managing(reads, actor);
  if (!may.ok) return may;
  const found = await reads.imports.find(importId);
  return found ? ok(found) : refuse('IMPORT_NOT_FOUND');
};

/** `digest`: of the file. Its rows follow. */
type Start = Manager & { readonly digest: string };

/** Each compares a number with that of a child once. */
const LISTS_PER_DAY = 100;

const startImport = command({
  rule: byManager,
  run: async ({ actor, digest }: Start, stores, { ids, clock }) => {
    const [id, at] = [ids.next<ImportId>(), clock.now()];
    const by = { startedBy: actor.id, by: actor.id, startedAt: at, dueAt: at, holder: undefined };
    await stores.imports.save({ id, digest, state: 'reading', rows: 0, done: 0, ...by });
    return ok(id);
  },
  audit: { action: 'import started', on: (_, id) => id },
  limits: { of: ({ actor }) => [mostOf(`lists of ${actor.id}`, DAY, LISTS_PER_DAY)], failures: [] },
  idempotency: {
    call: 'startImport',
    fields: ['digest'],
    answerAgain: (kept, { imports }) => unlessErased(kept as ImportId, imports.find, 'IMPORT_NOT_FOUND'),
  },
});

/** By its number, which grows, though not always by one. */
export type NumberedRow = { readonly number: number; readonly texts: RowTexts };

/** While a unit of work runs, other writes wait. */
const ADDED_AT_ONCE = 100;

/** The rows come in units of their own, so sent again after an outage those that lack are added. */
const uploadImport = (ports: Ports) => {
  const start = startImport(ports);
  const { storage } = ports;
  return async ({
    rows,
    ...call
  }: Start & RequestFacts & ClientAddress & Caller & { readonly rows: readonly NumberedRow[] }) => {
    const started = await start(call);
    if (!started.ok) return started;
    const importId = started.value;
    for (let from = 0; from < rows.length; from += ADDED_AT_ONCE) {
      const some = rows.slice(from, from + ADDED_AT_ONCE).map(({ number, texts }): ImportRow => {
        const found = { result: 'unchecked', reasons: [], childId: undefined, likes: [] } as const;
        return { id: rowIdOf(importId, number), importId, texts, ...found };
      });
      await storage.write(async ({ imports }) => {
        if ((await imports.find(importId))?.state === 'reading') await imports.addRows(some);
        return ok(undefined);
      });
    }
    await storage.write(async ({ imports }) => {
      const found = await imports.find(importId);
      const last = rows.at(-1)?.number ?? 0;
      if (found?.state === 'reading') await imports.save({ ...found, state: 'checking', rows: last });
      return ok(undefined);
    });
    return started;
  };
};

/** What managers do with an import as a whole: what it is then, if it may be. */
const moving = (action: string, to: (now: Import) => Pick<Import, 'state' | 'done'> | undefined) =>
  command({
    rule: oneImport,
    run: async (input: OneImport, stores, { found: now, clock }) => {
      const then = to(now);
      if (!then) return refuse('IMPORT_CHANGED');
      const at = { by: input.actor.id, holder: undefined, dueAt: clock.now() };
      await stores.imports.save({ ...now, ...then, ...at });
      return ok(undefined);
    },
    audit: { action, on: ({ importId }) => importId },
  });

const goingOn =
  (from: Import['state'], state: Import['state']) =>
  ({ done, state: now }: Import) =>
    now === from ? { state, done } : undefined;

const commitImport = moving('import committed', goingOn('checked', 'committing'));
const stopImport = moving('import stopped', stopped);
const inviteFromImport = moving('import invited', goingOn('committed', 'inviting'));
const closeImport = moving('import closed', (now) => (isOver(now) ? undefined : { state: 'closing', done: 0 }));

const listImports = query({
  rule: byManager,
  run: async ({ paging }: Manager & { readonly paging: Paging<ImportId> }, reads, { pagesWhileAllowed }) =>
    ok<Pages<Import>>(pagesWhileAllowed((request) => reads.imports.all(request), paging)),
  audit: 'no child',
});

const showImport = query({
  run: async (input: OneImport, reads) => {
    const [found, counts] = [await oneImport(reads, input), await reads.imports.counts(input.importId)];
    return found.ok ? ok({ ...found.value, counts }) : found;
  },
  audit: 'no child',
});

/** Of what a manager sees of a row: never the title. */
export type ShownRow = Omit<ImportRow, 'texts' | 'importId'> & {
  readonly names: Pick<RowTexts, 'firstName' | 'lastName' | 'birthDate'> | undefined;
};
const shown = ({ texts, importId: _, ...row }: ImportRow): ShownRow => ({
  ...row,
  names: texts && { firstName: texts.firstName, lastName: texts.lastName, birthDate: texts.birthDate },
});
/** While its texts are being removed, they are no more to be seen. */
const isOver = ({ state }: Import): boolean => state === 'closing' || state === 'closed';

type Rows = OneImport & { readonly result?: RowResult | undefined; readonly paging: Paging<ImportRowId> };

const listImportRows = query({
  rule: oneImport,
  run: async (input: Rows, reads, { found, pagesWhileAllowed }) => {
    const { importId, result, paging } = input;
    const fetch = (request: PageRequest<ImportRowId>) => reads.imports.rows(importId, request, result);
    const hidden = isOver(found) ? { names: undefined } : {};
    return ok<Pages<ShownRow>>(
      mapPages(pagesWhileAllowed(fetch, paging), async (page) => page.map((row) => ({ ...shown(row), ...hidden }))),
    );
  },
  audit: { action: 'import shown', on: ({ importId }) => importId, shows: ({ childId }) => childId },
});

type OneRow = OneImport & { readonly rowId: ImportRowId };

/** A row of which somebody may say which child it is: while the import waits for that, and has not come to the row. */
const rowToDecide = async (reads: Reads, input: OneRow) => {
  const found = await oneImport(reads, input);
  if (!found.ok) return found;
  const row = await reads.imports.row(input.rowId);
  if (!row || row.importId !== input.importId) return refuse('IMPORT_NOT_FOUND');
  const isOpen = found.value.state === 'checked' && row.id > rowIdOf(row.importId, found.value.done);
  return isOpen && row.likes.length > 0 ? ok(row) : refuse('IMPORT_CHANGED');
};

const showImportRow = query({
  rule: rowToDecide,
  run: async (_: OneRow, __, { found }) => ok(shown(found)),
  audit: { action: 'import shown', on: ({ importId }) => importId },
});

/** D-48: of children of the practice that the row may be, the names and birth dates. */
const listRowsChildren = query({
  rule: rowToDecide,
  run: async (_: OneRow, reads, { found, pagesWhileAllowed }) => {
    return ok<Pages<ChildNames>>(pagesWhileAllowed(() => reads.children.namesOf(found.likes), {}));
  },
  audit: { action: 'children found', on: ({ actor }) => actor.id, shows: ({ id }) => id },
});

/** `same`: the child that it is. Nothing is done with it then: nobody gets access to it. */
export type Decision = 'new' | 'left out' | { readonly same: ChildId };

const decideImportRow = command({
  rule: rowToDecide,
  run: async ({ decision }: OneRow & { readonly decision: Decision }, stores, { found: row }) => {
    if (typeof decision === 'string') await stores.imports.settle({ ...row, result: decision, childId: undefined });
    else if (!row.likes.includes(decision.same)) return refuse('CHILD_NOT_FOUND');
    else await stores.imports.settle({ ...row, result: 'same', childId: decision.same });
    return ok(undefined);
  },
  audit: { action: 'import decided', on: ({ importId }) => importId },
});

/** `doctor`: the address. */
type ExportedChild = ChildNames & { readonly doctor: EmailAddress };

/** Of managers: the children of all doctors, also of those who cannot log in any more. Of a doctor: the own. */
const exportChildren = query({
  run: async ({ actor, ofAll }: Manager & { readonly ofAll: boolean }, reads, { pagesWhileAllowed }) => {
    const may = ofAll ? await managing(reads, actor) : actor.role === 'Doc' ? ok(actor) : refuse('ROLE_NOT_ALLOWED');
    if (!may.ok) return may;
    const childrenOf = (doctor: Account) =>
      pagesWhileAllowed<ChildId, ExportedChild>(async (request) => {
        const page = await reads.children.ofDoctor(doctor.id, request);
        const known = byId(await reads.children.namesOf(page.map(({ id }) => id)));
        return page.map((child) => ({ birthDate: undefined, ...child, ...known.get(child.id), doctor: doctor.email }));
      }, {});
    const accounts = async (request: PageRequest<AccountId>) =>
      (await reads.accounts.all(request)).map(({ account }) => account);
    const doctors = fitting(accounts, ({ role }) => role === 'Doc');
    return ok<Pages<ExportedChild>>(ofAll ? ofEach(pagesWhileAllowed(doctors, {}), childrenOf) : childrenOf(actor));
  },
  audit: { action: 'children exported', on: ({ actor }) => actor.id, shows: ({ id }) => id },
});

const ofEach = async function* <One, Of>(pages: Pages<One>, listOf: (one: One) => Pages<Of>) {
  for await (const page of pages) for (const one of page) yield* listOf(one);
};

export const importUseCases = {
  closeImport,
  commitImport,
  decideImportRow,
  exportChildren,
  inviteFromImport,
  listImportRows,
  listImports,
  listRowsChildren,
  showImport,
  showImportRow,
  stopImport,
  uploadImport,
};
