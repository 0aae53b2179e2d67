import { createOperatorApplication } from '@health-case/domain/application';
import { expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';

const portal = openPortal();

const PRACTICE = {
  name: "Children's practice Holm",
  address: '1 Market Street, Delft',
  telephone: '+31 15 212 00 00',
  email: 'front-desk@example.org',
  privacy: 'https://example.org/privacy',
  sentenceEn: 'Open from 8 to 12. In an emergency call 112.',
};

/** The parts of a page around what it shows. */
const frameOf = (html: string): string => html.replace(/<main[\s\S]*<\/main>/, '').replaceAll('&#39;', "'");

it('each page says whose it is, how to reach the practice, and who has signed in', async () => {
  await createOperatorApplication(portal.ports()).setPractice({ requestId: 'test', facts: PRACTICE });
  const doctor = await portal.member('Doc', {});
  const { html } = await doctor.open('/account');
  for (const fact of [...Object.values(PRACTICE), `${doctor.account.firstName} Jansen, Doctor`])
    expect(frameOf(html)).toContain(fact);
  expect(html).toContain('href="tel:+31152120000"');
});
