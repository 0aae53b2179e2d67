import { createApi, PASSWORD, person } from '@health-case/harness/client';
import type { Harness } from '@health-case/harness/harness';
import { startPortal } from '@health-case/harness/processes';
import type { Store } from './stores.ts';

type Values = Readonly<Record<string, string>>;

/** A browser without script, which sends the first form of a page with all that goes along with it. */
const createBrowser = (base: string) => {
  const cookies = new Map<string, string>();
  const ask = async (path: string, body?: string): Promise<string> => {
    const headers = {
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'Sec-Fetch-Site': 'same-origin',
      ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const reply = await fetch(new URL(path, base), { method, headers, redirect: 'manual', ...(body && { body }) });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    return location === null ? reply.text() : ask(location);
  };
  const send = async (path: string, values: Values): Promise<string> => {
    const page = await ask(path);
    const main = page.slice(page.indexOf('<main'));
    const [, action = '', form = ''] = /<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(main) ?? [];
    const hidden = Array.from(
      form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, ...pair]) => pair,
    );
    const typed = new URLSearchParams([
      ...hidden.map(([name = '', value = '']) => [name, value]),
      ...Object.entries(values),
    ]);
    return ask(action.replaceAll('&amp;', '&'), typed.toString());
  };
  return { ask, send };
};

/** Types a text into the forms of the portal whose texts no variant takes. Returns what the portal has logged. */
export const typeIntoForms = async (
  harness: Harness,
  { database, instances }: Store,
  text: string,
): Promise<string> => {
  const api = createApi(harness);
  const [to] = instances;
  if (!to) throw new Error('No variant serves.');
  const [doctor, parent] = [
    person(`typing-doctor@${to.port}.example.org`, 'Doc'),
    person(`typing-parent@${to.port}.example.org`),
  ];
  const [ofDoctor, ofParent] = [await api.join(to, doctor), await api.join(to, parent)];
  const idIn = ({ text: reply }: { readonly text: string }) =>
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(reply)?.[0] ?? '';

  const DocID = idIn(await api.call(to, 'GET /api/Auth/me', { id: ofDoctor }));
  const ChildID = idIn(await api.addChild(to, ofParent, { socSecNum: '756.1111' }));
  const caseId = idIn(await api.call(to, 'POST /api/Case', { id: ofParent, ChildID, DocID, title: 'Cough' }));
  const portal = await startPortal(harness, database.environment);
  const signedIn = async ({ email }: { readonly email: string }) => {
    const browser = createBrowser(`http://localhost:${portal.port}`);
    await browser.send('/sign-in', { email, password: PASSWORD });
    return browser;
  };
  const [atDoctor, atParent] = [await signedIn(doctor), await signedIn(parent)];
  const shown = [
    await atParent.send(`/cases/${caseId}/notes/new`, { note: `A note ${text}` }),
    // Too long, so it is kept as it was typed.
    await atParent.send(`/cases/${caseId}/notes/new`, { note: `A draft ${text} `.padEnd(2500, 'x') }),
    await atParent.send(`/cases/${caseId}/certificate`, { purpose: `A wish ${text}` }),
    await atDoctor.send('/account/phrases/new/reason', { phrase: `A phrase ${text}` }),
    await atParent.ask(`/cases/${caseId}`),
    await atDoctor.ask('/account/phrases'),
  ].join('\n');
  for (const typed of ['A note', 'A draft', 'A wish', 'A phrase'])
    if (!shown.includes(`${typed} ${text}`)) harness.fail(`${typed} was not kept by the portal.`);
  await portal.kill('SIGTERM');
  return portal.output();
};
