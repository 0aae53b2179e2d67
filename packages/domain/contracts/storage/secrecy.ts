import { createHash } from 'node:crypto';
import { type CaseEvent, certificationFor, issue, reject } from '@health-case/domain/model/case';
import { type Child, comparableSocSecNum } from '@health-case/domain/model/child';
import type { FactorSecret } from '@health-case/domain/model/second-factor';
import { TEXTS, type TextsOf } from '@health-case/domain/model/texts';
import type { CaseEventId, NoteId, NoteText, Reason, Statement, Title } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import { coverOf } from './cover.ts';
import type { Cell, RawScene, Suite } from './harness.ts';
import { importOf, rowOf } from './import.ts';
import { phraseOf } from './phrase.ts';
import { at, caseOf, child, keep, nextId } from './samples.ts';

const PAGE = { after: undefined, size: 100 } as const;

const importOfSecrets = (name: string) => {
  const list = importOf();
  const { texts, ...row } = rowOf(list, 2);
  return [list, { ...row, texts: texts && { ...texts, title: `Import ${name}` } }] as const;
};

/** A child with a case, and all that is encrypted. `name` stands in each of their texts. */
const keepSecrets = async ({ keep, keepAccount, keepClosedTask }: RawScene, name: string) => {
  const [doctor, parent] = [await keepAccount('Doc'), await keepAccount('Par')];
  const concerned = child(`756.${name}`);
  const facts = { ...caseOf(concerned, doctor.id), title: `Title ${name}` as Title };
  const factor = { secret: `Secret ${name}` as FactorSecret, confirmedAt: at(1), lastStep: 1, recoveryCodes: [] };
  await keep(async ({ children, cases, secondFactors }) => {
    await children.insert(concerned, parent.id);
    await cases.insert(facts);
    await secondFactors.save({ ...factor, accountId: doctor.id });
  });
  const task = { ...(await keepClosedTask(facts)), title: `Task ${name}` as Title };
  await keep(({ tasks }) => tasks.rename({ id: task.id, caseId: task.caseId, title: task.title, status: 'open' }));
  const [first, second] = [
    certificationFor(task, nextId(), doctor.id, at(50)),
    certificationFor(task, nextId(), doctor.id, at(52)),
  ];
  const rejected = must(reject(first, at(51), { reason: `Rejected ${name}` as Reason }));
  const said = { actor: doctor, child: concerned, statement: `Fit ${name}` as Statement };
  const issued = must(issue(second, at(53), said, utcCalendar));
  const event: CaseEvent = {
    id: nextId(),
    caseId: facts.id,
    at: at(60),
    by: doctor.id,
    action: 'case reopened',
    to: undefined,
    reason: `Again ${name}` as Reason,
    oldTitle: `Before ${name}` as Title,
    newTitle: `After ${name}` as Title,
  };
  const written = {
    id: nextId<NoteId>(),
    caseId: facts.id,
    at: at(60),
    by: parent.id,
    text: `Note ${name}` as NoteText,
  };
  const note = { ...written, wrong: { at: at(61), by: parent.id, reason: `Error ${name}` as Reason } };
  const phrase = phraseOf(doctor.id, 1, { text: `Phrase ${name}` as Statement });
  const [list, line] = importOfSecrets(name);
  const cover = coverOf(doctor, doctor, [1, 2], { reason: `Cover ${name}` as Reason });
  await keep(async ({ certifications, covers, history, imports, notes, phrases }) => {
    await imports.save(list);
    await imports.addRows([line]);
    await covers.insert(cover);
    await phrases.save(phrase);
    for (const decided of [rejected, issued]) {
      await certifications.insertOnce(decided === rejected ? first : second);
      await certifications.save(decided);
    }
    await history.append(event);
    await notes.insert(written, []);
    await notes.mark(note);
  });
  return { doctor, parent, child: concerned, facts, task, rejected, issued, event, note, phrase, cover, line };
};
type Secrets = Awaited<ReturnType<typeof keepSecrets>>;

/** Where each is stored, what it says, and how it is read. */
const placesOf = (name: string, kept: Secrets) => {
  const { doctor, child, facts, task, rejected, issued, event, note, phrase, cover, line } = kept;
  const place = (cell: Cell, says: string, read: (reads: Storage['read']) => Promise<unknown>) => ({
    cell,
    text: `${says}${name}`,
    read: ({ read: reads }: Storage) => read(reads),
  });
  return [
    place(['Child', child.id, 'socSecNum'], '756.', ({ children }) => children.record(child.id)),
    place(['SecondFactor', doctor.id, 'secret'], 'Secret ', ({ secondFactors }) => secondFactors.find(doctor.id)),
    place(['Case', facts.id, 'title'], 'Title ', ({ cases }) => cases.find(facts.id)),
    place(['Task', task.id, 'title'], 'Task ', ({ tasks }) => tasks.ofDoctors([doctor.id], PAGE)),
    place(['Certification', rejected.id, 'reason'], 'Rejected ', ({ certifications: of }) => of.ofCase(facts.id, PAGE)),
    place(['Certification', issued.id, 'statement'], 'Fit ', ({ certifications }) => certifications.newestOf(task.id)),
    place(['CaseEvent', event.id, 'reason'], 'Again ', ({ history }) => history.ofCase(facts.id, PAGE)),
    place(['CaseEvent', event.id, 'oldTitle'], 'Before ', ({ history }) => history.ofCase(facts.id, PAGE)),
    place(['CaseEvent', event.id, 'newTitle'], 'After ', ({ history }) => history.ofCase(facts.id, PAGE)),
    place(['Note', note.id, 'text'], 'Note ', ({ notes }) => notes.ofCase(facts.id, PAGE)),
    place(['ImportRow', line.id, 'texts'], 'Import ', ({ imports }) => imports.row(line.id)),
    place(['Phrase', phrase.id, 'text'], 'Phrase ', ({ phrases }) => phrases.of(doctor.id)),
    place(['Cover', cover.id, 'reason'], 'Cover ', ({ covers }) => covers.find(cover.id)),
    place(['Note', note.id, 'reason'], 'Error ', ({ notes }) => notes.find(note.id)),
  ];
};

/** A text, and the ways in which bytes are written down as text without hiding them. */
const formsOf = (clear: string | Buffer): readonly (string | Buffer)[] => [
  clear,
  ...(['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(clear).toString(encoding)),
];

const NAME = 'AB 12-34/\u00df7 XYZ';

export const hidden: Suite<RawScene> = (it) => {
  it('are numbers, secrets, texts, keys and requests, in no form and not hashed', async (scene) => {
    const secrets = await keepSecrets(scene, NAME);
    const { parent, child: kept } = secrets;
    const { socSecNum: number } = kept;
    if (!number) throw new Error('unreachable: it has one');
    await scene.keep(async ({ drafts, knownNetworks, keptOutcomes, throttles, dataKeys, secondFactors, texts }) => {
      await keptOutcomes.save({ key: 'key of an outcome', request: 'a request', outcome: 'ID', at: at(1) });
      const attempts = { count: 1, notBefore: at(1), forgottenAt: at(1), underWay: [] };
      await throttles.save([{ key: 'key of a throttle', attempts, of: 'owner of a throttle' }]);
      await drafts.save({ id: 'id of a draft', accountId: parent.id, encrypted: 'sealed', at: at(1) });
      await knownNetworks.save({ key: 'key of a network', accountId: parent.id, at: at(1) });
      await dataKeys.rotate();
      await texts.reencrypt('Child', PAGE);
      await secondFactors.reencrypt(PAGE);
    });
    const texts = [number, comparableSocSecNum(number), number.toLowerCase()];
    const digests = texts.map((text) => createHash('sha256').update(text).digest());
    const others = [...placesOf(NAME, secrets).map(({ text }) => text), 'a request'];
    const keys = ['key of an outcome', 'key of a throttle', 'owner of a throttle', 'key of a network', 'id of a draft'];
    const bytes = await scene.bytes();
    expect(bytes.includes(parent.email)).toBe(true);
    expect([...texts, ...digests, ...others, ...keys].flatMap(formsOf).filter((form) => bytes.includes(form))).toEqual(
      [],
    );
  });
};

export const encryptedTexts: Suite<RawScene> = (it) => {
  it('open in no other row and no other field', async (scene) => {
    const { storage, stored, replace } = scene;
    const [places, others] = [
      placesOf('one', await keepSecrets(scene, 'one')),
      placesOf('other', await keepSecrets(scene, 'other')),
    ];
    for (const [nth, { cell, read }] of places.entries()) {
      const own = await stored(cell);
      const foreign = await stored(others[nth]?.cell ?? cell);
      const ofAnotherField = await stored(places.at(nth - 1)?.cell ?? cell);
      await expect(read(storage)).resolves.toBeDefined();
      for (const text of [foreign, ofAnotherField]) {
        await replace(cell, text);
        await expect(read(storage), cell.join(' ')).rejects.toThrow();
      }
      await replace(cell, own);
      await expect(read(storage)).resolves.toBeDefined();
    }
  });

  it('stay as they are when something else of the row changes, and are encrypted anew when they do', async (scene) => {
    const { facts, task, issued, doctor } = await keepSecrets(scene, 'one');
    const cells: readonly Cell[] = [
      ['Case', facts.id, 'title'],
      ['Task', task.id, 'title'],
      ['Certification', issued.id, 'statement'],
    ];
    const stored = () => Promise.all(cells.map(scene.stored));
    const before = await stored();
    await scene.keep(async ({ cases, tasks }) => {
      await cases.handOver(facts, doctor.id);
      await cases.save({ ...facts, status: 'finished', finishedAt: at(90) });
      await tasks.save(task);
    });
    expect(await stored()).toEqual(before);
    const { id, caseId, title } = task;
    await scene.keep(async ({ cases, tasks, certifications }) => {
      await cases.rename({ ...facts, status: 'ongoing' });
      await tasks.rename({ id, caseId, title, status: 'open' });
      await certifications.save(issued);
    });
    for (const [nth, text] of (await stored()).entries()) expect(text).not.toBe(before[nth]);
  });
};

export const rotation: Suite<RawScene> = (it) => {
  it('seal what every process writes next, and open it in each', async (scene) => {
    const { storage, another } = scene;
    const second = await another();
    const parent = await scene.keepAccount('Par');
    await keep(storage, ({ dataKeys }) => dataKeys.rotate());
    const reencrypted = (by: Storage, size = 100) =>
      keep(by, ({ texts }) => texts.reencrypt('Child', { after: undefined, size }));
    const kept: Child[] = [];
    for (const [by, number] of [[storage, '756.1'] as const, [second, '756.2'] as const]) {
      const added = child(number);
      kept.push(added);
      await keep(by, ({ children }) => children.insert(added, parent.id));
    }
    expect(await reencrypted(second)).toMatchObject({ encrypted: 0 });
    await keep(second, ({ dataKeys }) => dataKeys.rotate());
    expect(await reencrypted(storage, 1)).toEqual({ last: kept[0]?.id, encrypted: 1 });
    expect(await reencrypted(second)).toMatchObject({ encrypted: 1 });
    expect(await reencrypted(storage)).toMatchObject({ encrypted: 0 });
    for (const { read } of [storage, second, await another()])
      expect(await Promise.all(kept.map(({ id }) => read.children.record(id)))).toEqual(kept);
  });

  it('are not added by a unit of work that is rolled back', async (scene) => {
    await keepSecrets(scene, 'one');
    await scene.storage.write(async ({ dataKeys }) => {
      await dataKeys.rotate();
      return refuse('CHILD_KNOWN');
    });
    expect(await scene.keep(({ texts }) => texts.reencrypt('Child', PAGE))).toMatchObject({ encrypted: 0 });
  });
};

export const fingerprints: Suite<RawScene> = (it) => {
  it('differ by table, column and owner, so that two rows show nothing that they share', async (scene) => {
    const parents = [await scene.keepAccount('Par'), await scene.keepAccount('Par')] as const;
    for (const { id } of parents) await scene.keep(({ children }) => children.insert(child('756.9'), id));
    await scene.keep(async ({ drafts, knownNetworks, keptOutcomes, throttles }) => {
      for (const key of ['one', 'other']) await keptOutcomes.save({ key, request: 'one', outcome: 'ID', at: at(1) });
      const attempts = { count: 1, notBefore: at(1), forgottenAt: at(1), underWay: [] };
      await throttles.save([{ key: 'one', attempts, of: 'owner' }]);
      for (const { id } of parents) await drafts.save({ id: 'one', accountId: id, encrypted: 'text', at: at(1) });
      await knownNetworks.save({ key: 'one', accountId: parents[0].id, at: at(1) });
    });
    const stored = await scene.fingerprints();
    expect(stored).toHaveLength(11);
    expect(new Set(stored).size).toBe(11);
  });
};

export const trailsWithoutEnd: Suite<RawScene> = (it) => {
  it('begins anew in a store without a record and an account, when it is opened', async (scene) => {
    await scene.wipeTrail();
    const { read } = await scene.another();
    expect(await read.audit.verify()).toEqual({ sound: true, records: 0 });
    expect((await read.audit.checkpoint())?.place).toBe(0);
  });

  it('stays lost in a store with an account', async (scene) => {
    await scene.keepAccount('Par');
    await scene.wipeTrail();
    const { read } = await scene.another();
    expect(await read.audit.verify()).toEqual({ sound: false, place: 1, problem: 'the end is missing' });
  });
};

const ENTITIES = Object.keys(TEXTS) as TextsOf[];

/** Beside those of `keepSecrets`, rows that have no text. */
const keepWithout = async ({ keep }: RawScene, { doctor, facts }: Secrets) => {
  const list = importOf();
  const opened = { id: nextId<CaseEventId>(), caseId: facts.id, at: at(60), by: doctor.id, to: undefined };
  await keep(async ({ covers, history, imports }) => {
    await imports.save(list);
    await imports.addRows([rowOf(list, 2, { texts: undefined })]);
    await covers.insert(coverOf(doctor, doctor, [1, 2]));
    await history.append({ ...opened, action: 'case opened', reason: undefined });
  });
};

export const texts: Suite<RawScene> = (it) => {
  it('are encrypted again with each new key, a page at a time, and stay what they are', async (scene) => {
    const { keep, storage } = scene;
    const secrets = await keepSecrets(scene, 'one');
    const places = placesOf('one', secrets).filter(({ cell: [of] }) => of in TEXTS);
    const fields = Object.entries(TEXTS).flatMap(([of, names]) => names.map((name) => `${of}.${name}`));
    expect(places.map(({ cell: [of, , name] }) => `${of}.${name}`).toSorted()).toEqual(fields.toSorted());
    await keepWithout(scene, secrets);
    await keep(({ dataKeys }) => dataKeys.rotate());
    await keepSecrets(scene, 'other');
    const shown = () => Promise.all(places.map(({ read }) => read(storage)));
    const before = await shown();
    const reencrypt = async (of: TextsOf) => {
      let [encrypted, after]: [number, string | undefined] = [0, undefined];
      do {
        const page: { last: string | undefined; encrypted: number } = await keep((stores) =>
          stores.texts.reencrypt(of, { after, size: 1 }),
        );
        encrypted += page.encrypted;
        after = page.last;
      } while (after !== undefined);
      return encrypted;
    };
    const all = async () => {
      const counts: number[] = [];
      for (const of of ENTITIES) counts.push(await reencrypt(of));
      return counts;
    };
    const rows = ENTITIES.map((of) => new Set(places.flatMap(({ cell: [one, id] }) => (one === of ? id : []))).size);
    expect(await all()).toEqual(rows);
    expect(await all()).toEqual(rows.map(() => 0));
    expect(await shown()).toEqual(before);
    await keep(({ dataKeys }) => dataKeys.rotate());
    expect(await all()).toEqual(rows.map((count) => 2 * count));
    expect(await shown()).toEqual(before);
  });
};
