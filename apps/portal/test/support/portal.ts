import type { Settings } from '@health-case/composition/settings';
import { startTestService } from '@health-case/composition/testing/test-service';
import type { Account, Password, Role, SessionDigest } from '@health-case/domain/model/account';
import type { BirthDate } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { CaseId, ChildId, PersonName, Title } from '@health-case/domain/model/values';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import { afterAll, beforeAll } from 'vitest';
import { needed } from '../../src/kit/form.ts';
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

  /** A visitor of another browser who gives the password of an account. */
  const signIn = async (email: string): Promise<Visitor> => {
    const browser = visitor();
    await browser.open('/sign-in');
    await browser.send({ email, password: PASSWORD });
    return browser;
  };

  let people = 0;
  /** An account, made by the use case, and a visitor with a session of it. Every name and address is new. */
  const member = async (role: Role, names: Partial<Pick<Account, 'firstName' | 'lastName'>> = {}) => {
    people += 1;
    const email = `person-${people}@example.org` as EmailAddress;
    const [firstName, lastName] = [`Person${people}`, 'Jansen'] as [PersonName, PersonName];
    const call = { requestId: 'test', address: '192.0.2.1' };
    const [app, known] = [service().application, { ...call, email, password: PASSWORD as Password }];
    const person = { firstName, lastName, ...names, role, through: 'A' as const };
    const account = needed(await app.registerAccount({ ...known, ...person }));
    const browser = visitor();
    const cookie = more.publicUrl?.startsWith('https:') ? '__Host-session' : 'portal-session';
    browser.cookies.set(cookie, needed(await app.logIn(known)).token);
    return { ...browser, account, email };
  };

  type Somebody = Pick<Awaited<ReturnType<typeof member>>, 'account'>;
  const callOf = ({ account }: Somebody) => ({
    ...{ requestId: 'test', address: '192.0.2.1' },
    ...{ actor: account, session: 'none' as SessionDigest },
  });
  const app = () => service().application;
  /** What people have done before a test begins, by use cases, in plain words. Each answers the id of what it has made. */
  const before = {
    childAdded: async (parent: Somebody, firstName = 'Mia', lastName = 'Jansen', birthDate?: string) => {
      const names = { firstName: firstName as PersonName, lastName: lastName as PersonName };
      return needed(await app().addChild({ ...callOf(parent), ...names, birthDate: birthDate as BirthDate }));
    },
    caseOpened: async (parent: Somebody, childId: ChildId, doctor: Somebody, title = 'Asthma') => {
      const opening = { childId, doctorId: doctor.account.id, title: title as Title };
      return needed(await app().openCase({ ...callOf(parent), ...opening }));
    },
    taskAdded: async (worker: Somebody, caseId: CaseId, title = 'Measure lung function') =>
      needed(await app().addTask({ ...callOf(worker), caseId, title: title as Title })),
    taskClosed: async (worker: Somebody, caseId: CaseId, title?: string) => {
      const taskId = await before.taskAdded(worker, caseId, title);
      needed(await app().closeTask({ ...callOf(worker), taskId }));
      return taskId;
    },
    certificateRequested: async (by: Somebody, worker: Somebody, caseId: CaseId, title?: string) => {
      const id = await before.taskClosed(worker, caseId, title);
      needed(await app().requestCertification({ ...callOf(by), id }));
      return id;
    },
  };

  return {
    url,
    member,
    callOf,
    before,
    signIn,
    visitor,
    /** All that the portal has replied to visitors. */
    replies,
    application: () => service().application,
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
