import { WORDS } from '@health-case/composition/testing/clinic';
import { openTestService } from '@health-case/composition/testing/test-service';
import { openBrowser } from '@health-case/http/testing/browser';
import { callAt } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';
import { portal } from '@health-case/portal/transport';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { variantA } from '@health-case/variant-a/variant-a';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { cookie } from './support/portal-reader.ts';

const { openPageAs, inChromium } = openBrowser('the portal in a browser');

let portalPort = 0;
beforeAll(async () => {
  portalPort = await freePort();
});
const { port, codeOf } = openTestService([portal, variantA], () => ({
  ports: { PORT: undefined, PORT_A: undefined, PORT_B: undefined, PORT_PORTAL: portalPort },
}));

/** The name by which passkeys know this machine. */
const portalUrl = () => `http://localhost:${portalPort}`;

const PASSWORD = 'kW4!paper-rainbow';
let people = 0;

/** A person at the portal, in a browser of their own. */
const visit = async () => {
  const page = await openPageAs({ locale: 'en-GB' }, portalUrl());
  const main = page.locator('main');
  const press = async (control: Locator): Promise<void> => {
    await Promise.all([page.waitForEvent('load'), control.click()]);
  };
  people += 1;
  const name = `Person${people}`;
  const email = `${name.toLowerCase()}@example.org`;
  return {
    page,
    name,
    email,
    open: (path: string) => page.goto(`${portalUrl()}${path}`),
    fill: (label: string, text: string) => main.getByLabel(label, { exact: true }).fill(text),
    choose: (label: string) => main.getByLabel(label, { exact: true }).check(),
    button: (text: string) => press(main.getByRole('button', { name: text, exact: true })),
    link: (text: string) => press(main.getByRole('link', { name: text }).first()),
  };
};

type Visit = Awaited<ReturnType<typeof visit>>;

const register = async (person: Visit, role: string): Promise<void> => {
  await person.choose(role);
  await person.button('Continue');
  await person.fill('First name', person.name);
  await person.fill('Last name', 'Jansen');
  await person.button('Continue');
  await person.fill('E-mail address', person.email);
  await person.fill('New password', PASSWORD);
  await person.button('Register');
};

/** A parent who is signed in, which the story shows. */
const enter = async (): Promise<Visit> => {
  const parent = await visit();
  const { email, name: firstName } = parent;
  await callAt(port('A'), WORDS.A.register, { firstName, lastName: 'Jansen', email, password: PASSWORD, role: 'Par' });
  const id = member(await callAt(port('A'), WORDS.A.logIn, { email, password: PASSWORD }), 'id');
  await parent.page.context().addCookies([cookie('session', id)]);
  return parent;
};

const addChild = async (parent: Visit): Promise<void> => {
  await parent.link('Add a child');
  await parent.fill('First name', 'Noor');
  await parent.fill('Last name', 'Jansen');
  await parent.button('Continue');
  await parent.fill('Day', '27');
  await parent.fill('Month', '3');
  await parent.fill('Year', '2019');
  await parent.button('Continue');
  await parent.fill('Social security number (optional)', '756.1234.5678.97');
  await parent.button('Continue');
  await parent.button('Add a child');
};

inChromium('a page of the portal', () => {
  it('takes the code of a mail from its link, also where one registers first: nobody types it', async () => {
    const [parent, other] = [await enter(), await visit()];
    await parent.open('/children');
    await addChild(parent);
    await parent.link('Parents of this child');
    await parent.fill('E-mail address', other.email);
    await parent.button('Send the invitation');
    await other.open(`/join#${await codeOf(other.email)}`);
    await other.link('Register');
    await register(other, 'Parent');
    await other.button('Join');
    expect(await other.page.locator('h1').textContent()).toContain('Noor Jansen');
    // Where the link to the main part of the page leads; and a part of a code, as a mail has broken its link.
    for (const [fragment, typed] of [
      ['main-content', ''],
      ['1234-abcd', '1234-abcd'],
    ] as const) {
      await other.open(`/join#${fragment}`);
      await other.page.reload();
      const field = other.page.getByLabel('Code', { exact: true });
      expect([await field.isVisible(), await field.inputValue()]).toEqual([true, fragment === typed ? '' : typed]);
    }
    await other.page.context().clearCookies();
    await other.open('/forgotten');
    await other.fill('E-mail address', other.email);
    await other.button('Send');
    await other.open(`/reset#${await codeOf(other.email)}`);
    await other.fill('New password', 'another-paper-rainbow');
    await other.button('Save');
    expect(await other.page.locator('main').textContent()).toContain('Your password is changed.');
  });

  it('says that a form is under way, and once that it was done', async () => {
    const member = await enter();
    const { page } = member;
    await member.open('/account/name');
    const told = Promise.withResolvers<string>();
    await page.exposeFunction('tell', told.resolve);
    // A page that is about to be left cannot be asked, but it can tell.
    await page.evaluate(`new MutationObserver(() => {
      const text = document.querySelector('[role=status]')?.textContent;
      if (text) tell(text);
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.route('**/account/name', async (route) => {
      await told.promise;
      await route.continue();
    });
    await member.button('Save');
    expect(await told.promise).toBe('Under way. Please wait.');
    const saved = page.getByText('Saved.');
    expect(await saved.isVisible()).toBe(true);
    await page.reload();
    expect(await saved.count()).toBe(0);
  });
});

/** A device that makes passkeys, and asks nobody. */
const addAuthenticator = async ({ page }: Visit): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const askForPasskey = async (member: Visit): Promise<void> => {
  await member.open('/account/passkeys');
  await member.link('Add a passkey');
  await member.fill('Name of the passkey', 'My phone');
  await member.fill('Password', PASSWORD);
  await member.button('Continue');
};

inChromium('a passkey', () => {
  /** What a browser lacks, or a password manager does in its place. */
  const BROWSERS = [
    ['of the device', ''],
    ['of a manager whose toJSON throws', 'PublicKeyCredential.prototype.toJSON = () => { throw new Error() }'],
    [
      'in a browser that reads no JSON',
      'delete PublicKeyCredential.parseCreationOptionsFromJSON; delete PublicKeyCredential.parseRequestOptionsFromJSON',
    ],
  ] as const;

  it.each(BROWSERS)('%s signs a member in', async (_, script) => {
    const member = await enter();
    if (script) await member.page.addInitScript(script);
    await addAuthenticator(member);
    await askForPasskey(member);
    await expect.poll(() => new URL(member.page.url()).pathname).toBe('/account/passkeys');
    expect(await member.page.locator('main').textContent()).toContain('My phone');

    await member.open('/sign-out');
    await member.button('Sign out');
    await member.button('Sign in with a passkey');
    await expect.poll(() => new URL(member.page.url()).pathname).toBe('/children');
  });

  const failing = (error: string) =>
    `CredentialsContainer.prototype.create = async () => { throw new DOMException('', '${error}') }`;

  it.each([
    ['InvalidStateError', /^This device has a passkey for this account already\.[^.]*\.$/],
    [
      'UnknownError',
      /^Your device [^.]* could not do it\. Use another one, or your password\. Its reason: UnknownError$/,
    ],
  ])('that a device cannot make for %s is told as it is, by one sentence', async (error, sentence) => {
    const member = await enter();
    await member.page.addInitScript(failing(error));
    await askForPasskey(member);
    const told = member.page.getByRole('alert').locator('p:visible');
    await expect.poll(() => told.allTextContents()).toEqual([expect.stringMatching(sentence)]);
  });

  it('is asked for by the button alone where a browser wants a click first, and a refusal is told after it', async () => {
    const member = await enter();
    await member.page.addInitScript(`${failing('NotAllowedError')}; addEventListener('load', () => { ready = true })`);
    await askForPasskey(member);
    const alert = member.page.getByText('You broke it off');
    await member.page.waitForFunction('ready');
    expect(await alert.isVisible()).toBe(false);
    await member.page.getByRole('button', { name: 'Create the passkey' }).click();
    await expect.poll(() => alert.isVisible()).toBe(true);
  });

  it('is not offered by a browser that knows none, which is told', async () => {
    const member = await enter();
    await member.page.addInitScript('delete globalThis.PublicKeyCredential');
    await askForPasskey(member);
    await expect.poll(() => member.page.getByText('This browser does not know passkeys.').isVisible()).toBe(true);
    expect(await member.page.getByRole('button', { name: 'Create the passkey' }).isVisible()).toBe(false);
    await member.open('/sign-out');
    await member.button('Sign out');
    await expect.poll(() => member.page.getByRole('button', { name: 'passkey' }).count()).toBe(0);
  });
});

inChromium('a page of the portal that stays open', () => {
  it('warns before a session ends, keeps it if asked to, and says if it was too late', async () => {
    const member = await enter();
    const { page } = member;
    await page.clock.install();
    await member.open('/account/name');
    const warning = page.getByRole('alert');
    expect(await warning.count()).toBe(0);
    await page.clock.fastForward('25:00');
    await expect.poll(() => warning.textContent()).toContain('You will be signed out in a few minutes');
    await warning.getByRole('button').click();
    await expect.poll(() => warning.count()).toBe(0);

    await page.context().clearCookies();
    await page.clock.fastForward('25:00');
    await warning.getByRole('button').click();
    await expect.poll(() => warning.textContent()).toContain('You have been signed out');
    expect(await warning.getByRole('button').count()).toBe(0);
  });

  it('warns before a session ends because it is old, and then nothing can keep it', async () => {
    const member = await enter();
    const { page } = member;
    await page.clock.install();
    await page.route('**/account/name', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/data-session-left="\d+"/, 'data-session-left="1200000"');
      await route.fulfill({ response, body });
    });
    await member.open('/account/name');
    const warning = page.getByRole('alert');
    await page.clock.fastForward('14:00');
    expect(await warning.count()).toBe(0);
    await page.clock.fastForward('01:30');
    await expect.poll(() => warning.textContent()).toContain('as you signed in some hours ago');
    expect(await warning.getByRole('button').count()).toBe(0);
  });
});
