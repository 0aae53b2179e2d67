import { type CaseEvent, certificationFor, issue } from '@health-case/domain/model/case';
import type { NoteId, NoteText } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Suite } from './harness.ts';
import {
  account,
  at,
  auditRecord,
  certificateOf,
  child,
  closed,
  credentials,
  earlierId,
  keepRecords,
  mailOf,
  nextId,
  taskOf,
} from './samples.ts';

export const newestId: Suite = (it) => {
  it('of an empty store is none, and then the greatest of all, whatever it is the id of (D-10)', async (scene) => {
    const { keep, read, storage, keepCase } = scene;
    expect(await read.ids.newest()).toBeUndefined();
    const { case: facts, doctor, parent } = await keepCase();
    expect(await read.ids.newest()).toBe(facts.id);
    const expectNewest = async ({ id }: { readonly id: string }, insert: () => Promise<unknown>) => {
      await insert();
      expect(await read.ids.newest()).toBe(id);
    };
    const someone = account('Ast');
    await expectNewest(someone, () => keep(({ accounts }) => accounts.insert(credentials(someone))));
    const another = child();
    await expectNewest(another, () => keep(({ children }) => children.insert(another, parent.id)));
    const task = taskOf(facts);
    await expectNewest(task, () => keep(({ tasks }) => tasks.insert(task)));
    await keep(({ tasks }) => tasks.save(closed(task)));
    const requested = certificationFor(closed(task), nextId(), doctor.id, at(50));
    await expectNewest(requested, () => keep(({ certifications }) => certifications.insertOnce(requested)));
    await keep(({ certifications }) =>
      certifications.save(must(issue(requested, at(60), { actor: doctor, child: another }, utcCalendar))),
    );
    const certificate = certificateOf(requested, { list: 0, index: 1 });
    await expectNewest(certificate, () => keep(({ certificates }) => certificates.insert(certificate)));
    const [by, action] = [doctor.id, 'case opened' as const];
    const event: CaseEvent = {
      id: nextId(),
      caseId: facts.id,
      at: at(80),
      by,
      action,
      reason: undefined,
      to: undefined,
    };
    await expectNewest(event, () => keep(({ history }) => history.append(event)));
    const note = { id: nextId<NoteId>(), caseId: facts.id, at: at(80), by: doctor.id, text: 'Note' as NoteText };
    await expectNewest(note, () => keep(({ notes }) => notes.insert(note, [])));
    const mail = mailOf();
    await expectNewest(mail, () => keep(({ mails }) => mails.insert(mail)));
    const record = auditRecord();
    await expectNewest(record, () => keepRecords(storage, record));
    await expectNewest(record, () => storage.sequence([]));
    const late = account('Par', { id: earlierId() });
    await expectNewest(record, () => keep(({ accounts }) => accounts.insert(credentials(late))));
  });
};
