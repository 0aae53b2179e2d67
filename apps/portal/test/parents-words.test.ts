import { LANGUAGES, type Language } from '@health-case/domain/model/account';
import { describe, expect, it } from 'vitest';
import { FORMS, PAGES } from '../src/pages/all.ts';
import { wordsIn } from '../src/words/words.ts';
import { addressOf, openClinicWithPaper } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';

const portal = openPortal();

/** Words of the practice. */
const OF_STAFF: Readonly<Record<Language, RegExp>> = {
  en: /\btasks?\b/i,
  de: /aufgabe/i,
  fr: /tâche/i,
  nl: /\b(taak|taken)\b/i,
};

describe.each(LANGUAGES)('in %s', (language) => {
  it('no page of a parent has a word of the practice', async () => {
    const { people, ids } = await openClinicWithPaper(portal);
    const { parent, doctor } = people;
    const { before, by } = portal;
    const open = (title: string) => before.caseOpened(parent, ids.childId, doctor, title);
    const wish = async (caseId: string) =>
      (await by(parent).wishCertificate({ about: { caseId }, purpose: 'Camp' })).taskId;
    const [wanted, requested, declined, done] = [await open('A'), await open('B'), await open('C'), await open('D')];
    const tasks = [await wish(wanted), await wish(requested), await wish(declined)] as const;
    await by(doctor).closeTask({ taskId: tasks[1] });
    await by(doctor).declineWish({ taskId: tasks[2], reason: 'Too old' });
    const taskId = await before.taskClosed(doctor, done);

    const clinic = (caseId: string, of: string) => ({ ...ids, caseId, taskId: of });
    const places = [
      ids,
      clinic(wanted, tasks[0]),
      clinic(requested, tasks[1]),
      clinic(declined, tasks[2]),
      clinic(done, taskId),
    ];
    const isParents = (who: unknown) =>
      who === 'anyone' || who === 'member' || (who as readonly string[]).includes('Par');
    const paths = [...PAGES, ...FORMS].filter(({ who, path }) => isParents(who) && !path.startsWith('/language/'));
    const addresses = new Set(places.flatMap((one) => paths.map(({ path }) => addressOf(path, one))));
    await parent.open(`/language/${language}`);
    expect((await parent.open('/cases')).text).toContain(wordsIn(language).cases.title);
    const faults: string[] = [];
    let opened = 0;
    for (const address of addresses) {
      const { text, title } = await parent.open(address);
      opened += 1;
      const found = OF_STAFF[language].exec(`${title} ${text}`);
      if (found) faults.push(`${address}: ${text.slice(Math.max(0, found.index - 40), found.index + 60)}`);
    }
    expect(faults).toEqual([]);
    expect(opened).toBeGreaterThan(paths.length);
  });
});
