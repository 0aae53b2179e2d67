import { describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';
import type { Visitor } from './support/visitor.ts';

const { before, by, disable, member, ports } = openPortal();

type Member = Awaited<ReturnType<typeof member>>;

const addChild = (parent: Member, firstName: string) => before.childAdded(parent, firstName, 'Jansen', '2019-02-03');

const openCase = async (parent: Visitor, doctor: Member, childId: string, title = 'Asthma'): Promise<string> => {
  await parent.open(`/cases/new?child=${childId}`);
  await parent.send();
  await parent.send({ name: doctor.account.firstName, go: 'again' });
  await parent.send({ doctorId: doctor.account.id });
  const { path } = await parent.send({ title });
  return path.split('?')[0] ?? '';
};

const clinic = async () => {
  const [parent, doctor, assistant] = [await member('Par'), await member('Doc'), await member('Ast')];
  await doctor.open('/practice/assistants');
  await doctor.send({ email: assistant.email });
  const childId = await addChild(parent, 'Noor');
  return { parent, doctor, assistant, childId, path: await openCase(parent, doctor, childId) };
};

const addTask = async (worker: Visitor, path: string, title: string): Promise<string> => {
  await worker.open(`${path}/tasks/new`);
  const { links } = await worker.send({ title });
  return links.find((link) => /\/tasks\/[0-9a-f-]{36}$/.test(link)) ?? '';
};

describe('a new case (D-43)', () => {
  const menuOf = ({ html }: { readonly html: string }) => html.slice(0, html.indexOf('</header>'));

  it('stands first, and is counted in the menu, until doctor or assistant opens it', async () => {
    const { parent, doctor, assistant, childId, path } = await clinic();
    for (const who of [doctor, assistant]) {
      const { text, links, html } = await who.open('/cases');
      expect(text).toMatch(/^Cases\s*New cases.*Asthma.*Noor Jansen.*\d+ minutes? ago.*The other cases.*In all: 0/);
      expect(text).not.toContain('There are no cases yet.');
      expect(links.filter((link) => link === path)).toHaveLength(1);
      expect(menuOf({ html })).toContain('Cases (1 new)');
      expect((await who.open('/new-cases')).text).toContain('Asthma');
      expect((await who.open('/cases?status=ongoing')).text).not.toContain('New cases');
    }
    expect((await parent.open('/cases')).text).not.toContain('New cases');
    expect(menuOf(await parent.open(path))).not.toContain('(');
    expect(menuOf(await assistant.open(path))).not.toContain('(');
    for (const who of [doctor, assistant]) expect((await who.open('/cases')).text).not.toContain('New cases');
    expect((await doctor.open('/new-cases')).text).toContain('No case is new.');
    const second = await openCase(parent, doctor, childId, 'Croup');
    expect((await doctor.open('/cases?order=oldest')).text).toMatch(/Croup.*The other cases.*In all: 1.*Asthma/);
    await addTask(assistant, path, 'Measure lung function');
    expect(menuOf(await doctor.open('/account'))).toMatch(/Open tasks \(1\).*Cases \(1 new\)/s);
    expect(menuOf(await doctor.open(second))).toMatch(/Open tasks \(1\).*Cases</s);
  });
});

describe('what happens next, for parents (D-43)', () => {
  it('stands on the page of a case, and changes with it; staff read nothing of it', async () => {
    const { parent, doctor, assistant, childId, path } = await clinic();
    const text = async () => (await parent.open(path)).text;
    expect(await text()).toContain('What happens nextThe practice has been told of this case.');
    expect(await text()).toContain('You get a mail when something is decided');
    expect((await doctor.open(path)).text).not.toContain('What happens next');
    expect(await text()).toContain('The practice says what is to be done.');
    const task = await addTask(assistant, path, 'Measure lung function');
    expect(await text()).toContain('works on what is listed below');
    await assistant.open(`${task}/close`);
    await assistant.send();
    expect(await text()).toContain('All that is listed below is done.');
    expect((await parent.open(path)).links).not.toContain(`/children/${childId}/certificates`);
    await parent.open(`${task}/request`);
    await parent.send();
    expect(await text()).toContain('The doctor decides about what was requested.');
    await by(doctor).issueCertification({ id: task.slice(-36) });
    expect(await text()).toContain('A certificate is ready');
    expect((await parent.open(path)).links).toContain(`/children/${childId}/certificates`);
    await parent.open(`/children/${childId}/name`);
    await parent.send({ firstName: 'Noora' });
    expect(await text()).toContain('The doctor has to confirm first that it is the same child.');
    await disable(doctor.email);
    const left = await parent.open(path);
    expect(left.text).not.toContain('What happens next');
    expect(left.links).toContain(`/children/${childId}/certificates`);
  });
});

describe('the work on a case', () => {
  it('says to staff that parents read what is typed', async () => {
    const { doctor, assistant, path } = await clinic();
    for (const form of ['refuse', 'title', 'tasks/new'])
      expect((await assistant.open(`${path}/${form}`)).text).toContain('The parents read it, too.');
    expect((await doctor.open('/practice/children/new')).text).toContain('all parents of the child read them');
  });

  it('that somebody else has finished keeps what was typed', async () => {
    const { doctor, assistant, path } = await clinic();
    await assistant.open(`${path}/tasks/new`);
    await doctor.open(`${path}/finish`);
    await doctor.send();
    const refused = await assistant.send({ title: 'Measure lung function' });
    expect([refused.status, refused.form]).toEqual([409, undefined]);
    expect(refused.text).toMatch(/The case is finished\. Reopen it first\..*Measure lung function/);
    expect(refused.links).toContain(path);
    await doctor.open(`${path}/reopen`);
    await doctor.send({ reason: 'It came back' });
    expect((await assistant.open(refused.address)).form?.values['title']).toBe('Measure lung function');
    expect((await assistant.send()).text).toContain('Measure lung function');
  });
});

/** As many as share a commit: the store refuses a write that waits too long, as all at once would on a busy machine. */
const AT_ONCE = 50;

/** In the order in which the case shows them, which is that of their ids. */
const addTasks = async (doctor: Member, caseId: string, count: number) => {
  const titles = Array.from({ length: count }, (_, nth) => `Task ${nth + 1}.`);
  const add = async (title: string) => ({ id: await before.taskAdded(doctor, caseId, title), title });
  const added: Awaited<ReturnType<typeof add>>[] = [];
  while (added.length < count)
    added.push(...(await Promise.all(titles.slice(added.length, added.length + AT_ONCE).map(add))));
  return added.sort((one, other) => (one.id < other.id ? -1 : 1));
};

describe('the tasks of a case', () => {
  it('each have a page, however many they are, and their certifications stand beside them', async () => {
    const { doctor, path } = await clinic();
    // More than the application reads at once.
    const added = await addTasks(doctor, path.slice('/cases/'.length), 501);
    const [inPage, next, last] = [added[24], added[25], added[500]];
    if (!inPage || !next || !last) throw new Error('Too few tasks were added.');
    expect((await doctor.open(`${path}/tasks/${last.id}`)).heading).toBe(last.title);

    await by(doctor).closeTask({ taskId: next.id });
    await by(doctor).requestCertification({ id: next.id });
    const first = await doctor.open(path);
    expect(first.text).toContain(inPage.title);
    expect(first.text).not.toContain(next.title);
    expect(first.text).not.toContain('Requested');
    const second = await doctor.open(first.links.find((link) => link.includes('after=')) ?? '');
    expect(second.text).toContain(next.title);
    expect(second.text).toContain('Requested');
  });

  it('are listed over all cases by status: the open ones, unless the closed ones are asked for', async () => {
    const { assistant, path } = await clinic();
    const task = await addTask(assistant, path, 'Measure lung function');
    await addTask(assistant, path, 'Phone the school');
    await assistant.open(`${task}/close`);
    await assistant.send();
    const open = await assistant.open('/tasks');
    expect(open.text).toMatch(/Phone the school\s*–\s*Noor Jansen\s*3 February 2019\s*Asthma/);
    expect(open.links).toContain(path);
    expect(open.text).not.toContain('Measure lung function');
    const closed = await assistant.open('/tasks?status=closed');
    expect(closed.heading).toBe('Closed tasks');
    expect(closed.text).toContain('Measure lung function');
    expect(closed.text).not.toContain('Phone the school');
    expect((await assistant.open('/tasks?status=nonsense')).text).toBe(open.text);
  });

  it('are those of the doctors who have added the assistant, as an empty list says to assistants alone', async () => {
    const whose = 'the doctors who have added you as their assistant';
    for (const role of ['Ast', 'Doc'] as const) {
      const { text } = await (await member(role)).open('/tasks');
      expect(text).toContain('No task is open.');
      expect(text.includes(whose)).toBe(role === 'Ast');
    }
  });

  it('are renamed from what they are called now, and named in the history, which names child and case, with all that is done', async () => {
    const { assistant, doctor, parent, path } = await clinic();
    const other = await member('Doc');
    const task = await addTask(assistant, path, 'Measure lung funtion');
    expect((await assistant.open(`${task}/title`)).form?.values['title']).toBe('Measure lung funtion');
    await assistant.send({ title: 'Measure lung function' });
    expect((await assistant.open(task)).heading).toBe('Measure lung function');
    const renamed = 'Changed what is to be done: from “Measure lung funtion” to “Measure lung function”';
    await assistant.open(`${task}/close`);
    await assistant.send();
    await by(doctor).handOverCase({ caseId: path.slice(-36), doctorId: other.account.id });
    const { headers, text: history } = await parent.open(`${path}/history`);
    const records = () => ports().storage.read.audit.records({}, { after: 0, size: 999 });
    const looks = async () => (await records()).filter(({ requestId }) => requestId === headers.get('request-id'));
    await expect.poll(async () => (await looks()).map(({ action }) => action)).toEqual(['history shown']);
    expect(history).toContain('HistoryChildNoor Jansen');
    expect(history).toContain(renamed);
    expect(history).toContain('Marked something as done: Measure lung function');
    expect(history).toContain(`Gave a case to another doctor: ${other.account.firstName}`);
  });
});

describe('a case', () => {
  it('offer nothing that would be refused: no withdrawal once something was decided, no undo once the case is finished', async () => {
    const { assistant, doctor, parent, path } = await clinic();
    const about = { caseId: path.split('/')[2] ?? '' };
    const { taskId } = await by(parent).wishCertificate({ about, purpose: 'Camp' });
    const task = `${path}/tasks/${taskId}`;
    expect((await parent.open(task)).links).toContain(`${task}/withdraw`);
    const mayRefuse = async () => (await assistant.open(path)).links.includes(`${path}/refuse`);
    expect([await mayRefuse(), (await assistant.open(`${path}/refuse`)).status]).toEqual([true, 200]);
    await by(doctor).declineWish({ taskId, reason: 'Too old' });
    await by(assistant).reopenTask({ taskId, reason: 'A slip' });
    expect(await mayRefuse()).toBe(false);
    expect((await parent.open(task)).links).not.toContain(`${task}/withdraw`);
    await by(assistant).closeTask({ taskId });
    const undoes = async () => (await assistant.open(task)).links.some((link) => link.startsWith('/tasks/undo'));
    expect(await undoes()).toBe(true);
    await by(doctor).finishCase({ caseId: about.caseId });
    expect(await undoes()).toBe(false);
  });

  it('has its title in one line, however it was pasted', async () => {
    const { parent, doctor, childId } = await clinic();
    const path = await openCase(parent, doctor, childId, 'Measure\tthe\u00ad \u200blung\r\nfunction');
    expect((await doctor.open(path)).heading).toBe('Measure the lung function');
  });

  it('names the parents of the child to those who work on it', async () => {
    const { parent, doctor, assistant, path } = await clinic();
    const { firstName, lastName } = parent.account;
    for (const { open } of [doctor, assistant])
      expect((await open(path)).text).toContain(`Parents${firstName} ${lastName}`);
    expect((await parent.open(path)).text).not.toContain('Parents');
  });

  it('is named by each form and question about it, with the child and the task', async () => {
    const { doctor, assistant, path } = await clinic();
    const task = await addTask(assistant, path, 'Measure lung function');
    const isNamed = async (parts: readonly string[], more = '') => {
      for (const part of parts)
        expect((await doctor.open(part)).text).toMatch(new RegExp(`Noor Jansen.*3 February 2019.*Asthma${more}`));
    };
    await isNamed(['/tasks/new', '/title', '/handover'].map((part) => `${path}${part}`));
    await isNamed([`${task}/title`, `${task}/close`], '.*Measure lung function');
    expect((await doctor.open(path)).text).toContain('Finish the case: The case has open tasks. Close them first.');
    await doctor.open(`${task}/close`);
    await doctor.send();
    await isNamed([`${task}/request`], '.*Measure lung function');
    await isNamed([`${path}/finish`]);
    await doctor.send();
    await isNamed([`${path}/reopen`]);
    expect((await doctor.send()).text).toMatch(/Noor Jansen.*Asthma/);
  });

  it('is listed with others of its child under the name of the child', async () => {
    const { parent, doctor, assistant, childId } = await clinic();
    const ways = [
      [parent, `/children/${childId}`],
      [doctor, '/practice/children'],
      [assistant, '/cases'],
    ] as const;
    for (const [visitor, back] of ways) {
      const { heading, title, links } = await visitor.open(`/cases?child=${childId}`);
      expect([heading, title]).toEqual(['Cases of Noor Jansen', 'Cases – Health cases']);
      expect(links).toEqual(expect.arrayContaining(['/cases', back]));
      const finished = await visitor.open(`/cases?child=${childId}&status=finished`);
      expect(finished.heading).toBe('Cases of Noor Jansen');
      expect(finished.text).toContain('No case was found.');
    }
    const other = await addChild(parent, 'Mia');
    expect((await parent.open(`/cases?child=${other}`)).text).toContain('There are no cases of this child here.');
  });

  it('is listed above those that were opened before it, with the day of its opening', async () => {
    const { parent, doctor, assistant, childId } = await clinic();
    const titles = Array.from({ length: 25 }, (_, nth) => `Case ${nth + 1}.`);
    for (const title of titles) await before.caseOpened(parent, childId, doctor, title);
    const listedIn = ({ text }: { readonly text: string }) => text.match(/Case \d+\.|Asthma/g);
    for (const visitor of [parent, doctor, assistant]) {
      const first = await visitor.open('/cases?status=ongoing');
      expect(first.text).toMatch(/About\s*Child\s*Date of birth\s*Opened\s*Status/);
      expect(first.text).toMatch(/Case 25\.\s*Noor Jansen\s*3 February 2019\s*\d{1,2} \w+ \d{4}\s*Ongoing/);
      expect(listedIn(first)).toEqual(titles.toReversed());
      const second = await visitor.open(first.links.find((link) => link.includes('after=')) ?? '');
      expect(listedIn(second)).toEqual(['Asthma']);
    }
  });

  it('is opened for any of many children', async () => {
    const parent = await member('Par');
    await Promise.all(Array.from({ length: 26 }, () => before.childAdded(parent)));
    const radios = async (path: string) => (await parent.open(path)).html.split('type="radio"').length - 1;
    expect(await radios('/cases/new')).toBe(25);
    expect(await radios(parent.page().links.find((link) => /^\/cases\/new\?form=.*&after=/.test(link)) ?? '')).toBe(1);
    const [, childId = ''] = /type="radio" value="([^"]+)"/.exec(parent.page().html) ?? [];
    expect((await parent.chooseLanguage('de', { childId })).form?.values['childId']).toBe(childId);
    parent.cookies.delete('portal-session');
    await parent.send({ childId });
    const resumed = await parent.send({ email: parent.email, password: PASSWORD });
    expect(resumed.form?.values['childId']).toBe(childId);
  });
});
