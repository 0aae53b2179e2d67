import { createBrowser } from '@health-case/harness/browser';
import { createApi, PASSWORD, person } from '@health-case/harness/client';
import type { Harness } from '@health-case/harness/harness';
import { startPortal } from '@health-case/harness/processes';
import type { Store } from './stores.ts';

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
  ]
    .map(({ text: page }) => page)
    .join('\n');
  for (const typed of ['A note', 'A draft', 'A wish', 'A phrase'])
    if (!shown.includes(`${typed} ${text}`)) harness.fail(`${typed} was not kept by the portal.`);
  await portal.kill('SIGTERM');
  return portal.output();
};
