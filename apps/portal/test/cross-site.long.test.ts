import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AnyForm } from '../src/kit/form.ts';
import { withoutSecrets } from '../src/kit/read-fields.ts';
import { FORMS } from '../src/pages/all.ts';
import {
  addressOf,
  type Ids,
  looksOf,
  openClinicWithPaper,
  type People,
  SECRETS,
  senderOf,
  valuesFor,
} from './support/clinic.ts';
import { openPortal } from './support/portal.ts';
import { privacyFaults } from './support/privacy.ts';
import type { Page, Visitor } from './support/visitor.ts';

const portal = openPortal();

/** What browsers say of forms that no page of the portal has sent. */
const elsewhere = (): readonly Readonly<Record<string, string>>[] => [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'none' },
  { 'Sec-Fetch-Site': '' },
  { 'Sec-Fetch-Site': 'same-origin, cross-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: portal.url() },
  {},
  { Origin: 'null' },
  { Origin: 'https://evil.example' },
  { Origin: portal.url().replace(/\d+$/, '1') },
  { Origin: portal.url().replace('http:', 'https:') },
  { Origin: `${portal.url()}.evil.example` },
];

/** The last step with all that fits, so that nothing but what a test takes away is missing. */
const sentAt = ({ steps }: AnyForm, ids: Ids, people: People) => ({
  ...valuesFor(ids, people.doctor.account.id),
  key: randomUUID(),
  step: String(steps.length - 1),
});

it('every form is refused that no page of the portal has sent, whatever the browser says of it', async () => {
  const { people, ids } = await openClinicWithPaper(portal);
  const before = await looksOf(people, ids);
  const refused: string[] = [];
  const all = elsewhere();
  // Every form is refused what browsers say of other sites, and one kind of the rest, in turn.
  const sent = FORMS.map((form, nth) => [form, [all[0] ?? {}, all[1 + (nth % (all.length - 1))] ?? {}]] as const);
  for (const [form, kinds] of sent) {
    const sender = senderOf(form, people, portal.visitor);
    const token = (await sender.hidden()).token;
    for (const headers of kinds) {
      const values = { ...sentAt(form, ids, people), token };
      const { status, heading } = await sender.send(values, { path: addressOf(form.path, ids), headers });
      if (status === 403 && heading === 'This form cannot be used') refused.push(form.path);
    }
  }
  expect(refused).toEqual(sent.flatMap(([{ path }, kinds]) => kinds.map(() => path)));
  expect(await looksOf(people, ids)).toEqual(before);
  expect(portal.replies.flatMap((reply) => privacyFaults(reply, SECRETS))).toEqual([]);
});

/** What of the typed fields a page does not show again. */
const lostBy = (form: AnyForm, values: Readonly<Record<string, string>>, { html, form: shown }: Page) =>
  Object.entries(withoutSecrets(form, values)).filter(
    ([name, value]) =>
      value !== '' &&
      shown?.values[name] !== value &&
      !html.includes(`value="${value}"`) &&
      !html.includes(`>${value}<`),
  );

/**
 * In the clinic these could only be refused, whose session it ever is, and say so in place of the form. That they need the token
 * shows where they are done: `sent-twice.long.test.ts`.
 */
const OVER = [
  ...['/covers/:cover/agree', '/cases/:id/refuse', '/cases/:id/reopen', '/cases/:id/notes/:note/error'],
  ...['title', 'close', 'reopen', 'decline', 'withdraw'].map((part) => `/cases/:id/tasks/:task/${part}`),
  ...['invite', 'paper', 'paper/withdraw'].map((part) => `/practice/children/:id/${part}`),
];

it('every form behind a session does nothing, and shows what was typed, if it has not the token of that session', async () => {
  const { people, ids } = await openClinicWithPaper(portal);
  const before = await looksOf(people, ids);
  const others = (await people.otherParent.hidden()).token;
  // Those of an import are asked with one of their own (`imports.test.ts`).
  const forms = FORMS.filter(({ who, path }) => who !== 'anyone' && !path.includes('/:import/'));
  const untold: string[] = [];
  const lost: (readonly string[])[] = [];
  const owners = new Map<Visitor, string>();
  for (const [nth, form] of forms.entries()) {
    const sender = senderOf(form, people, portal.visitor);
    const owner = owners.get(sender) ?? (await sender.hidden()).owner;
    owners.set(sender, owner);
    for (const token of [others, ['', 'A'.repeat(43), 'x'][nth % 3] ?? '']) {
      const values = sentAt(form, ids, people);
      const page = await sender.send({ ...values, token, owner }, { path: addressOf(form.path, ids) });
      const isExplained = page.status === 409 && page.problems[0]?.startsWith('You have signed in anew');
      const isOver = OVER.includes(form.path) && page.status >= 400 && page.form === undefined;
      if (!isExplained && !isOver) untold.push(`${page.status} ${form.path}`);
      lost.push(...lostBy(form, values, page).map((entry) => [form.path, ...entry]));
    }
  }
  expect(untold).toEqual([]);
  // The answer of a device counts once: the page leads back to where it is asked. A task that is closed has no tick. A
  // doctor who can sign in gives the own cases.
  const without = ['/account/passkeys/add', '/tasks', '/manage/staff/:staff/cases'];
  expect(lost.filter(([path = '']) => !without.includes(path))).toEqual([]);
  expect(await looksOf(people, ids)).toEqual(before);
});

it('forms are accepted from browsers that name the origin of the page alone', async () => {
  const { send, open } = await portal.member('Par');
  await open('/account/name');
  expect((await send({ firstName: 'Mia' }, { headers: { Origin: portal.url() } })).path).toBe('/account?done=saved');
});
