import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mailOf } from '../contracts/storage/samples.ts';
import { createCourier } from '../src/courier.ts';
import { MailDeferred, MailProblem, MailRefused, Unavailable } from '../src/errors.ts';
import type { Letter } from '../src/model/mail.ts';
import { DAY, HOUR } from '../src/model/values.ts';
import type { Storage, Stores } from '../src/ports/storage.ts';
import { ok } from '../src/result.ts';
import { openClinic, type Who } from './support/clinic.ts';
import { email, must } from './support/values.ts';

const openPost = async () => {
  const clinic = await openClinic();
  const reported: unknown[] = [];
  const start = () => {
    const courier = createCourier(clinic, (problem) => reported.push(problem));
    onTestFinished(courier.close);
    return courier;
  };
  const ask = async (...people: readonly Who[]) => {
    for (const name of people) must(await clinic.app.requestReset({ email: clinic[name].email }));
  };
  const sentTo = () => clinic.mailer.sent.map(({ to }) => to);
  return { ...clinic, ask, reported, sentTo, start };
};

test('a mail that a server is slow to take keeps no other mail waiting', async () => {
  const { ask, doctor, mailer, otherParent, parent, sentTo, start } = await openPost();
  const taken = Promise.withResolvers<void>();
  const send = mailer.send.bind(mailer);
  mailer.send = async (letter: Letter) => {
    if (letter.to === parent.email) await taken.promise;
    return send(letter);
  };
  start();
  await ask('parent', 'doctor');
  await expect.poll(() => sentTo().length).toBe(1);
  await ask('otherParent');
  await expect.poll(() => sentTo().length).toBe(2);
  expect(sentTo()).toEqual([doctor.email, otherParent.email]);
  taken.resolve();
  await expect.poll(() => sentTo().length).toBe(3);
});

test('a mail names the practice only if a manager chose so (D-39)', async () => {
  const { ask, mailer, start, storage } = await openPost();
  start();
  const saved = async (namedInMails: string) => {
    await storage.write(async ({ practice }) => ok(await practice.save({ name: 'Practice Holm', namedInMails })));
    await ask('parent');
  };
  await saved('no');
  await expect.poll(() => mailer.sent.length).toBe(1);
  expect(mailer.sent[0]).not.toHaveProperty('practice');
  await saved('yes');
  await expect.poll(() => mailer.sent.length).toBe(2);
  expect(mailer.sent[1]).toHaveProperty('practice', 'Practice Holm');
});

test('it takes a child before the account that reads of it, as whoever joins by a code does: none waits for the other', async () => {
  const clinic = await openClinic();
  const { childOf, clock, mailer, parent, storage } = clinic;
  const childId = await childOf(parent, 'Mia');
  await storage.write(async ({ mails }) => {
    const told = { kind: 'parents changed', accountId: parent.id, to: undefined, childId } as const;
    return ok(await mails.insert(mailOf({ ...told, at: clock.now(), notBefore: clock.now() })));
  });
  const taken: string[] = [];
  const noting = ({ accounts, children, ...others }: Stores): Stores => ({
    ...others,
    accounts: {
      ...accounts,
      credentialsOf: (id) => {
        taken.push('account');
        return accounts.credentialsOf(id);
      },
    },
    children: {
      ...children,
      isOfParent: (id, parentId) => {
        taken.push('child');
        return children.isOfParent(id, parentId);
      },
    },
  });
  const write: Storage['write'] = (work, by) => storage.write((stores, ...more) => work(noting(stores), ...more), by);
  const courier = createCourier({ ...clinic, storage: { ...storage, write } }, () => undefined);
  onTestFinished(courier.close);
  await expect.poll(() => mailer.sent).toMatchObject([{ kind: 'parents changed', about: childId }]);
  expect(taken).toEqual(['child', 'account']);
});

test('it ends though a server never answers, and the mail stays in the outbox', async () => {
  const { ask, mailer, start, storage } = await openPost();
  const sending = Promise.withResolvers<void>();
  mailer.send = () => {
    sending.resolve();
    return new Promise(() => undefined);
  };
  const courier = start();
  await ask('parent');
  await sending.promise;
  await courier.close();
  expect(await storage.read.mails.counts()).toMatchObject({ waiting: 1, failed: 0 });
});

test('an outage is reported once, and its end; that of the store is not', async () => {
  const { ask, clock, mailer, reported, sentTo, start, storage } = await openPost();
  const down = new Error('down');
  mailer.fail(down);
  const nextDue = vi.spyOn(storage.read.mails, 'nextDue');
  nextDue.mockRejectedValueOnce(new Unavailable('store', 'away', { retryAfterSeconds: 1 }));
  start();
  await ask('parent', 'doctor', 'otherParent');
  await expect
    .poll(async () => (await storage.read.mails.all({ after: undefined, size: 9 })).every(isTried))
    .toBe(true);
  mailer.fail(undefined);
  clock.advance(HOUR);
  await expect.poll(() => sentTo().length).toBe(3);
  expect(reported).toEqual([down, undefined]);
});

test('the operator learns why a mail was not sent, and again when the reason is another one', async () => {
  const { ask, clock, mailer, reported, start, storage } = await openPost();
  const [refused, silent] = [new MailProblem('It does not accept the password.'), new MailProblem('It is silent.')];
  mailer.fail(refused);
  start();
  await ask('parent');
  const problems = async () =>
    (await storage.read.mails.all({ after: undefined, size: 9 })).map(({ problem }) => problem);
  await expect.poll(async () => (await problems()).includes(refused.message)).toBe(true);
  clock.advance(HOUR);
  mailer.fail(silent);
  await expect.poll(async () => (await problems()).includes(silent.message)).toBe(true);
  expect(reported).toEqual([refused, silent]);
});

const isTried = ({ problem }: { readonly problem: string | undefined }): boolean => problem !== undefined;

const EVERYBODY = ['doctor', 'otherDoctor', 'assistant', 'otherAssistant', 'parent', 'otherParent'] as const;
const COUNT = 3 * EVERYBODY.length;

/** The courier has found the server down. */
const openOutage = async () => {
  const post = await openPost();
  const { ask, clock, mailer, start, storage } = post;
  const nextDue = vi.spyOn(storage.read.mails, 'nextDue');
  /** The courier has looked for mails, and done all that it does at this moment. */
  const looks = async (): Promise<void> => {
    const before = nextDue.mock.calls.length;
    while (nextDue.mock.calls.length < before + 5) await nextTurn();
  };
  const after = (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
    return looks();
  };
  const send = vi.spyOn(mailer, 'send').mockRejectedValue(new Error('down'));
  for (let nth = 0; nth < COUNT; nth += EVERYBODY.length) await ask(...EVERYBODY);
  start();
  await looks();
  const tried = (): number => send.mock.calls.length;
  const mails = () => storage.read.mails.all({ after: undefined, size: 2 * COUNT });
  const untried = async () => (await mails()).filter(({ attempts }) => attempts === 0).length;
  return { ...post, after, looks, mails, send, tried, untried };
};

describe('while the mail server takes no mail', () => {
  test('one is tried at a time, ever later, up to half a minute, and the others stay as they are', async () => {
    const { after, tried, untried } = await openOutage();
    const first = tried();
    const waits: number[] = [];
    for (let nth = 1; nth <= 7; nth += 1) {
      let seconds = 0;
      for (; tried() < first + nth; seconds += 1) await after(1000);
      waits.push(seconds);
      expect(tried()).toBe(first + nth);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect([first, await untried()]).toEqual([4, COUNT - first - waits.length]);
  });

  test('none is tried beside one that it is slow to refuse', async () => {
    const { after, send, tried } = await openOutage();
    const before = tried();
    const refused = Promise.withResolvers<void>();
    send.mockReturnValue(refused.promise);
    await after(1000);
    await after(30_000);
    expect(tried()).toBe(before + 1);
    refused.reject(new Error('down'));
    await after(0);
    await after(2000);
    expect(tried()).toBe(before + 2);
  });

  test('the first that it takes lets all others be sent at once, four at a time', async () => {
    const { after, looks, send, storage } = await openOutage();
    send.mockResolvedValueOnce(undefined);
    const underWay: PromiseWithResolvers<void>[] = [];
    send.mockImplementation(() => {
      const mail = Promise.withResolvers<void>();
      underWay.push(mail);
      return mail.promise;
    });
    await after(1000);
    expect(underWay).toHaveLength(4);
    send.mockResolvedValue(undefined);
    for (const { resolve } of underWay) resolve();
    await looks();
    expect(await storage.read.mails.counts()).toMatchObject({ waiting: 0, failed: 0 });
  });

  test.each([new MailDeferred('450'), new MailRefused('550')])(
    'an answer about one mail lets the others be sent, too (%s)',
    async (error) => {
      const { after, send, storage } = await openOutage();
      send.mockRejectedValueOnce(error).mockResolvedValue(undefined);
      await after(1000);
      const { waiting, failed } = await storage.read.mails.counts();
      expect(waiting + failed).toBe(1);
    },
  );

  test('each is kept for a day, and then fails without an attempt, or goes if it is for nobody', async () => {
    const { after, app, mails, storage, tried } = await openOutage();
    must(await app.requestReset({ email: email('nobody@example.org') }));
    await after(DAY - HOUR);
    expect(await storage.read.mails.counts()).toMatchObject({ waiting: COUNT + 1, failed: 0 });
    const before = tried();
    await after(HOUR + 1);
    expect(await storage.read.mails.counts()).toMatchObject({ waiting: 0, failed: COUNT });
    expect(tried()).toBe(before);
    const failed = (await mails()).filter(({ failedAt }) => failedAt !== undefined);
    expect(new Set(failed.map(({ problem }) => problem))).toEqual(new Set(['The mail server did not take it.']));
  });
});

test('a mail that the server does not take now, while it answers, keeps no other waiting', async () => {
  const { ask, doctor, mailer, otherParent, parent, sentTo, start, storage } = await openPost();
  const send = mailer.send.bind(mailer);
  mailer.send = async (letter: Letter) => {
    if (letter.to === parent.email) throw new MailDeferred('450');
    return send(letter);
  };
  await ask('parent');
  start();
  await expect
    .poll(async () => (await storage.read.mails.all({ after: undefined, size: 9 })).every(isTried))
    .toBe(true);
  await ask('doctor', 'otherParent');
  await expect.poll(() => sentTo().length).toBe(2);
  expect(sentTo()).toEqual([doctor.email, otherParent.email]);
});
