import { expect, onTestFinished, test, vi } from 'vitest';
import { createCourier } from '../src/courier.ts';
import { Unavailable } from '../src/errors.ts';
import type { Letter } from '../src/model/mail.ts';
import { DAY, HOUR, later } from '../src/model/values.ts';
import { ok } from '../src/result.ts';
import { openClinic } from './support/clinic.ts';
import { must } from './support/values.ts';

const openPost = async () => {
  const clinic = await openClinic();
  const reported: unknown[] = [];
  const start = () => {
    const courier = createCourier(clinic, (problem) => reported.push(problem));
    onTestFinished(courier.close);
    return courier;
  };
  const ask = async (...people: readonly (keyof typeof clinic & ('parent' | 'doctor' | 'otherParent'))[]) => {
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
  await vi.waitUntil(() => sentTo().length === 1);
  await ask('otherParent');
  await vi.waitUntil(() => sentTo().length === 2);
  expect(sentTo()).toEqual([doctor.email, otherParent.email]);
  taken.resolve();
  await vi.waitUntil(() => sentTo().length === 3);
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
  await ask('parent', 'doctor');
  await vi.waitUntil(async () => (await storage.read.mails.all({ after: undefined, size: 9 })).every(isTried));
  mailer.fail(undefined);
  clock.advance(HOUR);
  await vi.waitUntil(() => sentTo().length === 2);
  expect(reported).toEqual([down, undefined]);
});

const isTried = ({ problem }: { readonly problem: string | undefined }): boolean => problem !== undefined;

test('failed mails are removed after thirty days, also where no mail is due', async () => {
  const { ask, clock, start, storage } = await openPost();
  await ask('parent');
  await storage.write(async ({ mails }) => {
    const [mail] = await mails.all({ after: undefined, size: 1 });
    return ok(mail && (await mails.save({ ...mail, failedAt: later(clock.now(), -31 * DAY) })));
  });
  start();
  await vi.waitUntil(async () => (await storage.read.mails.counts()).failed === 0);
});
