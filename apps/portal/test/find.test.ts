import { daysAfter } from '@health-case/domain/model/calendar';
import { describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';

const { before, by, member, ports, url } = openPortal();

const CHILDREN = [
  ['Mia', 'Zwaluw', '2019-02-03'],
  ['Mia', 'Zwaluw', '2020-01-09'],
  ['Otto', 'Müller', '2018-12-24'],
] as const;

/** Two doctors with an assistant of both: each child is one doctor's, and the second has no assistant's eye on it. */
const clinic = async () => {
  const [greta, ines, other] = [await member('Doc'), await member('Doc'), await member('Doc')];
  const [parent, assistant] = [await member('Par'), await member('Ast')];
  for (const doctor of [greta, ines]) {
    await by(doctor).linkAssistant({ doctorId: doctor.account.id, email: assistant.email });
  }
  const ids: string[] = [];
  for (const [nth, [firstName, lastName, birthDate]] of CHILDREN.entries()) {
    const childId = await before.childAdded(parent, firstName, lastName, birthDate);
    await before.caseOpened(parent, childId, nth === 1 ? ines : greta);
    ids.push(childId);
  }
  return { greta, ines, other, parent, assistant, ids };
};

/** From the header of a page, as a browser sends it. */
type Member = Awaited<ReturnType<typeof member>>;
const search = async ({ open, send }: Member, at: string, patient: string, meanwhile?: () => void) => {
  const { html } = await open(at);
  meanwhile?.();
  const [, token = '', owner = ''] =
    /action="\/find"[^>]*><input type="hidden" name="token" value="([^"]*)"><input [^>]*value="([^"]*)"/.exec(html) ??
    [];
  return send({ token, owner, patient }, { path: '/find' });
};

describe('the lists of staff (D-46)', () => {
  it('are come back to, with order and part, over the pages and forms on the way', async () => {
    const { greta, ids } = await clinic();
    let from = '/practice/children?order=birthDateBack';
    await greta.open(from);
    /** Follows a link, as a browser does, and tells where the one at the top leads. */
    const follow = async (to: string) => {
      const { html } = await greta.open(to, { Referer: `${url()}${from}` });
      from = to;
      return /href="([^"]*)" class="govuk-back-link"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    };
    const [list, ofChild] = [from, `/cases?child=${ids[0]}`];
    expect(await follow(ofChild)).toBe(list);
    const page = greta.page().links.find((link) => /^\/cases\/[\da-f-]{36}$/.test(link)) ?? '';
    expect(await follow(page)).toBe(ofChild);
    await follow(`${page}/title`);
    from = (await greta.send({ title: 'Asthma again' })).address;
    expect(from).toMatch(/done=/);
    from = `${page}/title`;
    expect(await follow(page)).toBe(ofChild);
    expect(await follow(ofChild)).toBe(list);
    from = list;
    await greta.open(list);
    expect(await follow(`/cases/${ids[0]}`)).toBe(list);
    expect(await follow(`/decisions/${ids[0]}/issue`)).toBe(list);
    await greta.open('/tasks?status=closed');
    from = '/account';
    expect(await follow(page)).toBe('/tasks?status=closed');
    await greta.open('/sign-out');
    await greta.send();
    expect([...greta.cookies.keys()].filter((name) => name.includes('lists'))).toEqual([]);
  });

  it('say to an assistant of several doctors whose each entry is, and to the assistant of one nothing of doctors', async () => {
    const { assistant, greta, ines, parent, ids } = await clinic();
    const mine = await member('Ast');
    await by(ines).linkAssistant({ doctorId: ines.account.id, email: mine.email });
    const caseId = await before.caseOpened(parent, ids[0] ?? '', greta);
    await before.taskAdded(greta, caseId, 'Phone');
    const whose = new RegExp(`CaseDoctor.*Phone.*${greta.account.firstName}`);
    expect((await assistant.open('/tasks')).text).toMatch(whose);
    const row = ({ account }: typeof greta) => new RegExp(`Mia Zwaluw[^/]*?${account.firstName}`);
    for (const list of ['/cases', '/new-cases']) {
      for (const doctor of [greta, ines]) expect((await assistant.open(list)).text).toMatch(row(doctor));
      expect((await mine.open(list)).text).not.toMatch(row(ines));
    }
  });

  it('are searched for a child, say how many there are, and keep search and order on their way', async () => {
    const { assistant, greta, ids, parent } = await clinic();
    const { links } = await greta.open('/cases');
    const caseIds = links.flatMap((link) => /^\/cases\/([\da-f-]{36})$/.exec(link)?.[1] ?? []);
    for (const caseId of new Set(caseIds)) {
      await before.certificateRequested(parent, greta, caseId);
      await before.taskAdded(greta, caseId, 'Phone');
    }
    for (const list of ['/cases', '/tasks', '/decisions']) {
      const whole = await greta.open(`${list}?order=newest`);
      expect([whole.text.includes('In all: 2'), whole.text.includes('Otto')]).toEqual([true, true]);
      const { token = '' } = whole.form?.values ?? {};
      const found = await greta.send({ token, patient: 'zwaluw', list: `${list}?order=newest` }, { path: '/find' });
      expect(found.path).toMatch(new RegExp(`^${list}\\?order=newest&search=`));
      expect(found.path).not.toMatch(/zwaluw/i);
      expect([found.text.includes('In all: 1'), found.text.includes('Otto')]).toEqual([true, false]);
      expect(found.links).toContain(`${list}?order=newest`);
      const nobody = (await greta.send({ token, patient: 'nobody', list }, { path: '/find' })).text;
      expect(nobody).toContain('No child on the list has this name or date of birth.');
      expect(nobody).not.toMatch(/Nothing waits|No task is open|There are no cases yet|Your first day/);
    }
    // Also whoever hears one control at a time knows whose it is.
    expect((await greta.open('/tasks')).text).toContain('Tick: Phone · Otto Müller');
    const decisions = await greta.open('/decisions?order=childBack');
    expect(decisions.text).toContain('about Measure lung function · Otto Müller');
    expect(decisions.text).toMatch(/Mia Zwaluw.*Otto Müller/);
    const issue = decisions.links.find((link) => link.includes('/issue')) ?? '';
    expect(issue).toMatch(/order=childBack$/);
    await greta.open(issue);
    expect((await greta.send({ statement: 'Fit' })).path).toMatch(
      /^\/decisions\/[^/]+\/issue\?order=childBack&done=issued/,
    );
    const elsewhere = { token: '', patient: 'mia', list: 'https://example.org/tasks' };
    expect(
      (await greta.send({ ...elsewhere, token: decisions.form?.values['token'] ?? '' }, { path: '/find' })).path,
    ).toBe(`/cases?child=${ids[0]}`);
    expect((await assistant.open('/practice/children?order=birthDateBack')).text).toMatch(
      /In all: 3.*9 January 2020.*3 February 2019.*24 December 2018/,
    );
  });
});

describe('a child is found from the header of each page of staff (D-46)', () => {
  it('by name and by birth date, by the assistant among those of all doctors; the only one is shown at once', async () => {
    const { assistant, greta, ids } = await clinic();
    const both = await search(assistant, '/account', 'mia zwal');
    expect(both.text).toMatch(/Mia Zwaluw.*3 February 2019.*Mia Zwaluw.*9 January 2020/);
    expect(both.links).toEqual(expect.arrayContaining([`/cases?child=${ids[0]}`, `/cases?child=${ids[1]}`]));
    const asShown = [
      '24 December 2018',
      '24. Dezember 2018',
      '24 déc. 2018 otto',
      'Müller 24 december 2018',
      '24\u00a0Dec 2018',
      'December 24, 2018',
      'Otto Dec. 24th 2018',
    ];
    for (const text of ['mueller', '24.12.2018', 'otto 2018-12-24', ...asShown]) {
      const found = await search(assistant, '/tasks', text);
      expect([found.path, found.heading]).toEqual([`/cases?child=${ids[2]}`, 'Cases of Otto Müller']);
    }
    expect((await search(greta, '/decisions', 'mia')).path).toBe(`/cases?child=${ids[0]}`);
  });

  it('also by whose session has ended since: the name that was typed is there again', async () => {
    const { greta } = await clinic();
    const asked = await search(greta, '/account', 'Zwaluw', () => greta.cookies.delete('portal-session'));
    expect([asked.heading, asked.address.includes('waluw')]).toEqual(['Sign in', false]);
    const again = await greta.send({ email: greta.email, password: PASSWORD });
    expect(again.form?.values['patient']).toBe('Zwaluw');
  });

  it('by nobody who does not work for its doctor, and at an address that tells the name to nobody', async () => {
    const { assistant, other, parent, ids } = await clinic();
    const nobody = await search(other, '/account', 'mia');
    expect(nobody.text).toContain('No child on the list has this name or date of birth.');
    const found = await search(assistant, '/account', 'Mia');
    expect(found.path).toMatch(/^\/find\?search=/);
    expect(found.path).not.toMatch(/mia/i);
    expect((await assistant.open(found.path)).text).toBe(found.text);
    expect((await other.open(found.path)).text).not.toContain('Zwaluw');
    expect((await parent.open('/account')).html).not.toContain('action="/find"');
    expect((await parent.open('/find')).status).toBe(403);
    expect((await search(assistant, '/account', ' ')).problems).toEqual(['Enter a name or a date of birth']);
    // D-34: its parents read who has found it.
    await expect.poll(async () => (await parent.open(`/children/${ids[0]}/access`)).text).toContain('found this child');
  });
});

it('the lists of an assistant of several doctors can be those of one', async () => {
  const { assistant, greta, ines, other } = await clinic();
  const ofDoctor = (list: string, { account }: typeof greta) => assistant.open(`${list}?doctor=${account.id}`);
  expect((await assistant.open('/cases')).text).toMatch(new RegExp(`All.*${greta.account.firstName} Jansen`));
  expect((await ofDoctor('/cases', greta)).text).toMatch(/Otto.*Mia/);
  expect((await ofDoctor('/cases', ines)).text).not.toContain('Otto');
  for (const [doctor, title] of [
    [greta, 'Listen'],
    [ines, 'Look'],
  ] as const) {
    const cases = await by(doctor).listCases({ paging: {} });
    for await (const [first] of cases) if (first) await before.taskAdded(doctor, first.id, title);
  }
  expect((await assistant.open('/tasks')).text).toMatch(/Listen.*Look/);
  const own = await ofDoctor('/tasks', ines);
  expect([own.text.includes('Look'), own.text.includes('Listen')]).toEqual([true, false]);
  expect((await ofDoctor('/tasks', other)).status).toBe(403);
  expect((await greta.open('/tasks')).html).not.toContain('name="doctor"');
});

it('a doctor has what parents need first at first (D-44)', async () => {
  const { greta, ids, parent } = await clinic();
  const today = ports().calendar.dayOf(ports().clock.now());
  for (const [purpose, dueOn] of [
    ['Daycare', undefined],
    ['School trip', daysAfter(today, 20)],
    ['Sports', daysAfter(today, 10)],
  ] as const) {
    const about = { childId: ids[0] ?? '', doctorId: greta.account.id };
    const { taskId } = await by(parent).wishCertificate({ about, purpose, dueOn });
    await by(greta).closeTask({ taskId });
  }
  expect((await greta.open('/decisions')).text).toMatch(/Daycare.*School trip.*Sports/);
  expect((await greta.open('/decisions?order=needed')).text).toMatch(/Sports.*School trip.*Daycare/);
});
