import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import type { Paging } from '../../src/model/pages.ts';
import type { AccountId, ChildId } from '../../src/model/values.ts';
import { refuse } from '../../src/result.ts';
import { newcomer, openClinic } from '../support/clinic.ts';
import { search } from '../support/family.ts';
import { email, limit, listed, must, name, title, unknownId } from '../support/values.ts';

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };
/** Paging goes by ids of whatever is found. */
type Find = (text: string, paging?: Paging<never>) => Promise<readonly Named[]>;

const NAMES = [
  ['Ada', 'Lovelace'],
  ['Zoë', 'Ørsted'],
  ['Anne-Marie', "O'Brien"],
  ['Groß', 'Müller'],
  ['Adam', 'Łukasz'],
  ['Ada', 'Lovelace'],
] as const;

/** Doctors, assistants of one of them, and children of one of them, all with the same names. */
const openDirectory = async () => {
  const clinic = await openClinic();
  const { app, caseOf, doctor, parent, otherParent } = clinic;
  const childIds: ChildId[] = [];
  for (const [nth, [first, last]] of NAMES.entries()) {
    const names = { firstName: name(first), lastName: name(last) };
    for (const role of ['Doc', 'Ast'] as const) {
      const address = email(`${role}${nth}@example.org`);
      must(await app.registerAccount({ ...newcomer(first, role), ...names, email: address }));
      if (role === 'Ast') must(await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: address }));
    }
    const actor = nth % 2 === 0 ? parent : otherParent;
    const childId = must(await app.addChild({ actor, ...names }));
    await caseOf(childId, doctor);
    childIds.push(childId);
  }
  const childrenFor =
    (actor: Account): Find =>
    (text, paging = {}) =>
      listed(app.listDoctorsChildren({ actor, doctorId: doctor.id, paging, name: search(text) }));
  const findDoctors: Find = (text, paging = {}) => listed(app.listDoctors({ paging, name: search(text) }));
  const findAssistants: Find = (text, paging = {}) =>
    listed(app.listAssistants({ doctorId: doctor.id, paging, name: search(text) }));
  return { ...clinic, childIds, childrenFor, findAssistants, findDoctors };
};

type Directory = Awaited<ReturnType<typeof openDirectory>>;

/** The lists in which somebody looks for a name: who is in them, and how they are searched. */
const LISTS: readonly (readonly [string, (directory: Directory) => Find])[] = [
  ['doctors', ({ findDoctors }) => findDoctors],
  ["a doctor's assistants", ({ findAssistants }) => findAssistants],
  ["a doctor's children, for the doctor", ({ childrenFor, doctor }) => childrenFor(doctor)],
  ["a doctor's children, for the assistant", ({ childrenFor, assistant }) => childrenFor(assistant)],
];

const full = (found: readonly Named[]) => found.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

describe.each(LISTS)('finding %s by name (D-31)', (_, searchOf) => {
  test.each([
    ['ada', ['Ada Lovelace', 'Ada Lovelace', 'Adam Łukasz']],
    ['LOVE ad', ['Ada Lovelace', 'Ada Lovelace']],
    ['ørsted zoe', ['Zoë Ørsted']],
    ['orsted', ['Zoë Ørsted']],
    ['marie', ["Anne-Marie O'Brien"]],
    ["anne-marie o'b", ["Anne-Marie O'Brien"]],
    ['gross muller', ['Groß Müller']],
    ['lukasz', ['Adam Łukasz']],
    ['ada zoe', []],
    ['dam', []],
  ])('%j finds %j', async (text, expected) => {
    const find = searchOf(await openDirectory());
    expect(full(await find(text)).sort()).toEqual([...expected].sort());
  });
});

describe("a parent who looks for a child on a doctor's list", () => {
  test('finds own children only', async () => {
    const { childIds, childrenFor, otherParent, parent } = await openDirectory();
    const ids = async (actor: Account, text: string) => (await childrenFor(actor)(text)).map(({ id }) => id);
    expect(await ids(parent, 'ada')).toEqual([childIds[0], childIds[4]]);
    expect(await ids(otherParent, 'ada')).toEqual([childIds[5]]);
    expect(await ids(otherParent, 'marie')).toEqual([]);
  });
});

describe('whoever looks for names', () => {
  test('is refused what they are refused without', async () => {
    const { app, doctor, otherAssistant, otherDoctor } = await openDirectory();
    const call = { doctorId: doctor.id, paging: {}, name: search('ada') };
    for (const actor of [otherDoctor, otherAssistant]) {
      expect(await app.listDoctorsChildren({ actor, ...call })).toEqual(refuse('ROLE_NOT_ALLOWED'));
    }
    const nobody = { ...call, doctorId: unknownId<AccountId>() };
    expect(await app.listDoctorsChildren({ actor: doctor, ...nobody })).toEqual(refuse('DOCTOR_NOT_FOUND'));
    expect(await app.listAssistants(nobody)).toEqual(refuse('DOCTOR_NOT_FOUND'));
  });

  test('starts anew where the last entry of the page before does not fit any more', async () => {
    const { app, childIds, childrenFor, doctor, findDoctors, parent } = await openDirectory();
    const [first] = await findDoctors('ada', { limit: limit(1) });
    const all = await findDoctors('ada');
    must(await app.eraseAccount({ email: email('doc0@example.org') }));
    expect(await findDoctors('ada', { after: first?.id as never })).toEqual(all.slice(1));
    const [childId] = childIds as [ChildId];
    must(await app.correctChild({ actor: parent, childId, firstName: name('Bea'), lastName: name('Byron') }));
    const found = await childrenFor(doctor)('ada', { after: childId as never });
    expect(found.map(({ id }) => id)).toEqual([childIds[5], childIds[4]]);
  });

  test('finds by the name of now', async () => {
    const { app, childIds, childrenFor, doctor, findDoctors, logIn, otherDoctor, parent } = await openDirectory();
    must(await app.changeProfile({ ...(await logIn(otherDoctor)), firstName: name('Xaver') }));
    expect([full(await findDoctors('dieter')), full(await findDoctors('xav'))]).toEqual([[], ['Xaver Example']]);
    const [childId] = childIds as [ChildId];
    must(await app.correctChild({ actor: parent, childId, lastName: name('Byron') }));
    expect(full(await childrenFor(doctor)('ada byr'))).toEqual(['Ada Byron']);
    const handed = must(await app.openCase({ actor: parent, childId, doctorId: doctor.id, title: title('Cough') }));
    expect(await childrenFor(doctor)('byron')).toHaveLength(1);
    must(await app.handOverCase({ actor: parent, caseId: handed, doctorId: otherDoctor.id }));
    expect(await childrenFor(doctor)('byron')).toHaveLength(1);
  });
});
