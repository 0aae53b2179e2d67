import type { Settings } from '@health-case/composition/settings';
import { startTestService } from '@health-case/composition/testing/test-service';
import type { Account, Password, Role } from '@health-case/domain/model/account';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { PersonName } from '@health-case/domain/model/values';
import { afterAll, beforeAll } from 'vitest';
import { needed } from '../../src/kit/form.ts';
import { portal } from '../../src/transport.ts';
import { createVisitor, type Page, type Visitor } from './visitor.ts';

export const PASSWORD = 'kW4!paper-rainbow';

/** A portal over a store of its own, for the tests of the file that opens it. */
export const openPortal = (more: Partial<Settings> = {}) => {
  let started: Awaited<ReturnType<typeof startTestService>> | undefined;
  beforeAll(async () => {
    started = await startTestService([portal], more);
  });
  afterAll(() => started?.stop());
  const service = () => {
    if (!started) throw new Error('The portal was not started.');
    return started;
  };
  const url = (): string => `http://localhost:${service().ports['portal']}`;

  const replies: Page[] = [];
  const visitor = (): Visitor => createVisitor(url(), (reply) => replies.push(reply));

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

  return {
    url,
    member,
    visitor,
    /** All that the portal has replied to visitors. */
    replies,
    application: () => service().application,
    /** What the application is made of, for what no use case of the portal does. */
    ports: () => service().inside,
    disable: (address: string) => service().disable(address),
    codeOf: (to: string, nth?: number): Promise<string> => service().codeOf(to, nth),
    proofOf: (to: string, nth?: number): Promise<string> => service().proofOf(to, nth),
  };
};
