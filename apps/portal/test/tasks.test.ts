import { describe, expect, it } from 'vitest';
import { openClinic } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';

const portal = openPortal();
const { before, by, member } = portal;

/** An assistant, and 27 open tasks: one page of the list, and two more. */
const clinic = async () => {
  const [doctor, parent, assistant] = [await member('Doc'), await member('Par'), await member('Ast')];
  await by(doctor).linkAssistant({ doctorId: doctor.account.id, email: assistant.email });
  const childId = await before.childAdded(parent);
  const caseId = await before.caseOpened(parent, childId, doctor);
  const tasks: string[] = [];
  for (let nth = 1; nth <= 27; nth += 1)
    tasks.push(`${caseId}_${await before.taskAdded(doctor, caseId, `Measure ${nth}.`)}`);
  const ticked = (...some: readonly (string | undefined)[]) => ({ tasks: some.join('_') });
  const { token } = await assistant.hidden();
  const rest = { token, key: '', step: '0' };
  const send = async (path: string, values: object, key: string) =>
    assistant.send({ ...rest, key, ...values }, { path });
  const close = (task = '') => by(doctor).closeTask({ taskId: task.split('_')[1] ?? '' });
  return { doctor, parent, assistant, childId, tasks, ticked, send, close };
};

const titlesIn = (text: string) => text.match(/(?<=Tick: )Measure \d+/g) ?? [];

describe('several tasks (D-46)', () => {
  it('are closed at once, and the list stays where it was', async () => {
    const { assistant, tasks, ticked, send } = await clinic();
    const { links } = await assistant.open('/tasks?status=open');
    const next = links.find((link) => link.includes('after=')) ?? '';
    expect(titlesIn((await assistant.open(next)).text)).toEqual(['Measure 26', 'Measure 27']);
    const done = await send(next, ticked(tasks[25]), 'a');
    expect(done.text).toContain('The task is closed.');
    expect([done.path.startsWith(`${next}&closed=`), titlesIn(done.text)]).toEqual([true, ['Measure 27']]);
    const [first, second] = tasks;
    const more = await send('/tasks?status=open', ticked(first, second), 'b');
    expect(more.text).toContain('2 tasks are closed.');
    expect(titlesIn(more.text)).toHaveLength(24);
  });

  it('can be undone where one of them was closed alone', async () => {
    const { assistant, tasks } = await clinic();
    const path = `/cases/${tasks[0]?.replace('_', '/tasks/')}`;
    await assistant.open(`${path}/close`);
    const closed = await assistant.send();
    expect([closed.text, closed.form?.action]).toEqual([expect.stringContaining('The task is closed.'), '/tasks/undo']);
    const undone = await assistant.send();
    expect(undone.text).toContain('The task is open again.');
    expect(undone.path.startsWith(`${path.split('/tasks')[0]}?reopened=`)).toBe(true);
  });

  it('are opened again at once, by the button that tells that they are closed', async () => {
    const { assistant, doctor, tasks, ticked, send } = await clinic();
    const [first, second] = tasks;
    const closed = await send('/tasks?status=open', ticked(first, second), 'a');
    expect(closed.form?.action).toBe('/tasks/undo');
    const undone = await assistant.send();
    expect(undone.text).toContain('2 tasks are open again.');
    expect(undone.path.startsWith('/tasks?status=open&reopened=')).toBe(true);
    expect(titlesIn(undone.text).slice(0, 3)).toEqual(['Measure 1', 'Measure 2', 'Measure 3']);
    // Whoever has not closed it cannot.
    await send('/tasks', ticked(first), 'b');
    const { token } = await doctor.hidden();
    const left = await doctor.send({ token, key: 'c', step: '0', ...ticked(first) }, { path: '/tasks/undo' });
    expect(left.text).toContain('One task stays as it is:Measure 1. · Mia Jansen · Closed');
  });

  it('that cannot be closed any more are named, and the others are closed', async () => {
    const { assistant, childId, parent, tasks, ticked, send, close } = await clinic();
    const [first, second, third] = tasks;
    await close(second);
    const done = await send('/tasks', ticked(first, second, third), 'a');
    expect(done.text).toContain('2 tasks are closed.');
    expect(done.text).toContain('One task stays as it is:Measure 2. · Mia Jansen · Closed');
    expect(done.links).toContain(`/cases/${second?.replace('_', '/tasks/')}`);
    expect((await send('/tasks', ticked(first, second, third), 'a')).path).toBe(done.path);

    const caseId = await before.caseOpened(parent, childId, await member('Doc'), 'Croup');
    const elsewhere = await send('/tasks', ticked(tasks[3], `${caseId}_${caseId}`), 'b');
    expect(elsewhere.text).toContain('The task is closed.');
    expect(elsewhere.text).toContain('One task is not there any more.');
    expect((await send('/tasks', ticked(`${caseId}_${caseId}`), 'c')).status).toBe(404);
    expect((await send('/tasks', {}, 'd')).problems).toEqual(['Tick what you want to close']);
    expect((await assistant.open('/tasks?closed=x&left=y')).status).toBe(200);
  });

  it('are all ticked by a link, and those that were ticked stay so', async () => {
    const { assistant, tasks, ticked, send } = await clinic();
    const count = (html: string) => html.split(' checked').length - 1;
    expect(count((await assistant.open('/tasks?ticked=all')).html)).toBe(25);
    expect(count((await send('/tasks', { ...ticked(tasks[0], tasks[4]), go: 'language-de' }, 'a')).html)).toBe(2);
    expect((await assistant.open('/language/en')).status).toBe(200);
  });
});

it('open tasks that are due come first, by their day, and one that is overdue says so (D-46)', async () => {
  const { people, ids } = await openClinic(portal);
  const { doctor } = people;
  const add = async (title: string, year: string) => {
    await doctor.open(`/cases/${ids.caseId}/tasks/new`);
    await doctor.send({ title, 'dueOn-day': year && '3', 'dueOn-month': year && '2', 'dueOn-year': year });
  };
  await add('Whenever', '');
  await add('Next century', '2101');
  await add('Long ago', '2020');
  expect(doctor.page().problems).toEqual(['This day is over. Enter today, a later day, or none']);
  const taskId = await by(doctor).addTask({ caseId: ids.caseId, title: 'Long ago', dueOn: '2020-02-03' });
  // One that is overdue by now can still be renamed.
  await doctor.open(`/cases/${ids.caseId}/tasks/${taskId}/title`);
  expect((await doctor.send({ title: 'So long ago' })).problems).toEqual([]);
  const { text } = await doctor.open('/tasks');
  const oldest = await doctor.open('/tasks?order=oldest');
  expect(oldest.text).toMatch(/Whenever.*Next century.*So long ago/s);
  expect(oldest.links).toContain('/tasks?order=oldest&ticked=all#form');
  expect(text).toMatch(
    /So long ago\s*3 February 2020 Overdue.*Next century\s*3 February 2101(?! Overdue).*Whenever\s*–/s,
  );
});

it('closed tasks say when they were closed, what was closed last first, unless the oldest are asked for (D-46)', async () => {
  const { people, ids } = await openClinic(portal);
  const { doctor } = people;
  const taskId = await by(doctor).addTask({ caseId: ids.caseId, title: 'Weigh' });
  await before.taskClosed(doctor, ids.caseId, 'Measure');
  const measured = Date.now();
  // What was closed in one millisecond is in the order in which it was added.
  await expect.poll(Date.now).toBeGreaterThan(measured);
  await by(doctor).closeTask({ taskId });
  const { text } = await doctor.open('/tasks?status=closed&order=due');
  expect(text).toMatch(/Weigh\s*\d+ \w+ 2\d{3}.*Measure\s*\d+ \w+ 2\d{3}.*Record the seizures/s);
  expect((await doctor.open('/tasks?status=closed&order=oldest')).text).toMatch(/Record.*Weigh.*Measure/s);
  expect((await doctor.open('/tasks?status=closed&order=newest')).text).toMatch(/Measure.*Weigh.*Record/s);
});
