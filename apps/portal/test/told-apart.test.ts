import type { ChildId } from '@health-case/domain/model/values';
import { expect, it, vi } from 'vitest';
import { FORMS, PAGES } from '../src/pages/all.ts';
import { addressOf, type Ids } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';
import type { Page, Visitor } from './support/visitor.ts';

/** Whoever chooses a person sees what tells it from others of the same name. */

const portal = openPortal();

const TWIN = { firstName: 'Eva', lastName: 'Twin' };
const NAME = 'Eva Twin';

type Member = Awaited<ReturnType<typeof portal.member>>;
const { before, by } = portal;

/** Everybody has the same name, and there are several of each. They are made once: nobody changes anything of theirs. */
let twins: ReturnType<typeof makeTwins> | undefined;
const openTwins = () => (twins ??= makeTwins());

const makeTwins = async () => {
  const member = (role: 'Par' | 'Doc' | 'Ast') => portal.member(role, TWIN);
  const [parent, doctor, assistant, otherAssistant] = [
    await member('Par'),
    await member('Doc'),
    await member('Ast'),
    await member('Ast'),
  ];
  const doctors = [await member('Doc'), await member('Doc')];
  for (const { email } of [assistant, otherAssistant])
    await by(doctor).linkAssistant({ doctorId: doctor.account.id, email });
  const born = '2019-02-03';
  const childIds: ChildId[] = [];
  for (const birthDate of ['2018-01-02', born, born, undefined])
    childIds.push(await before.childAdded(parent, TWIN.firstName, TWIN.lastName, birthDate));
  const caseIds = [];
  for (const childId of childIds) {
    caseIds.push(await before.caseOpened(parent, childId, doctor));
    for (const _ of [1, 2]) {
      const second = await member('Par');
      await by(parent).inviteParent({ childId, email: second.email });
      await by(second).joinChild({ code: await portal.codeOf(second.email) });
    }
  }
  const [childId = '', caseId = ''] = [childIds[0], caseIds[0]];
  const taskId = await before.taskAdded(doctor, caseId);
  const ofPeople = { assistantId: assistant.account.id, parentId: parent.account.id };
  const unused = 'login phrase shared device passkey certificate note waitingId cover staff assistant'.split(' ');
  const others = Object.fromEntries(unused.map((name) => [name, childId])) as Ids;
  const ids = { ...others, childId, caseId, taskId, ...ofPeople };
  return { parent, doctor, assistant, doctors, ids, childIds };
};

/** Two choices of a page that say the same, with a name in it, and do not lead to the same. */
const alikeOn = ({ choices, path }: Page): readonly string[] =>
  [...Map.groupBy(choices, ({ text }) => text)].flatMap(([text, alike]) =>
    text.includes(NAME) && new Set(alike.map(({ value }) => value)).size > 1 ? `${path}: ${text}` : [],
  );

const countOf = ({ choices }: Page): number => choices.filter(({ text }) => text.includes(NAME)).length;

it('no page offers two persons under one label', async () => {
  const { parent, doctor, assistant, ids } = await openTwins();
  const faults: string[] = [];
  let named = 0;
  const look = (page: Page): Page => {
    faults.push(...alikeOn(page));
    named += countOf(page);
    return page;
  };
  const search = async ({ send, page }: Visitor) => {
    if (page().form?.values['name'] !== undefined) look(await send({ name: NAME, go: 'again' }));
  };
  const paths = [...new Set([...PAGES, ...FORMS].map(({ path }) => path))];
  for (const visitor of [parent, doctor, assistant]) {
    for (const path of paths.filter((one) => !/sign-out|language/.test(one))) {
      look(await visitor.open(addressOf(path, ids)));
      await search(visitor);
    }
    await visitor.open(`/cases/new?child=${ids.childId}`);
    await search(visitor);
  }
  expect(faults).toEqual([]);
  // Children, assistants, parents and doctors are among what was looked at.
  expect(named).toBeGreaterThan(20);
});

it('children of one name are told apart by birth date, then by the day when they were added, then by a mark', async () => {
  const { parent, childIds } = await openTwins();
  const { choices } = await parent.open('/children');
  const labelOf = (nth: number) => choices.find(({ value }) => value === `/children/${childIds[nth]}`)?.text;
  const today = expect.stringMatching(
    /^Eva Twin · 3 February 2019 · added on \d+ \w+ \d{4} · [0-9A-F]{4}-[0-9A-F]{4}$/,
  );
  expect([0, 1, 2, 3].map(labelOf)).toEqual(['Eva Twin · 2 January 2018', today, today, 'Eva Twin']);
  // The page that asks before something is done says it, too.
  const { text } = await parent.open(`/children/${childIds[0]}/name`);
  expect(text).toContain('Eva Twin · 2 January 2018');
});

it('a page about one of many children of one name looks at 26 of them at most', async () => {
  const parent = await portal.member('Par');
  let childId = '';
  for (let nth = 0; nth < 30; nth += 1) childId = await before.childAdded(parent, TWIN.firstName, TWIN.lastName);
  const looks = vi.spyOn(portal.application(), 'showChild');
  expect((await parent.open(`/children/${childId}/name`)).text).toContain(`${NAME} · added on`);
  expect(new Set(looks.mock.calls.map(([input]) => input.childId)).size).toBe(26);
  looks.mockRestore();
});

it('an assistant of the same name is removed by the address', async () => {
  const { doctor, assistant } = await openTwins();
  const { choices } = await doctor.open('/practice/assistants');
  expect(choices.map(({ text }) => text)).toContain(`Remove Eva Twin · ${assistant.email}`);
  const { text } = await doctor.open(`/practice/assistants/${assistant.account.id}/remove`);
  expect(text).toContain(`Eva Twin · ${assistant.email}`);
});

it('each of 25 doctors of one name can be chosen, by a mark that the doctor reads on the own account', async () => {
  const names = { firstName: 'Anna', lastName: 'Müller' };
  const doctors: Member[] = [];
  for (let nth = 0; nth < 25; nth += 1) doctors.push(await portal.member('Doc', names));
  const parent = await portal.member('Par');
  const childId = await before.childAdded(parent);
  for (const known of doctors.slice(3, 4)) await before.caseOpened(parent, childId, known);

  await parent.open(`/cases/new?child=${childId}`);
  const first = await parent.send({ name: 'muller anna', go: 'again' });
  expect(first.text).toContain('25 have been found');
  expect(first.text.match(/You have a case here/g)).toHaveLength(1);
  const optionsOf = ({ choices }: Page) => choices.filter(({ text }) => text.startsWith('Anna Müller'));
  const next = first.choices.find(({ text }) => text === 'Next')?.value.split(' ')[1] ?? '';
  const second = await parent.send({ go: next });
  const offered = [...optionsOf(first), ...optionsOf(second)];
  expect(new Set(offered.map(({ text }) => text)).size).toBe(25);
  expect(offered.map(({ value }) => value).toSorted()).toEqual(doctors.map(({ account }) => account.id).toSorted());

  // The last of them, who is on no first page.
  const last = optionsOf(second).at(-1);
  const doctor = doctors.find(({ account }) => account.id === last?.value);
  const mark = last?.text.split(' · ')[1] ?? 'none';
  expect((await doctor?.open('/account'))?.text).toContain(mark);
  await parent.send({ doctorId: last?.value ?? '' });
  const opened = await parent.send({ title: 'Another check-up' });
  expect(opened.path).toContain('done=caseOpened');

  // Handing over names the doctor as the list did.
  const caseId = /\/cases\/([^?]+)/.exec(opened.path)?.[1];
  const [chosen] = offered;
  await parent.open(`/cases/${caseId}/handover`);
  await parent.send({ name: 'müller', go: 'again' });
  const asked = await parent.send({ doctorId: chosen?.value ?? '' });
  expect(asked.text).toContain(chosen?.text);
});

it('two doctors of one name beyond those who are counted are told apart, on whichever pages they stand', async () => {
  const doctors = [...Array<string>(119).fill('Anna'), 'Berta', 'Berta'];
  for (const firstName of doctors) await portal.member('Doc', { firstName, lastName: 'Quast' });
  const parent = await portal.member('Par');
  await parent.open(`/cases/new?child=${await before.childAdded(parent)}`);
  let page = await parent.send({ name: 'quast', go: 'again' });
  const offered: string[] = [];
  for (;;) {
    offered.push(...page.choices.map(({ text }) => text).filter((text) => /Quast/.test(text)));
    const next = page.choices.find(({ text }) => text === 'Next')?.value.split(' ')[1];
    if (next === undefined) break;
    page = await parent.send({ go: next });
  }
  expect(offered).toHaveLength(doctors.length);
  expect(new Set(offered).size).toBe(doctors.length);
});
