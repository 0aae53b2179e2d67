import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestService } from '@health-case/composition/testing/test-service';
import { createOperatorApplication } from '@health-case/domain/application';
import { LANGUAGES } from '@health-case/domain/model/account';
import { openBrowser } from '@health-case/http/testing/browser';
import { portal } from '@health-case/portal/transport';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { peopleOf } from './support/portal-clinic.ts';
import { cookie } from './support/portal-reader.ts';

/** The certificate, and a list, as a parent prints them. */

const ZBARIMG = 'zbarimg';
const canRead = spawnSync(ZBARIMG, ['--version']).status === 0;
if (!canRead)
  process.stderr.write('Not tested, as no zbarimg is installed here: the code of the printed certificate.\n');

const { openPageAs, inChromium } = openBrowser('the paper of a certificate');

/** Of all letters they take the most room. */
const lettersOf = (length: number): string => 'W'.repeat(length);

const PRACTICE = {
  name: 'Group practice for children and young people, Holm, Jansen and Schweizer-Heijden',
  address: '123 Long Market Street on the Old Canal, Building C, second floor, 2611 AA Delft, Netherlands',
  telephone: '+31 15 212 00 00',
  email: 'front-desk.of.the.group.practice@example.org',
  sentenceEn: 'Open from 8 to 12 and from 14 to 18. In an emergency call 112.',
};

const service = await startTestService([portal]);
afterAll(service.stop);

/** A certificate with names and a statement of the most characters. */
const openCertificate = async () => {
  const member = peopleOf(service);
  const long = lettersOf(100);
  const [doctor, parent] = [
    await member('Doc', long, long, 'doctor@example.org'),
    await member('Par', long, 'Jansen', 'parent@example.org'),
  ];
  const childId = await parent.by.addChild({ firstName: long, lastName: long, birthDate: '2019-02-28' });
  const caseId = await parent.by.openCase({ childId, doctorId: doctor.account.id, title: 'Asthma' });
  const id = await doctor.by.addTask({ caseId, title: 'Asthma' });
  await doctor.by.closeTask({ taskId: id });
  await parent.by.requestCertification({ id });
  await doctor.by.issueCertification({ id, statement: lettersOf(120) });
  const made = await parent.by.createCertificate({ id, disclosed: 'name' });
  return { path: `/tasks/${id}/certificate/${made.id}`, token: parent.token };
};

inChromium('a printed page of a practice', () => {
  let made: Awaited<ReturnType<typeof openCertificate>>;
  beforeAll(async () => {
    await createOperatorApplication(service.inside).setPractice({ requestId: 'test', facts: PRACTICE as never });
    made = await openCertificate();
  });

  const openPaper = async (language: string, deviceScaleFactor = 1, path = made.path) => {
    const url = `http://localhost:${service.ports['portal']}`;
    const page = await openPageAs({ deviceScaleFactor, viewport: { width: 794, height: 1123 } }, url);
    await page.context().addCookies([cookie('session', made.token), cookie('language', language)]);
    await page.goto(`${url}${path}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    return page;
  };

  it.each(LANGUAGES)(
    'is one sheet of A4 where it is a certificate, in black on white, in the language %s',
    async (language) => {
      const page = await openPaper(language);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.getByText(lettersOf(120)).count()).toBe(1);
      expect(await page.getByText(PRACTICE.telephone).filter({ visible: true }).count()).toBe(1);
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
      const colours = await page.evaluate(
        "[...document.querySelectorAll('h1, h2, p, dt, dd')].filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one).color)",
      );
      expect(
        [...new Set(colours as string[])].filter(
          (colour) => !/^rgb\((\d+), \1, \1\)$|^rgb\(11, 12, 12\)$/.test(colour),
        ),
      ).toEqual([]);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toMatch(
        /^rgb\(255, 255, 255\)|, 0\)$/,
      );
    },
  );

  it('has all columns where it is a list, no addresses, and nothing to search or filter it by', async () => {
    const page = await openPaper('en', 1, '/cases');
    expect(await page.evaluate('getComputedStyle(document.querySelector("th a"), "::after").content')).toBe('none');
    expect(await page.getByLabel('Order').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.setContent(`${await page.content()}<span class="portal-bar-0">A legend</span>
      <dl><dd class="govuk-summary-list__value">Own data <ul class="govuk-list"><li>As small</li></ul></dd></dl>`);
    const colours = 'getComputedStyle(document.querySelector(".portal-bar-0")).printColorAdjust';
    expect(await page.evaluate(colours)).toBe('exact');
    const sizes = '[...document.querySelectorAll("dd, dd li")].map((one) => getComputedStyle(one).fontSize)';
    expect(new Set((await page.evaluate(sizes)) as string[]).size).toBe(1);
    expect(await page.getByRole('columnheader', { name: 'Certificate' }).filter({ visible: true }).count()).toBe(1);
  });

  it.skipIf(!canRead)(
    'has a code, where it is a certificate, that is read also as a printer without colours prints it',
    async () => {
      // As on a printer of 300 dpi.
      const page = await openPaper('en', 300 / 96);
      const file = join(scratchFolder(), 'code.png');
      writeFileSync(file, await page.getByRole('img').screenshot());
      const read = spawnSync(ZBARIMG, [
        '--set',
        '*.enable=0',
        '--set',
        'qrcode.enable=1',
        '--quiet',
        '--raw',
        '--nodbus',
        file,
      ]);
      expect(read.stdout.toString()).toMatch(/\/verify#\d+\s*$/);
    },
  );
});
