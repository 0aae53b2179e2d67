import { startTestService } from '@health-case/composition/testing/test-service';
import { openBrowser } from '@health-case/http/testing/browser';
import { isVisited } from '@health-case/http/testing/chromium';
import { portal } from '@health-case/portal/transport';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { variantA } from '@health-case/variant-a/variant-a';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hand, keyboard, MOUSE } from './support/hands.ts';
import { PASSWORD, peopleOf } from './support/portal-clinic.ts';

const { openPageAs, inChromium } = openBrowser('the clicks and the keys of a day');
const issuerPort = await freePort();
const ports = { PORT: issuerPort, PORT_A: undefined, PORT_B: undefined, PORT_PORTAL: 0 };
const service = await startTestService([portal, variantA], { ports });
afterAll(service.stop);
const url = `http://localhost:${service.ports['portal']}`;

const WHOLE = Boolean(process.env['WHOLE']);
/** Before a release 30 requests wait, otherwise a third. */
const PART = WHOLE ? 1 : 3;
const [CHILDREN, WAITING, TASKS] = [300, 30 / PART, 60];
const [PAGES, CLICKS, KEYS] = [Math.ceil(35 / PART), Math.ceil(55 / PART), Math.ceil(250 / PART)];

/** Requests decisions. */
let request: () => Promise<void>;
/** Opens 60 tasks. */
let addTasks: () => Promise<void>;

/** Closes the task for which a parent has asked, and issues its certificate. */
let issueWish: () => Promise<void>;

/** Doctor and assistant of a practice of 300 children. */
const openPractice = async (): Promise<void> => {
  const member = peopleOf(service);
  const [doctor, assistant, parent] = [
    await member('Doc', 'greta', 'Holm'),
    await member('Ast', 'anton', 'Holm'),
    await member('Par', 'lena', 'Holm'),
  ];
  const doctorId = doctor.account.id;
  await doctor.by.linkAssistant({ doctorId, email: assistant.email });
  const cases: string[] = [];
  for (let nth = 0; nth < CHILDREN; nth += 1) {
    const child = { firstName: `Mia${nth}`, lastName: 'Zwaluw', birthDate: `2019-02-${10 + (nth % 18)}` };
    const childId = await parent.by.addChild(child);
    cases.push(await parent.by.openCase({ childId, doctorId, title: 'Asthma' }));
  }
  const task = (caseId: string) => doctor.by.addTask({ caseId, title: 'Measure lung function' });
  request = async () => {
    for (const caseId of cases.slice(0, WAITING)) {
      const id = await task(caseId);
      await doctor.by.closeTask({ taskId: id });
      await parent.by.requestCertification({ id });
    }
  };
  addTasks = async () => {
    for (const caseId of cases.slice(0, TASKS)) await task(caseId);
  };
  issueWish = async () => {
    for await (const tasks of await doctor.by.listTasks({ status: 'open', paging: {} })) {
      const wish = tasks.find(({ title }) => title === 'School trip');
      if (!wish) continue;
      await doctor.by.closeTask({ taskId: wish.id });
      await doctor.by.issueCertification({ id: wish.id });
    }
  };
};

type Way = { readonly name: string; readonly hand: (onKey: () => void) => Hand; readonly javaScriptEnabled: boolean };
const WITH_MOUSE: Way = { name: 'paul', hand: () => MOUSE, javaScriptEnabled: true };
const BY_KEYBOARD: Way = { name: 'pauline', hand: keyboard, javaScriptEnabled: false };

/** Somebody at the portal, whose clicks, or what is done in their place, keys and pages are counted. */
const visit = async ({ hand, javaScriptEnabled }: Way) => {
  const page = await openPageAs({ locale: 'en-GB', javaScriptEnabled }, url);
  const count = { clicks: 0, keys: 0, pages: 0 };
  const does = hand(() => {
    count.keys += 1;
  });
  const load = (work: () => Promise<void>) => Promise.all([page.waitForEvent('load'), work()]);
  const main = page.locator('main');
  return {
    page,
    count,
    button: (name: string) => main.getByRole('button', { name, exact: true }),
    link: (name: string) => main.getByRole('link', { name, exact: true }),
    /** A click into a field is not needed where the one before leads to it. */
    fill: (label: string, text: string) => does.fill(page.getByLabel(label, { exact: true }), text),
    tick: async (box: Locator): Promise<void> => {
      count.clicks += 1;
      await does.tick(box);
    },
    go: async (control: Locator): Promise<void> => {
      count.clicks += 1;
      count.pages += 1;
      await load(() => does.press(control));
    },
    enter: async (): Promise<void> => {
      count.keys += 1;
      await load(() => page.keyboard.press('Enter'));
    },
  };
};

/** The same, signed in. Counted from then on. */
const atWork = async (way: Way, firstName: string) => {
  const person = await visit(way);
  await person.page.goto(`${url}/sign-in`);
  await person.fill('E-mail address', `${firstName}@example.org`);
  await person.fill('Password', PASSWORD);
  await person.go(person.button('Sign in'));
  Object.assign(person.count, { clicks: 0, keys: 0, pages: 0 });
  return person;
};

/** Asked in the browser. */
const widthBeyond = (element: { readonly scrollWidth: number; readonly clientWidth: number }): number =>
  element.scrollWidth - element.clientWidth;

inChromium('a practice of 300 children', () => {
  beforeAll(openPractice);

  describe.each([
    ['with a mouse', WITH_MOUSE],
    ['by the keyboard alone, without a script', BY_KEYBOARD],
  ])('%s', (_, way) => {
    // Before a release each journey is walked in both ways, otherwise in one of them.
    const inCi = (isIt: boolean) => it.skipIf(!isIt && !WHOLE);
    const each = inCi(way === WITH_MOUSE);

    each(
      'closes 60 open tasks, that it ticks one by one, with 75 clicks or 300 keys on 10 pages at most; and all of a page at once',
      async () => {
        await addTasks();
        const { page, count, button, link, tick, go } = await atWork(way, 'anton');
        count.pages += 1;
        const close = button('Close the ticked tasks');
        while (await close.isVisible()) {
          for (const box of await page.getByRole('checkbox').all()) await tick(box);
          await go(close);
        }
        expect(await page.getByText('No task is open.').isVisible()).toBe(true);
        expect(count.clicks).toBeLessThanOrEqual(75);
        expect(count.keys).toBeLessThanOrEqual(300);
        expect(count.pages).toBeLessThanOrEqual(10);

        Object.assign(count, { keys: 0 });
        await go(button('Undo'));
        expect(await page.getByText('10 tasks are open again.').isVisible()).toBe(true);
        await go(link('Tick all on this page'));
        await go(close.first());
        expect(await page.getByText('No task is open.').isVisible()).toBe(true);
        expect(count.keys).toBeLessThanOrEqual(15);
      },
    );

    each(
      `decides about ${WAITING} requests, half of them with a statement of their own, on ${PAGES} pages with ${CLICKS} clicks or ${KEYS} keys at most`,
      async () => {
        await request();
        const { page, count, button, fill, go } = await atWork(way, 'greta');
        count.pages += 1;
        await go(page.getByRole('link', { name: 'Decide' }).first());
        const issue = button('Issue and go to the next').or(button('Issue'));
        const says = page.getByLabel('What the certificate says');
        for (let nth = 0; await issue.isVisible(); nth += 1) {
          expect(await says.inputValue()).toBe('Health certification');
          if (nth % 2 === 0) {
            count.clicks += 1;
            await fill('What the certificate says', `Fit for sports ${nth}`);
          }
          if (nth === 1) await page.reload();
          await go(issue);
        }
        expect(await page.getByText('Nothing waits for you.').isVisible()).toBe(true);
        expect(count.clicks).toBeLessThanOrEqual(CLICKS);
        expect(count.keys).toBeLessThanOrEqual(KEYS);
        expect(count.pages).toBeLessThanOrEqual(PAGES);
      },
    );

    for (const who of ['anton', 'greta']) {
      inCi(way === BY_KEYBOARD && who === 'anton')(
        `finds one child of 300 with two clicks or 30 keys from any page, as ${who}`,
        async () => {
          const { page, count, fill, go, enter } = await atWork(way, who);
          for (const at of ['/account', '/cases', '/tasks']) {
            await page.goto(`${url}${at}`);
            Object.assign(count, { clicks: 1, keys: 0 });
            await fill('Find a child', 'Mia29');
            await enter();
            await go(page.getByRole('link', { name: 'Mia297' }));
            expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Mia297');
            expect(count.clicks).toBeLessThanOrEqual(2);
            expect(count.keys).toBeLessThanOrEqual(30);
          }
        },
      );
    }

    inCi(way === BY_KEYBOARD)(
      'lets a parent come from registering to a printed certificate, which anybody verifies, with 16 clicks or 90 keys, in two visits',
      async () => {
        const { page, count, button, link, fill, tick, go } = await visit(way);
        await page.goto(`${url}/sign-in`);
        await go(link('Register'));
        await tick(page.getByRole('radio', { name: 'Parent', exact: true }));
        await go(button('Continue'));
        await fill('First name', 'Paul');
        await fill('Last name', 'Zwaluw');
        await go(button('Continue'));
        const email = `${way.name}@example.org`;
        await fill('E-mail address', email);
        await fill('New password', PASSWORD);
        await go(button('Register'));
        await go(link('Add a child'));
        await fill('First name', 'Pia');
        await fill('Last name', 'Zwaluw');
        for (let step = 0; step < 3; step += 1) await go(button('Continue'));
        await go(button('Add a child'));
        await go(link('Ask for a certificate'));
        await fill('What is it for?', 'School trip');
        await go(button('Ask for the certificate'));
        expect(await page.getByText('Asked for. The practice works on it').isVisible()).toBe(true);

        await issueWish();

        await page.context().clearCookies();
        await page.goto(`${url}/sign-in`);
        await fill('E-mail address', email);
        await fill('Password', PASSWORD);
        await go(button('Sign in'));
        expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toContain('Pia Zwaluw');
        await go(button('Open it, to print or send'));
        count.clicks += 1;
        expect(await page.getByText('School trip').isVisible()).toBe(false);
        // Without a script, one prints by the menu of the browser.
        expect(await button('Print this page').isVisible()).toBe(way.javaScriptEnabled);
        expect(await page.getByRole('img', { name: 'QR code of the certificate' }).isVisible()).toBe(true);
        expect(count.clicks).toBeLessThanOrEqual(16);
        expect(count.keys).toBeLessThanOrEqual(90);
        expect(count.pages).toBeLessThanOrEqual(20);

        const certificate = await page.getByRole('link', { name: 'Open the certificate' }).getAttribute('href');
        await page.emulateMedia({ media: 'print' });
        expect(await page.getByRole('img', { name: 'QR code of the certificate' }).isVisible()).toBe(true);
        expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
        const issuer = `http://127.0.0.1:${issuerPort}`;
        const school = await openPageAs({}, issuer);
        await school.goto(`${issuer}/verify`);
        await expect.poll(() => isVisited(school, issuer)).toBe(true);
        await school.goto(certificate ?? '');
        await expect.poll(() => school.locator('#verdict h1, #verdict h2').first().textContent()).toBe('Genuine');
      },
    );

    each('keeps the place in a list, both ways and back from what stands there', async () => {
      const { page, count, go } = await atWork(way, 'anton');
      await page.goto(`${url}/cases?status=ongoing`);
      const first = await page.locator('tbody tr').first().textContent();
      await go(page.getByRole('link', { name: 'Next' }));
      await go(page.getByRole('link', { name: 'Next' }));
      const third = page.url();
      await go(page.locator('tbody th a').nth(3));
      await go(page.getByRole('link', { name: 'Back' }));
      expect(page.url()).toBe(third);
      await go(page.getByRole('link', { name: 'Previous' }));
      await go(page.getByRole('link', { name: 'Previous' }));
      expect(page.url()).toBe(`${url}/cases?status=ongoing`);
      expect(await page.locator('tbody tr').first().textContent()).toBe(first);
      expect(await page.getByRole('link', { name: 'Previous' }).count()).toBe(0);
      expect(count.keys).toBeLessThanOrEqual(90);
    });
  });

  it('shows the first task on a phone without scrolling, on each page, and what narrows the list in a wide window', async () => {
    await addTasks();
    const { page, go } = await atWork(WITH_MOUSE, 'anton');
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

  it('has each action in sight on a phone, where each row is a card', async () => {
    await request();
    const { page } = await atWork(WITH_MOUSE, 'greta');
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [at, action] of [
      ['/decisions', 'Decide'],
      ['/cases', 'Asthma'],
      ['/practice/children', 'Mia'],
    ] as const) {
      await page.goto(`${url}${at}`);
      const box = await page.locator('main').getByRole('link', { name: action }).first().boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
      expect(await page.locator('.portal-table').first().evaluate(widthBeyond)).toBe(0);
      // Above cards a caption of another kind breaks after each word.
      expect(await page.evaluate('getComputedStyle(document.querySelector("caption")).display')).toBe('block');
    }
  });
});
