import type { Instant, MailId } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { openPortal, PASSWORD } from './support/portal.ts';
import type { Page } from './support/visitor.ts';

const CODES = '/account/factor/codes';
const NEW_CODES = `${CODES}/new`;

const { by, visitor, signIn, member, codeOf, ports, setManager } = openPortal();
type Member = Awaited<ReturnType<typeof member>>;

const oneTimePassword = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });

const secretOn = ({ text }: Pick<Page, 'text'>): string => /[A-Z2-7]{32}/.exec(text)?.[0] ?? '';
const codesOn = ({ text }: Pick<Page, 'text'>): readonly string[] => text.match(/[0-9a-f-]{39}/g) ?? [];
/** Who has been offered a second factor. */
const begun = async (role: 'Par' | 'Doc' = 'Par') => {
  const mia = await member(role);
  await mia.open('/account/factor');
  return { ...mia, secret: secretOn(await mia.send({ password: PASSWORD })) };
};

it('says whom an assistant helps, and who runs the practice', async () => {
  const [assistant, doctor] = [await member('Ast'), await member('Doc')];
  expect((await assistant.open('/account')).text).toContain('Assists–');
  await by(doctor).linkAssistant({ doctorId: doctor.account.id, email: assistant.email });
  await setManager(assistant);
  const { text } = await assistant.open('/account');
  expect(text).toContain('RoleAssistant, Runs the practice');
  expect(text).toContain(`Assists${doctor.account.firstName} ${doctor.account.lastName}`);
  expect((await doctor.open('/account')).text).not.toContain('Assists');
});

it('whom a mail did not reach is told so where one begins, and goes on', async () => {
  const mia = await member('Par');
  expect((await mia.open('/')).path).toBe('/children');
  const at = Date.now() as Instant;
  const failed = { kind: 'case finished', at, notBefore: at, attempts: 1, failedAt: at, problem: 'unknown' } as const;
  const about = { accountId: mia.account.id, to: undefined, caseId: undefined, invitation: undefined };
  const id = '01980000-0000-7000-8000-00000000fa11' as MailId;
  await ports().storage.write(async ({ mails }) => ok(await mails.insert({ id, ...failed, ...about })));
  const { path, text, links } = await mia.open('/');
  expect([path, text.includes(mia.email)]).toEqual(['/account/unreached', true]);
  expect(links).toEqual(expect.arrayContaining(['/account/email', '/children']));
});

describe('a member', () => {
  it('changes name, language and mails, and reads in the new language at once', async () => {
    const mia = await member('Par');
    await mia.open('/account/name');
    expect((await mia.send({ firstName: 'Mia-Lou' })).text).toContain('Mia-Lou Jansen');
    await mia.open('/account/notices');
    const { values } = mia.page().form ?? {};
    const topics = Object.keys(values ?? {}).filter((one) => one.startsWith('mail'));
    expect(topics).toEqual(['mailNote', 'mailOpened', 'mailFinished', 'mailDecided', 'mailHandover', 'mailParents']);
    expect((await mia.send({ mailNote: 'daily' })).text).toContain('MailsBy what they are about');
    expect((await mia.open('/account/notices')).form?.values).toMatchObject({
      mailNote: 'daily',
      mailDecided: 'at once',
    });
    const never = Object.fromEntries(topics.map((topic) => [topic, 'never']));
    expect((await mia.send(never)).text).toContain('MailsNever');
    await mia.open('/account/language');
    expect((await mia.send({ language: 'nl' })).heading).toBe('Mijn account');
  });

  it('changes the password, which ends the other logins', async () => {
    const mia = await member('Par');
    const elsewhere = await signIn(mia.email);
    await mia.open('/account/password');
    expect((await mia.send({ password: 'wrong', newPassword: 'another good one' })).problems).toEqual([
      'The password is wrong',
    ]);
    expect((await mia.send({ password: PASSWORD, newPassword: 'another good one' })).path).toBe('/account?done=saved');
    expect((await elsewhere.open('/account')).path).toBe('/sign-in?next=%2Faccount');
  });

  it('changes the address by the code in the mail', async () => {
    const mia = await member('Par');
    await mia.open('/account/email');
    await mia.send({ email: `new-${mia.email}`, password: PASSWORD });
    expect((await mia.send({ code: 'f'.repeat(32) })).problems).toEqual([
      expect.stringContaining('The code is wrong, used'),
    ]);
    const code = await codeOf(`new-${mia.email}`);
    expect((await mia.send({ code })).text).toContain(`new-${mia.email}`);
    // By the link of the mail once more; or in another account of the same person.
    for (const again of [mia, await member('Par')]) {
      await again.open('/account/email/confirm');
      const { problems } = await again.send({ code });
      expect(problems).toEqual([expect.stringMatching(/another account of yours.*confirmed already/)]);
    }
  });

  it('turns on a second factor, signs in with it, and turns it off by a recovery code', async () => {
    const { secret, ...mia } = await begun('Doc');
    const wrong = 'The one-time password is wrong or was used already. Type the one that your app shows now.';
    expect((await mia.send({ otp: '000000 no' })).problems).toEqual([
      'Enter the six digits that your app shows, or a recovery code',
    ]);
    const codes = await mia.send({ otp: oneTimePassword(secret) });
    const [recovery = '', ...others] = codesOn(codes);
    expect(others).toHaveLength(9);
    expect((await mia.open('/account')).text).not.toContain(recovery);

    const again = await signIn(mia.email);
    const asked = again.page();
    expect([asked.path, asked.heading, asked.problems]).toEqual(['/sign-in/code', 'Enter the 6 digits', []]);
    const refused = await again.send({ sixDigits: '000000' });
    expect([refused.problems.length, refused.form?.values['sixDigits']]).toEqual([1, '']);
    const used = oneTimePassword(secret, 1);
    await again.send({ sixDigits: used });
    expect([...again.cookies.keys()]).toEqual(['portal-session', 'portal-lists']);

    for (const path of ['/account/data', '/account/close', '/account/passkeys/new']) {
      await mia.open(path);
      expect((await mia.send({ password: PASSWORD, passkeyName: 'Phone' })).problems).toEqual([
        'Enter the one-time password or a recovery code',
      ]);
    }
    await mia.open('/account/factor/off');
    expect((await mia.send({ password: PASSWORD, otp: used })).problems).toEqual([wrong]);
    expect((await mia.send({ password: PASSWORD, otp: recovery })).text).toContain('Off');
  });
});

describe('what setting up a second factor shows once', () => {
  it('is the secret: again after a reload, a wrong code and a change of language, and in no address', async () => {
    const { chooseLanguage, open, page, secret, send, cookies } = await begun();
    expect([page().path, secret]).toEqual(['/account/factor/confirm', expect.stringMatching(/./)]);
    const shown = [await open(page().path), await send({ otp: '000000' }), await chooseLanguage('de')];
    expect(shown.map(secretOn)).toEqual(Array(3).fill(secret));
    expect(shown.map(({ html }) => html.includes('portal-qr'))).toEqual(Array(3).fill(true));
    expect([...cookies.values()].join()).not.toContain(secret);
    expect((await open('/account/factor')).links).toContain('/account/factor/confirm');
    // On purpose.
    expect(secretOn(await send({ password: PASSWORD }))).not.toBe(secret);
  });

  it('whoever has no second factor is led to turn one on, and is not told of a wrong code', async () => {
    const mia = await begun();
    for (const path of [NEW_CODES, '/account/factor/off']) expect((await mia.open(path)).path).toBe('/account/factor');
    await mia.open('/account/factor/confirm');
    const [first = '', second = ''] = codesOn(await mia.send({ otp: oneTimePassword(mia.secret) }));
    const on = await mia.open('/account/factor');
    expect([on.html.includes('name="password"'), on.links.includes(NEW_CODES)]).toEqual([false, true]);
    // From a tab that is older than the factor.
    const { token } = await mia.hidden();
    const late = await mia.send({ password: '', token }, { path: '/account/factor' });
    expect([late.problems, late.html.includes('#password')]).toEqual([[], false]);
    const { form } = await mia.open(NEW_CODES);
    await mia.open('/account/factor/off');
    await mia.send({ password: PASSWORD, otp: first });
    const refused = await mia.send({ ...form?.values, password: PASSWORD, otp: second }, { path: NEW_CODES });
    expect(refused.problems).toEqual(['Your account needs a second factor first.']);
  });

  it('the codes are shown while they are good, and no others', async () => {
    const mia = await begun();
    const codes = codesOn(await mia.send({ otp: oneTimePassword(mia.secret) }));
    const kept = new Map(mia.cookies);
    const showAgain = async () => {
      for (const [name, value] of kept) mia.cookies.set(name, value);
      return mia.open(CODES);
    };
    const elsewhere = await signIn(mia.email);
    await elsewhere.send({ recoveryCode: codes[0] ?? '' });
    for (const [name, value] of kept) if (name.includes('shown')) elsewhere.cookies.set(name, value);
    expect(codesOn(await elsewhere.open(CODES))).toEqual([]);
    expect(codesOn(await showAgain())).toEqual(codes.slice(1));
    await elsewhere.open(NEW_CODES);
    const renewed = codesOn(await elsewhere.send({ password: PASSWORD, otp: codes[1] ?? '' }));
    const ended = await showAgain();
    expect([codesOn(ended), ended.text, ended.links]).toEqual([
      [],
      expect.stringContaining('10 left'),
      expect.arrayContaining([NEW_CODES]),
    ]);
    expect(codesOn(await elsewhere.open(CODES))).toEqual(renewed);
    await elsewhere.open('/account/factor/off');
    await elsewhere.send({ password: PASSWORD, otp: renewed[0] ?? '' });
    expect([(await elsewhere.open(CODES)).path, (await showAgain()).path]).toEqual(['/account', '/account']);
  });

  it('a secret in whose place another was offered is not gone on with', async () => {
    const mia = await begun();
    const elsewhere = await signIn(mia.email);
    await elsewhere.open('/account/factor');
    const newer = secretOn(await elsewhere.send({ password: PASSWORD }));
    expect((await mia.open('/account/factor')).text).not.toContain('begun already');
    const page = await mia.open('/account/factor/confirm');
    expect([secretOn(page), page.links]).toEqual(['', expect.arrayContaining(['/account/factor'])]);
    expect(secretOn(await elsewhere.open('/account/factor/confirm'))).toBe(newer);
  });
});

/** A browser shows the last reply alone, and keeps no cookie of the one before it. */
describe('whoever clicks twice, and so never sees recovery codes,', () => {
  const sendTwice = async (path: string, values: Readonly<Record<string, string>>, mia: Member) => {
    const { form } = await mia.open(path);
    const sent = { ...form?.values, ...values };
    const before = new Map(mia.cookies);
    const replies = await Promise.all([1, 2].map(() => mia.send(sent, { path })));
    mia.cookies.clear();
    for (const [name, value] of before) mia.cookies.set(name, value);
    replies.push(await mia.send(sent, { path }));
    return replies.filter(({ status }) => status !== 200);
  };

  it('reads that the second factor is on, and how to make new ones', async () => {
    const mia = await begun();
    const refused = await sendTwice('/account/factor/confirm', { otp: oneTimePassword(mia.secret) }, mia);
    const read = refused.map(({ status, problems, links }) => [status, problems, links.includes(NEW_CODES)]);
    const sentence = 'Your second factor is on. If you have not seen your recovery codes, make new ones.';
    expect(read).toEqual(Array(2).fill([409, [sentence], true]));
  });

  it('reads that new ones were made, and makes others by the same page', async () => {
    const mia = await begun();
    const [first = ''] = codesOn(await mia.send({ otp: oneTimePassword(mia.secret) }));
    const refused = await sendTwice(NEW_CODES, { password: PASSWORD, otp: first }, mia);
    const sentence =
      'This form has made new recovery codes already, and those from before have ended. If you have not seen the new ones, make others: enter your password again, and the next one-time password that your app shows.';
    expect(refused.map(({ status, problems }) => [status, problems])).toEqual(Array(2).fill([422, [sentence]]));
    const made = await mia.send({ password: PASSWORD, otp: oneTimePassword(mia.secret, 1) });
    expect(codesOn(made)).toHaveLength(10);
  });
});

describe('whoever has forgotten the password', () => {
  it('is asked for the second factor, too, until both are right', async () => {
    const { secret, ...mia } = await begun();
    const [recovery = ''] = codesOn(await mia.send({ otp: oneTimePassword(secret) }));
    const { open, send, page } = visitor();
    await open('/forgotten');
    expect((await send({ email: mia.email })).form?.values).not.toHaveProperty('otp');
    const code = await codeOf(mia.email);
    const newPassword = 'another good one';
    expect((await send({ code, newPassword })).problems).toEqual([
      'Your account has a second factor: enter the one-time password, too',
    ]);
    expect((await send({ newPassword, otp: recovery.replaceAll(/\d/g, '0') })).form?.values).toHaveProperty('otp');
    await send({ newPassword, otp: recovery });
    expect(page().path).toBe('/sign-in?next=%2Faccount%2Faccess&done=passwordSet');
    await send({ email: mia.email, password: newPassword });
    await send({ sixDigits: oneTimePassword(secret, 1) });
    expect((await open('/account')).heading).toBe('My account');
  });

  it('reads the same, whether or not an account has the address', async () => {
    const { open, send, page } = visitor();
    await open('/forgotten');
    await send({ email: 'nobody@example.org' });
    expect([page().path, page().text]).toEqual(['/reset', expect.stringContaining('If an account has your address')]);
  });
});

describe('where staff need a second factor', () => {
  const strict = openPortal({ secondFactor: 'staff' });

  it('a doctor without one is led to it from every other page, and a parent is not', async () => {
    const doctor = await strict.member('Doc');
    expect((await doctor.open('/account/name')).path).toBe('/account/factor');
    expect((await doctor.open('/sign-out')).status).toBe(200);
    const parent = await strict.member('Par');
    expect((await parent.open('/account/name')).path).toBe('/account/name');
  });

  it('a form that a doctor had open before shows what was typed, and does nothing', async () => {
    const doctor = await strict.member('Doc');
    const refused = await doctor.send({ firstName: 'Noor', lastName: 'Holm' }, { path: '/account/name' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('needs a second factor')]);
    expect(refused.text).toMatch(/What you had entered.*Noor.*Holm/);
    const known = await strict.ports().storage.read.accounts.find(doctor.account.id);
    expect(known?.firstName).toBe(doctor.account.firstName);
  });
});
