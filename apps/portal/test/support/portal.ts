import type { Settings } from '@health-case/composition/settings';
import { acting } from '@health-case/composition/testing/acting';
import { startTestService } from '@health-case/composition/testing/test-service';
import { createOperatorApplication } from '@health-case/domain/application';
import type { Role, SessionDigest } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import { ok } from '@health-case/domain/result';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import { afterAll, beforeAll } from 'vitest';
import { portal } from '../../src/transport.ts';
import { createVisitor, type Page, type Visitor } from './visitor.ts';

export const PASSWORD = 'kW4!paper-rainbow';

/**
 * A portal over a store of its own, for the tests of the file that opens it. In memory: the contract of stores is where
 * they can differ, and in `apps/together` browsers use the portal over SQLite.
 */
export const openPortal = (more: Partial<Settings> = {}) => {
  const storage = createMemoryStorage();
  let started: Awaited<ReturnType<typeof startTestService>> | undefined;
  beforeAll(async () => {
    started = await startTestService([portal], more, storage);
  });
  afterAll(() => started?.stop());
  const service = () => {
    if (!started) throw new Error('The portal was not started.');
    return started;
  };
  const url = (): string => `http://localhost:${service().ports['portal']}`;

  const replies: Page[] = [];
  const visitor = (): Visitor => createVisitor(url(), (reply) => replies.push(reply));

  /** Another browser with the same cookies, as of whoever has taken them. */
  const copyOf = ({ cookies }: Pick<Visitor, 'cookies'>): Visitor => {
    const copy = visitor();
    for (const [name, value] of cookies) copy.cookies.set(name, value);
    return copy;
  };

  /** A visitor of another browser who gives the password of an account. */
  const signIn = async (email: string): Promise<Visitor> => {
    const browser = visitor();
    await browser.open('/sign-in');
    await browser.send({ email, password: PASSWORD });
    return browser;
  };

  const CALL = { requestId: 'test', address: '192.0.2.1' };
  let people = 0;
  /** An account, made by the use case, and a visitor with a session of it. Every name and address is new. */
  const member = async (role: Role, names: { readonly firstName?: string; readonly lastName?: string } = {}) => {
    people += 1;
    const email = `person-${people}@example.org` as EmailAddress;
    const anybody = acting(service().application, { ...CALL, email, password: PASSWORD });
    const person = { firstName: `Person${people}`, lastName: 'Jansen', ...names, role, through: 'A' };
    const account = await anybody.registerAccount(person);
    const browser = visitor();
    const cookie = more.publicUrl?.startsWith('https:') ? '__Host-session' : 'portal-session';
    browser.cookies.set(cookie, (await anybody.logIn()).token);
    return { ...browser, account, email };
  };

  type Somebody = Pick<Awaited<ReturnType<typeof member>>, 'account'>;
  const callOf = ({ account }: Somebody) => ({
    ...CALL,
    actor: account,
    session: 'none' as SessionDigest,
  });
  /** What somebody does by the use cases, in plain words. */
  const by = (somebody: Somebody) => acting(service().application, callOf(somebody));
  /** What people have done before a test begins. Each answers the id of what it has made. */
  const before = {
    childAdded: (parent: Somebody, firstName = 'Mia', lastName = 'Jansen', birthDate?: string) =>
      by(parent).addChild({ firstName, lastName, ...(birthDate && { birthDate }) }),
    caseOpened: (parent: Somebody, childId: string, doctor: Somebody, title = 'Asthma') =>
      by(parent).openCase({ childId, doctorId: doctor.account.id, title }),
    taskAdded: (worker: Somebody, caseId: string, title = 'Measure lung function') =>
      by(worker).addTask({ caseId, title }),
    taskClosed: async (worker: Somebody, caseId: string, title?: string) => {
      const taskId = await before.taskAdded(worker, caseId, title);
      await by(worker).closeTask({ taskId });
      return taskId;
    },
    certificateRequested: async (parent: Somebody, worker: Somebody, caseId: string, title?: string) => {
      const id = await before.taskClosed(worker, caseId, title);
      await by(parent).requestCertification({ id });
      return id;
    },
  };
  /** D-40: makes the account a manager, or none, which takes part in nothing more by it. */
  const setManager = async ({ account }: Somebody, isManager = true) =>
    void (await service().inside.storage.write(async ({ accounts }) =>
      ok(await accounts.setManager(account.id, isManager)),
    ));

  return {
    url,
    member,
    callOf,
    by,
    before,
    copyOf,
    setManager,
    signIn,
    visitor,
    /** All that the portal has replied to visitors. */
    replies,
    application: () => service().application,
    /** What the operator does by the command line. */
    operator: () => acting(createOperatorApplication(service().inside), { requestId: 'the operator' }),
    /** Answers how to come back to what is stored now, with no mail that was sent since. */
    keep: () => {
      const goBack = storage.keep();
      return async () => {
        await goBack();
        service().forgetMails();
      };
    },
    /** What the application is made of, for what no use case of the portal does. */
    ports: () => service().inside,
    disable: (address: string) => service().disable(address),
    codeOf: (to: string, nth?: number): Promise<string> => service().codeOf(to, nth),
    proofOf: (to: string, nth?: number): Promise<string> => service().proofOf(to, nth),
  };
};
