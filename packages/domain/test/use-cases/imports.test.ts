import { describe, expect, onTestFinished, test } from 'vitest';
import { textsOf } from '../../contracts/storage/import.ts';
import { createOperatorApplication } from '../../src/application.ts';
import { createImporter } from '../../src/importer.ts';
import type { Account, SessionDigest } from '../../src/model/account.ts';
import type { SocSecNum } from '../../src/model/child.ts';
import type { Import, RowTexts } from '../../src/model/import.ts';
import { EVERYTHING } from '../../src/model/pages.ts';
import { type AccountId, type ChildId, DAY, type ImportId, MINUTE } from '../../src/model/values.ts';
import { ok, refuse, refused } from '../../src/result.ts';
import { readParents } from '../../src/use-cases/import-rows.ts';
import { openClinic } from '../support/clinic.ts';
import { entriesOf, must, name, title } from '../support/values.ts';

/** Waits as long as it takes. */
const until = (isSo: () => Promise<boolean>) => expect.poll(isSo, { interval: 1 }).toBe(true);

/** Each row in a unit of its own. */
const noTime = async () => false;

const MIA = {
  firstName: 'Mia',
  lastName: 'Okafor',
  birthDate: '2019-02-03',
  number: '756.1234',
  title: 'Asthma',
  parents: 'one@example.org, two@example.org',
};
const TOM = { ...MIA, firstName: 'Tom', number: '', parents: '' };

/** Where an assistant is a manager. A row that is given in part is Mia in all else. */
const openPractice = async () => {
  const clinic = await openClinic();
  const { app, assistant, doctor, storage } = clinic;
  await clinic.setManager(assistant);
  const call = (actor: Account = assistant) => ({
    actor,
    session: 'here' as SessionDigest,
    requestId: 'the request',
    address: '192.0.2.1',
  });
  const upload = async (...rows: readonly Partial<RowTexts>[]) =>
    must(
      await app.uploadImport({
        ...call(),
        digest: String(rows.length),
        rows: rows.map((row, nth) => ({
          number: nth + 2,
          texts: textsOf({ ...MIA, doctor: doctor.email.toUpperCase(), ...row }),
        })),
      }),
    );
  const start = () => {
    const importer = createImporter(clinic, (problem) => {
      throw problem;
    });
    onTestFinished(importer.close);
    return importer;
  };
  const become = (id: ImportId, ...states: readonly Import['state'][]) =>
    until(async () => states.includes((await storage.read.imports.find(id))?.state ?? 'closed'));
  const check = async (...rows: readonly Partial<RowTexts>[]) => {
    const importer = start();
    const importId = await upload(...rows);
    await become(importId, 'checked');
    await importer.close();
    return importId;
  };
  const commit = async (importId: ImportId) => {
    must(await app.commitImport({ ...call(), importId }));
    const importer = start();
    await become(importId, 'committed', 'checked');
    await importer.close();
  };
  const rows = (importId: ImportId) => storage.read.imports.rows(importId, EVERYTHING);
  const results = async (importId: ImportId) =>
    (await rows(importId)).map(({ result, reasons }) => [result, reasons.join()].filter(Boolean).join(': '));
  const children = async (of = doctor) =>
    (await storage.read.children.ofDoctor(of.id, EVERYTHING)).map(({ firstName }) => firstName);
  const enter = (firstName: string, more: object = {}) =>
    app.enterChild({
      ...call(doctor),
      doctorId: doctor.id,
      title: title('Asthma'),
      lastName: name('Okafor'),
      firstName: name(firstName),
      ...more,
    });
  return { ...clinic, become, call, check, children, commit, enter, results, rows, start, upload };
};

describe('an import of a list of children (D-48)', () => {
  test('enters what is new, of which nobody is told, and finds all of it the same afterwards', async () => {
    const { app, assistant, call, check, children, commit, doctor, results, rows, storage } = await openPractice();
    const before = await children();
    const list = [MIA, TOM, { ...TOM, firstName: 'Zoë', birthDate: '' }];
    const importId = await check(...list);
    expect([await results(importId), await children()]).toEqual([['new', 'new', 'new'], before]);
    await commit(importId);
    expect(await results(importId)).toEqual(['entered', 'entered', 'entered']);
    expect((await children()).slice(before.length)).toEqual(['Mia', 'Tom', 'Zoë']);
    expect(await storage.read.mails.all(EVERYTHING)).toEqual([]);
    const [childId] = (await rows(importId)).map((row) => row.childId);
    const [opened] = await storage.read.cases.ofChild(childId as never, EVERYTHING);
    expect(opened).toMatchObject({ doctorId: doctor.id, title: 'Asthma' });
    expect(opened?.newSince).toBeUndefined();
    const records = await storage.read.audit.records({}, { after: 0, size: 999 });
    const about = { action: 'child entered', by: assistant.id, on: opened?.id, child: childId };
    expect(records.filter((record) => record.action === 'child entered')).toHaveLength(3);
    expect(records).toContainEqual(expect.objectContaining(about));
    const again = await check(...list, { ...MIA, title: '' });
    await commit(again);
    expect(await results(again)).toEqual(['same', 'same', 'same', 'same']);
    expect(await children()).toHaveLength(before.length + 3);
    const shown = await entriesOf(must(await app.listImportRows({ ...call(), importId, paging: {} })));
    expect(JSON.stringify(shown)).not.toContain('Asthma');
  });

  test('takes parents as a mail program writes them', () => {
    for (const text of [
      'one@example.org two@example.org',
      'Anna Holm <one@example.org>, <two@example.org>',
      '"Holm, Anna" <one@example.org>; Piet <two@example.org>',
      'one@example.org Piet de Vries <two@example.org>',
    ])
      expect(readParents(text), text).toEqual(ok(['one@example.org', 'two@example.org']));
    for (const text of ['Anna Holm', '"Anna Holm"', 'Anna <one@example.org> Piet', 'Anna; Piet <two@example.org>'])
      expect(readParents(text), text).toEqual(refused('parents wrong'));
  });

  test('says of each row all that is wrong', async () => {
    const { app, call, check, doctor, otherDoctor, parent, results, storage } = await openPractice();
    must(await app.setTakesNoChildren({ ...call(otherDoctor), takesNoChildren: true }));
    const id = await check(
      ...[{ firstName: '' }, { lastName: '12' }, { birthDate: 'soon' }, { birthDate: '2999-01-01' }, { number: '1' }],
      ...[{ doctor: 'nobody' }, { doctor: 'nobody@example.org' }, { doctor: parent.email }, { title: ' ' }],
      ...[
        { parents: 'one@example.org two' },
        { doctor: otherDoctor.email },
        MIA,
        { ...MIA, number: '' },
        { ...MIA, firstName: 'X' },
        { firstName: '', birthDate: '2999-01-01', number: '1', doctor: 'nobody@example.org', parents: 'two' },
        { title: '', doctor: otherDoctor.email },
      ],
    );
    expect(await results(id)).toEqual([
      ...['wrong: firstName missing', 'wrong: lastName wrong', 'wrong: birthDate wrong', 'wrong: birthDate future'],
      ...['wrong: number wrong', 'wrong: doctor wrong', 'wrong: doctor unknown', 'wrong: doctor unknown'],
      ...['wrong: title missing', 'wrong: parents wrong', 'wrong: doctor takes none', 'new'],
      ...['wrong: twice 13', 'wrong: twice 13'],
      'wrong: firstName missing,birthDate future,number wrong,parents wrong,doctor unknown',
      'wrong: title missing,doctor takes none',
    ]);
    must(await storage.write(async ({ accounts }) => ok(await accounts.setDisabled(doctor.id, 1 as never))));
    expect(await results(await check(MIA))).toEqual(['wrong: doctor unavailable']);
  });

  test('asks a person which child a row may be, and does what that one says', async () => {
    const { app, call, check, children, commit, doctor, enter, otherDoctor, results, rows } = await openPractice();
    const known = must(await enter('Mia')).childId;
    const before = await children();
    const elsewhere = { ...TOM, doctor: otherDoctor.email, firstName: 'Ada' };
    await commit(await check(elsewhere));
    const importId = await check(MIA, { ...MIA, number: '4321' }, { ...elsewhere, doctor: doctor.email }, MIA);
    expect(await results(importId)).toEqual(['person', 'wrong: twice 2', 'person', 'wrong: twice 2']);
    const [first, , third] = await rows(importId);
    const decide = (
      row: typeof first,
      decision: Parameters<typeof app.decideImportRow>[0]['decision'],
      actor?: Account,
    ) => app.decideImportRow({ ...call(actor), importId, rowId: row?.id as never, decision });
    const like = { ...call(), importId, rowId: first?.id as never };
    expect((await entriesOf(must(await app.listRowsChildren(like)))).map(({ id }) => id)).toEqual([known]);
    expect(await decide(first, 'new', doctor)).toEqual(refuse('ROLE_NOT_ALLOWED'));
    expect(await decide(first, { same: third?.likes[0] as never })).toEqual(refuse('CHILD_NOT_FOUND'));
    must(await decide(first, { same: known }));
    must(await decide(third, 'left out'));
    must(await decide(third, 'new'));
    await commit(importId);
    expect(await results(importId)).toEqual(['same', 'wrong: twice 2', 'entered', 'wrong: twice 2']);
    expect(await children()).toEqual([...before, 'Ada']);
    expect(await decide(first, 'new')).toEqual(refuse('IMPORT_CHANGED'));
  });

  test('answers one guess of the number of a child in a list', async () => {
    const { check, commit, results } = await openPractice();
    await commit(await check(MIA));
    expect(await results(await check({ ...MIA, number: '756.9999' }, MIA))).toEqual(['person', 'wrong: twice 2']);
    expect(await results(await check(MIA))).toEqual(['same']);
  });

  test('invites parents of who is entered, with a record, but not where a parent is by now (D-42)', async () => {
    const { app, call, check, clock, commit, parent, rows, start, storage } = await openPractice();
    const importId = await check({ ...MIA, parents: 'lena@example.org' }, { ...TOM, parents: 'piet@example.org' });
    await commit(importId);
    const [mia, tom] = await rows(importId);
    await storage.write(async ({ children }) => ok(await children.addParent(tom?.childId as never, parent.id)));
    must(await app.inviteFromImport({ ...call(), importId }));
    start();
    await until(async () => {
      clock.advance(3000);
      return (await storage.read.imports.find(importId))?.state === 'committed';
    });
    const mails = await storage.read.mails.all(EVERYTHING);
    expect(mails.filter(({ kind }) => kind === 'parent invited').map(({ to }) => to)).toEqual(['lena@example.org']);
    const invited = (await storage.read.audit.records({}, { after: 0, size: 99 })).filter(
      ({ action }) => action === 'parent invited',
    );
    expect(invited.map(({ child }) => child)).toEqual([mia?.childId]);
  });

  test('invites parents in the name of whose case it is by now, 20 a minute, for 30 days, and says where nobody can', async () => {
    const { app, call, check, clock, commit, doctor, otherDoctor, results, rows, start, storage } =
      await openPractice();
    const names = ['Ada', 'Ben', 'Eve'];
    const importId = await check(
      ...names.map((firstName) => ({ ...TOM, firstName, parents: `${firstName}@example.org` })),
    );
    await commit(importId);
    const handOver = async (childId: ChildId, to: AccountId) =>
      storage.write(async ({ cases }) => {
        const [found] = await cases.ofChild(childId, EVERYTHING);
        return ok(found && (await cases.handOver({ ...found, doctorId: to }, doctor.id)));
      });
    for (const { childId } of (await rows(importId)).slice(1)) await handOver(childId as ChildId, otherDoctor.id);
    await storage.write(async ({ accounts }) => ok(await accounts.setDisabled(doctor.id, clock.now())));
    must(await app.inviteFromImport({ ...call(), importId }));
    start();
    const sent = async () => (await storage.read.mails.all(EVERYTHING)).flatMap(({ invitation }) => invitation ?? []);
    await until(async () => (await sent()).length === 1);
    expect((await storage.read.imports.find(importId))?.dueAt).toBe(clock.now() + MINUTE / 20);
    await until(async () => {
      clock.advance(3000);
      return (await storage.read.imports.find(importId))?.state === 'committed';
    });
    expect(await sent()).toEqual([
      expect.objectContaining({ invitedBy: otherDoctor.id, days: 30 }),
      expect.objectContaining({ invitedBy: otherDoctor.id, days: 30 }),
    ]);
    expect(await results(importId)).toEqual(['entered: parents not invited', 'entered', 'entered']);
  });

  test('tells of no number whose it is, nor whether parents gave it', async () => {
    const { app, caseOf, check, commit, doctor, parent, results } = await openPractice();
    await commit(await check(MIA));
    expect(await results(await check({ ...MIA, firstName: 'Ada' }))).toEqual(['wrong: number taken']);
    const names = { firstName: name('Eve'), lastName: name('Okafor') };
    const socSecNum = '756.5555' as SocSecNum;
    await caseOf(must(await app.addChild({ actor: parent, ...names, socSecNum })), doctor);
    expect(await results(await check({ ...MIA, number: '756.5555', firstName: 'Ada' }))).toEqual(['new']);
    for (const number of ['756.5555', '756.6666'])
      expect(await results(await check({ ...names, birthDate: '', number }))).toEqual(['same']);
  });

  test('stops if its manager is one no more, and another one goes on', async () => {
    const clinic = await openPractice();
    const { app, assistant, become, call, check, children, doctor, results, setManager, start, storage } = clinic;
    const before = await children();
    const importId = await check(
      ...['A', 'B', 'C', 'D', 'E'].map((letter) => ({ ...TOM, firstName: `Tom ${letter}` })),
    );
    must(await app.commitImport({ ...call(), importId }));
    let units = 0;
    const write = (async (work) => {
      units += 1;
      if (units === 3) await setManager(assistant, false);
      return storage.write((stores) => work(stores, noTime));
    }) as typeof storage.write;
    const importer = createImporter({ ...clinic, storage: { ...storage, write } }, () => undefined);
    await become(importId, 'checked');
    await importer.close();
    expect((await storage.read.imports.find(importId))?.done).toBe(2);
    expect(await app.commitImport({ ...call(assistant), importId })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    await setManager(doctor);
    must(await app.commitImport({ ...call(doctor), importId }));
    start();
    await become(importId, 'committed');
    expect(new Set(await results(importId))).toEqual(new Set(['entered']));
    expect(await children()).toHaveLength(before.length + 5);
  });

  test('enters a child once if two lists with it are entered at once', async () => {
    const { app, become, call, check, children, results, start } = await openPractice();
    const before = await children();
    const list = ['Ada', 'Ben', 'Eve'].map((firstName) => ({ ...TOM, firstName }));
    const both = [await check(...list), await check(...list)];
    for (const importId of both) must(await app.commitImport({ ...call(), importId }));
    for (const _ of both) start();
    for (const importId of both) await become(importId, 'committed');
    expect(await children()).toHaveLength(before.length + 3);
    expect((await Promise.all(both.map(results))).flat().sort()).toEqual([
      ...Array(3).fill('changed: now same'),
      ...Array(3).fill('entered'),
    ]);
  });

  test('keeps its list for seven days', async () => {
    const { become, check, clock, rows, start } = await openPractice();
    const importId = await check(TOM);
    clock.advance(7 * DAY);
    start();
    await become(importId, 'closed');
    expect((await rows(importId)).map(({ texts }) => texts)).toEqual([undefined]);
  });

  test('lists as changed what is not as the preview said any more, and enters the rest', async () => {
    const clinic = await openPractice();
    const { app, call, check, children, commit, doctor, enter, otherDoctor, results, storage } = clinic;
    const [gone, merged, kept] = [must(await enter('Ben')), must(await enter('Eve')), must(await enter('Old'))];
    const plain = { number: '', birthDate: '' };
    const names = ['Ben', 'Eve', 'Kim', 'Lea', 'Max'];
    const importId = await check(...names.map((firstName) => ({ ...plain, firstName })), {
      ...plain,
      doctor: otherDoctor.email,
    });
    expect(await results(importId)).toEqual(['same', 'same', 'new', 'new', 'new', 'new']);
    must(await createOperatorApplication(clinic).eraseChild({ childId: gone.childId, requestId: 'test' }));
    await storage.write(async ({ children: store }) => ok(await store.merge(merged.childId, kept.childId)));
    must(await enter('Kim'));
    await storage.write(async ({ accounts }) => ok(await accounts.setDisabled(otherDoctor.id, 1 as never)));
    await commit(importId);
    const after = ['changed: now new', 'changed: now same', 'entered', 'entered', 'changed: doctor unavailable'];
    // The row of the child that was erased is gone with it.
    expect(await results(importId)).toEqual(after);
    expect((await children()).filter((one) => names.includes(one)).toSorted()).toEqual(['Kim', 'Lea', 'Max']);
    expect(await app.commitImport({ ...call(doctor), importId })).toEqual(refuse('ROLE_NOT_ALLOWED'));
  });

  test('goes on in another process where one has died, and enters no child twice', async () => {
    const clinic = await openPractice();
    const { app, call, check, children, clock, become, results, start, storage } = clinic;
    const before = await children();
    const names = Array.from({ length: 23 }, (_, nth) => `Child ${'abcdefghijklmnopqrstuvwxyz'[nth]}`);
    const importId = await check(...names.map((firstName) => ({ ...TOM, firstName })));
    must(await app.commitImport({ ...call(), importId }));
    let [units, hasFailed] = [0, false];
    const write = (async (work) => {
      units += 1;
      if (units > 3) throw new Error('The process dies.');
      return storage.write((stores) => work(stores, noTime));
    }) as typeof storage.write;
    const dying = createImporter({ ...clinic, storage: { ...storage, write } }, () => {
      hasFailed = true;
    });
    await until(async () => hasFailed);
    await dying.close();
    expect((await storage.read.imports.find(importId))?.done).toBe(3);
    const other = start();
    clock.advance(2 * MINUTE);
    await become(importId, 'committed');
    await other.close();
    expect(new Set(await results(importId))).toEqual(new Set(['entered']));
    expect((await children()).slice(before.length).toSorted()).toEqual(names);
  });
});

describe('in a restored store', () => {
  test.each([
    ['commitImport', 'checked'],
    ['inviteFromImport', 'committed'],
  ] as const)(
    'an import does not go on by itself (%s): it may have been stopped since the backup',
    async (act, then) => {
      const clinic = await openPractice();
      const { app, call, check, children, clock, commit, start, storage } = clinic;
      const importId = await check({}, TOM);
      if (act === 'inviteFromImport') await commit(importId);
      const before = await children();
      must(await app[act]({ ...call(), importId }));
      must(await createOperatorApplication(clinic).takeUpRestored({ backup: 'today.db', requestId: 'the request' }));
      const importer = start();
      for (let turns = 0; turns < 9; turns += 1) clock.advance(MINUTE);
      await importer.close();
      expect((await storage.read.imports.find(importId))?.state).toBe(then);
      expect([await children(), await storage.read.mails.all(EVERYTHING)]).toEqual([before, []]);
      must(await app[act]({ ...call(), importId }));
    },
  );
});
