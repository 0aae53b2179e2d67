import { CONFIRMED, LANGUAGES, MAKERS, NOTICES } from '@health-case/domain/model/account';
import { DISCLOSURES } from '@health-case/domain/model/certificate';
import { MAIL_KINDS } from '@health-case/domain/model/mail';
import { ALL_TOPICS, NOTICE_TIMES } from '@health-case/domain/model/notice';
import { PHRASE_KINDS } from '@health-case/domain/model/phrase';
import { ok } from '@health-case/domain/result';
import { expect, it } from 'vitest';
import { wordsIn } from '../src/words/words.ts';
import { openClinic, SECRETS } from './support/clinic.ts';
import { openPortal, PASSWORD } from './support/portal.ts';

const portal = openPortal();
const { visitor } = portal;

/** A value as programs call it. */
const CALLED = new RegExp(
  `portal-lines">(${[...ALL_TOPICS, ...CONFIRMED, ...DISCLOSURES, ...MAKERS, ...NOTICES, ...NOTICE_TIMES, ...PHRASE_KINDS].join('|')})<`,
  'g',
);

it('a parent reads, prints and downloads what is held, after the password, in each language', async () => {
  const { people } = await openClinic(portal);
  const { parent } = people;
  await parent.open('/account/notices');
  await parent.send({ mailNote: 'never' });
  for (const path of ['/account/data/all', '/account/data/file'])
    expect((await parent.open(path)).path).toBe('/account/data');
  expect((await parent.send({ password: 'wrong' })).problems).toEqual(['The password is wrong']);
  const all = await parent.send({ password: PASSWORD });
  expect(all.path).toBe('/account/data/all');
  expect(all.html).toMatch(/<\/html>$/);
  expect(all.text).toContain('What you did that concerns no child, such as signing in, stands in the file alone.');
  for (const secret of SECRETS.filter((one) => one !== '*97')) expect(all.text).toContain(secret);
  for (const language of LANGUAGES) {
    await parent.open(`/language/${language}`);
    // A name that no language has would stand there as programs call it.
    const shown = await parent.open('/account/data/all');
    expect(shown.html.match(/(?:__key">|<b>)[a-z]\w*/g)).toBeNull();
    expect(shown.text).not.toContain('own data asked for');
    expect(shown.html.match(CALLED)).toBeNull();
    expect(shown.html).not.toContain('undefined');
  }
  const { headers, html } = await parent.open('/account/data/file');
  expect(html).toContain('own data asked for');
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="mijn-gegevens.json"');
  const entries: readonly { readonly part: string }[] = JSON.parse(html);
  const parts = ['account', 'login', 'trustedDevice', 'passkey', 'code', 'notice', 'child', 'case', 'look', 'record'];
  expect([...new Set(entries.map(({ part }) => part))]).toEqual(parts);
});

it('each mail that did not arrive is told with what it was about, in each language', async () => {
  const parent = await portal.member('Par');
  const { ids, clock, storage } = portal.ports();
  const at = clock.now();
  const facts = { accountId: parent.account.id, to: undefined, at, notBefore: at, attempts: 9, failedAt: at };
  const more = { caseId: undefined, invitation: undefined, problem: 'The mail server refused the address' };
  await storage.write(async ({ mails }) => {
    for (const kind of MAIL_KINDS) await mails.insert({ ...facts, ...more, id: ids.next(), kind });
    return ok(undefined);
  });
  await parent.open('/account/data');
  await parent.send({ password: PASSWORD });
  for (const language of LANGUAGES) {
    await parent.open(`/language/${language}`);
    const { html } = await parent.open('/account/data/all');
    const { ownData } = wordsIn(language);
    const kinds = html.matchAll(new RegExp(`__key">${ownData.names.kind}</dt><dd[^>]*><span[^>]*>([^<]+)`, 'g'));
    const told = [...kinds].map(([, text = '']) => text);
    expect(told).toHaveLength(MAIL_KINDS.length);
    expect(told.filter((text) => MAIL_KINDS.some((kind) => kind === text))).toEqual([]);
  }
});

it('a parent closes the account, told before what becomes of the children', async () => {
  const { people, ids } = await openClinic(portal);
  const { otherParent, parent, second } = people;
  await portal.before.childAdded(otherParent, 'Tom', 'Smit');
  expect((await otherParent.open('/account/close')).text).toContain('There is no case: the child is erased here.');
  const before = await parent.open('/account/close');
  expect(before.text).toContain('Noor JansenThe other parents keep all that there is');
  expect((await parent.send({ password: 'wrong' })).problems).toEqual(['The password is wrong']);
  const form = parent.page().form?.values ?? {};
  const { path, text, cookies } = { ...(await parent.send({ password: PASSWORD })), cookies: parent.cookies };
  expect([path, text]).toEqual(['/sign-in?done=accountClosed', expect.stringContaining('Your account is closed.')]);
  expect(cookies.has('portal-session')).toBe(false);
  // Sent once more, as by a second click.
  expect((await parent.send({ ...form, password: PASSWORD }, { path: '/account/close' })).path).toMatch(/^\/sign-in/);
  await parent.open('/sign-in');
  expect((await parent.send({ email: parent.email, password: PASSWORD })).problems).toHaveLength(1);
  expect((await second.open(`/cases/${ids.caseId}`)).status).toBe(200);
  expect(await portal.by(parent).findDraft({ accountId: parent.account.id, id: form['key'] ?? '' })).toBe(undefined);
});

it('a doctor with cases is sent to hand them over, and reads no text about a child in the own data', async () => {
  const { people } = await openClinic(portal);
  const { doctor } = people;
  const { text, links } = await doctor.open('/account/close');
  expect([text.includes('while cases are yours'), links.includes('/practice/leaving')]).toEqual([true, true]);
  const refused = await doctor.send({ password: PASSWORD });
  expect([refused.path, refused.problems.length]).toEqual(['/account/close', 1]);
  await doctor.open('/account/data');
  const all = await doctor.send({ password: PASSWORD });
  expect(SECRETS.filter((secret) => all.text.includes(secret))).toEqual([]);
  expect(all.html.match(CALLED)).toBeNull();
  expect(all.text).toContain('Issued a certificate');
  expect((await visitor().open('/account/data/all')).path).toMatch(/^\/sign-in/);
});
