import { startTestService } from '@health-case/composition/testing/test-service';
import type { Account, Password, Role } from '@health-case/domain/model/account';
import type { BirthDate } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import type { CaseId, PersonName, TaskId, Title } from '@health-case/domain/model/values';
import type { Result } from '@health-case/domain/result';
import { openBrowser } from '@health-case/http/testing/browser';
import { CHROMIUM } from '@health-case/http/testing/chromium';
import { portal } from '@health-case/portal/transport';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

if (!CHROMIUM) process.stderr.write('Not tested, as no Chromium is installed here: the clicks of a day.\n');

const inChromium = describe.skipIf(!CHROMIUM);
const { openPageAs } = openBrowser();
let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService([portal]);
  return service.stop;
});
const url = (): string => `http://localhost:${service.ports['portal']}`;

const PASSWORD = 'kW4!paper-rainbow' as Password;
const CALL = { requestId: 'test', address: '192.0.2.1' };
const [CHILDREN, WAITING, TASKS] = [300, 30, 60];

const must = <Value>(result: Result<Value, unknown>): Value => {
  if (!result.ok) throw new Error(`The practice was refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
};

const member = async (role: Role, firstName: string): Promise<Account> => {
  const names = { firstName: firstName as PersonName, lastName: 'Holm' as PersonName };
  const email = must(parseEmail(`${firstName}@example.org`));
  return must(
    await service.application.registerAccount({ ...CALL, ...names, role, email, password: PASSWORD, through: 'A' }),
  );
};

/** Requests 30 decisions. */
let request: () => Promise<void>;

/** Doctor and assistant of a practice of 300 children, with 60 open tasks. */
const openPractice = async (): Promise<void> => {
  const app = service.application;
  const [doctor, assistant, parent] = [
    await member('Doc', 'greta'),
    await member('Ast', 'anton'),
    await member('Par', 'lena'),
  ];
  const [byDoctor, byParent] = [
    { ...CALL, actor: doctor },
    { ...CALL, actor: parent },
  ];
  must(await app.linkAssistant({ ...byDoctor, doctorId: doctor.id, email: assistant.email }));
  const cases: CaseId[] = [];
  for (let nth = 0; nth < CHILDREN; nth += 1) {
    const names = { firstName: `Mia${nth}` as PersonName, lastName: 'Zwaluw' as PersonName };
    const birthDate = `2019-02-${10 + (nth % 18)}` as BirthDate;
    const childId = must(await app.addChild({ ...byParent, ...names, birthDate }));
    cases.push(must(await app.openCase({ ...byParent, childId, doctorId: doctor.id, title: 'Asthma' as Title })));
  }
  const task = async (caseId: CaseId): Promise<TaskId> =>
    must(await app.addTask({ ...byDoctor, caseId, title: 'Measure lung function' as Title }));
  request = async () => {
    for (const caseId of cases.slice(0, WAITING)) {
      const id = await task(caseId);
      must(await app.closeTask({ ...byDoctor, taskId: id }));
      must(await app.requestCertification({ ...byParent, id }));
    }
  };
  for (const caseId of cases.slice(0, TASKS)) await task(caseId);
};

/** Somebody who has signed in, whose clicks and pages are counted from then on. */
const atWork = async (firstName: string) => {
  const page = await openPageAs({ locale: 'en-GB' }, url());
  await page.goto(`${url()}/sign-in`);
  await page.getByLabel('E-mail address').fill(`${firstName}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const load = (control: Locator) => Promise.all([page.waitForEvent('load'), control.click()]);
  await load(page.getByRole('button', { name: 'Sign in', exact: true }));
  const count = { clicks: 0, pages: 0, typed: 0 };
  return {
    page,
    count,
    click: async (control: Locator): Promise<void> => {
      count.clicks += 1;
      await control.click();
    },
    go: async (control: Locator): Promise<void> => {
      count.clicks += 1;
      count.pages += 1;
      await load(control);
    },
  };
};

/** Asked in the browser. */
const widthBeyond = (element: { readonly scrollWidth: number; readonly clientWidth: number }): number =>
  element.scrollWidth - element.clientWidth;

inChromium('a practice of 300 children, with Chromium (Debian: apt-get install chromium)', () => {
  beforeAll(openPractice);

  it('shows the first task on a phone without scrolling, on each page, and what narrows the list in a wide window', async () => {
    const { page, go } = await atWork('anton');
    const filter = page.getByLabel('Status');
    expect(await filter.isVisible()).toBe(true);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    for (const move of [() => go(page.getByRole('link', { name: 'Next' })), () => undefined]) {
      expect(await filter.isVisible()).toBe(false);
      const first = await page.locator('.govuk-checkboxes__label').first().boundingBox();
      expect((first?.y ?? 740) + (first?.height ?? 0)).toBeLessThanOrEqual(740);
      await move();
    }
    await page.getByText('Search, filter, sort').click();
    expect(await filter.isVisible()).toBe(true);
  });

  it('closes 60 open tasks with 75 clicks on 10 pages at most, also those that it ticks one by one', async () => {
    const { page, count, click, go } = await atWork('anton');
    count.pages += 1;
    const close = page.getByRole('button', { name: 'Close the ticked tasks' });
    while (await close.isVisible()) {
      const boxes = page.getByRole('checkbox');
      for (const label of await page.locator('.govuk-checkboxes__label').all()) await click(label);
      expect(await boxes.count()).toBe(await page.locator('input:checked').count());
      await go(close);
    }
    expect(await page.getByText('No task is open.').isVisible()).toBe(true);
    expect(count.clicks).toBeLessThanOrEqual(75);
    expect(count.pages).toBeLessThanOrEqual(10);
    await go(page.getByRole('button', { name: 'Undo' }));
    expect(await page.getByText('10 tasks are open again.').isVisible()).toBe(true);
  });

  it('decides about 30 requests, half of them with a statement of their own, on 35 pages with 55 clicks at most', async () => {
    await request();
    const { page, count, click, go } = await atWork('greta');
    count.pages += 1;
    await go(page.getByRole('link', { name: 'Decide' }).first());
    const issue = page.getByRole('button', { name: 'Issue' });
    const says = page.getByLabel('What the certificate says');
    for (let nth = 0; await issue.isVisible(); nth += 1) {
      expect(await says.inputValue()).toBe('Health certification');
      if (nth % 2 === 0) {
        await click(says);
        await says.fill(`Fit for sports ${nth}`);
      }
      await go(issue);
    }
    expect(await page.getByText('Nothing waits for you.').isVisible()).toBe(true);
    expect(count.clicks).toBeLessThanOrEqual(55);
    expect(count.pages).toBeLessThanOrEqual(35);
  });

  it.each(['anton', 'greta'])('finds one child of 300 with two clicks from any page, as %s', async (who) => {
    const { page, count, click, go } = await atWork(who);
    for (const at of ['/account', '/cases', '/tasks']) {
      await page.goto(`${url()}${at}`);
      Object.assign(count, { clicks: 0 });
      await click(page.getByLabel('Find a child', { exact: true }));
      await page.keyboard.type('Mia29');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      await go(page.getByRole('link', { name: 'Mia297' }));
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Mia297');
      expect(count.clicks).toBeLessThanOrEqual(2);
    }
  });

  it('lets a parent come from registering to a printed certificate with 16 clicks, in two visits', async () => {
    const page = await openPageAs({ locale: 'en-GB' }, url());
    await page.goto(`${url()}/sign-in`);
    let clicks = 0;
    const go = async (control: Locator): Promise<void> => {
      clicks += 1;
      await Promise.all([page.waitForEvent('load'), control.click()]);
    };
    const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true });
    const link = (name: string) => page.locator('main').getByRole('link', { name, exact: true });
    await go(link('Register'));
    clicks += 1;
    await page.getByRole('radio', { name: 'Parent', exact: true }).check();
    await go(button('Continue'));
    await page.getByLabel('First name').fill('Paul');
    await page.getByLabel('Last name').fill('Zwaluw');
    await go(button('Continue'));
    const signIn = { 'E-mail address': 'paul@example.org', Password: PASSWORD };
    await page.getByLabel('E-mail address').fill(signIn['E-mail address']);
    await page.getByLabel('New password', { exact: true }).fill(signIn.Password);
    await go(button('Register'));
    await go(link('Add a child'));
    await page.getByLabel('First name').fill('Pia');
    await page.getByLabel('Last name').fill('Zwaluw');
    for (let step = 0; step < 3; step += 1) await go(button('Continue'));
    await go(button('Add a child'));
    await go(link('Ask for a certificate'));
    await page.getByLabel('What is it for?').fill('School trip');
    await go(button('Ask for the certificate'));
    expect(await page.getByText('Asked for. The practice works on it').isVisible()).toBe(true);

    const app = service.application;
    const doctor = must(
      await app.logIn({ ...CALL, email: must(parseEmail('greta@example.org')), password: PASSWORD }),
    ).account;
    const call = { ...CALL, actor: doctor, session: 'none' as never };
    for await (const tasks of must(await app.listTasks({ ...call, status: 'open', paging: {} }))) {
      const wish = tasks.find(({ title }) => title === 'School trip');
      if (!wish) continue;
      must(await app.closeTask({ ...call, taskId: wish.id }));
      must(await app.issueCertification({ ...call, id: wish.id }));
    }

    await page.context().clearCookies();
    await page.goto(`${url()}/sign-in`);
    for (const [label, text] of Object.entries(signIn)) await page.getByLabel(label, { exact: true }).fill(text);
    await go(button('Sign in'));
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toContain('Pia Zwaluw');
    await go(button('Open it, to print or send'));
    clicks += 1;
    expect(await page.getByText('School trip').isVisible()).toBe(false);
    expect(await button('Print this page').isVisible()).toBe(true);
    expect(await page.getByRole('img', { name: 'QR code of the certificate' }).isVisible()).toBe(true);
    expect(clicks).toBeLessThanOrEqual(16);
  });

  it('keeps the place in a list, both ways and back from what stands there', async () => {
    const { page, go } = await atWork('anton');
    await page.goto(`${url()}/cases?status=ongoing`);
    const first = await page.locator('tbody tr').first().textContent();
    await go(page.getByRole('link', { name: 'Next' }));
    await go(page.getByRole('link', { name: 'Next' }));
    const third = page.url();
    await go(page.locator('tbody th a').nth(3));
    await go(page.getByRole('link', { name: 'Back' }));
    expect(page.url()).toBe(third);
    await go(page.getByRole('link', { name: 'Previous' }));
    await go(page.getByRole('link', { name: 'Previous' }));
    expect(page.url()).toBe(`${url()}/cases?status=ongoing`);
    expect(await page.locator('tbody tr').first().textContent()).toBe(first);
    expect(await page.getByRole('link', { name: 'Previous' }).count()).toBe(0);
  });

  it('has each action in sight on a phone, where each row is a card', async () => {
    await request();
    const { page } = await atWork('greta');
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [at, action] of [
      ['/decisions', 'Decide'],
      ['/cases', 'Asthma'],
      ['/practice/children', 'Mia'],
    ] as const) {
      await page.goto(`${url()}${at}`);
      const box = await page.locator('main').getByRole('link', { name: action }).first().boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
      expect(await page.locator('.portal-table').first().evaluate(widthBeyond)).toBe(0);
    }
  });
});
