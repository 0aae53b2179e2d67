import { beforeEach, describe, expect, it } from 'vitest';
import { openClinic } from './support/clinic.ts';
import { openPortal } from './support/portal.ts';
import type { Visitor } from './support/visitor.ts';

const portal = openPortal();
type People = Awaited<ReturnType<typeof openClinic>>['people'];

let people: People;
let path: string;
beforeEach(async () => {
  const { people: all, ids } = await openClinic(portal);
  people = all;
  path = `/cases/${ids.caseId}`;
});

const write = async ({ open, send }: Visitor, note: string) => {
  await open(`${path}/notes/new`);
  return send({ note });
};
const menuOf = ({ html }: { readonly html: string }) =>
  /<nav[^>]*service-navigation.*?<\/nav>/s.exec(html)?.[0] ?? html;

describe('a note (D-45)', () => {
  it('keeps its line breaks, and stands on the page of the case as it was typed, markup and all', async () => {
    const { parent, doctor } = people;
    const opened = await parent.open(`${path}/notes/new`);
    expect(opened.text).toContain('all parents of the child read it, also parents who join later');
    const sent = await parent.send({ note: ' <b>Sleeps</b> & "coughs"\r\n\r\nsince 5 < 6  \r' });
    expect([sent.status, sent.path]).toEqual([200, `${path}?done=noteWritten`]);
    const lines = '&lt;b&gt;Sleeps&lt;/b&gt; &amp; &quot;coughs&quot;\n\nsince 5 &lt; 6</p>';
    for (const page of [path, `${path}/notes`]) expect((await doctor.open(page)).html).toContain(lines);
  });

  it('may have 2,000 characters, whatever each is, and no more; what does not fit is shown again', async () => {
    const { parent } = people;
    const emoji = '\u{1f600}'.repeat(2000);
    expect((await write(parent, emoji)).path).toBe(`${path}?done=noteWritten`);
    expect((await parent.open(path)).html).toContain(emoji);
    const sent = await write(parent, `${emoji}\u{1f600}`);
    expect(sent.text).toContain('at most 2000 characters');
    expect(sent.form?.values['note']).toBe(`${emoji}\u{1f600}`);
    for (const nothing of ['', ' \r\n\t\u3000\u200b'])
      expect((await write(parent, nothing)).text).toContain('Enter a note');
  });

  it('is counted for whoever has not read it, in the menu and the list of cases, until they see it', async () => {
    const { assistant, parent, second } = people;
    await write(second, 'First');
    await write(second, 'Second');
    for (const who of [parent, assistant]) {
      const { html, text } = await who.open('/cases');
      expect(menuOf({ html })).toContain('2 unread notes');
      expect(text).toMatch(/Unread notes.*Epilepsy.*2/);
      const list = await who.open('/unread-notes');
      expect(list.links.filter((link) => link === `${path}/notes`)).toHaveLength(2);
      expect((await who.open(`${path}/notes`)).text.match(/Unread/g)).toHaveLength(2);
      expect(menuOf(await who.open('/cases'))).not.toContain('unread');
      expect((await who.open('/unread-notes')).text).toContain('You have read all notes.');
    }
    expect(menuOf(await second.open('/cases'))).not.toContain('unread');
  });

  it('is offered on the page of a case until that is finished', async () => {
    const { parent, doctor } = people;
    expect((await parent.open(path)).links).toContain(`${path}/notes/new`);
    await doctor.open(`${path}/finish`);
    await doctor.send();
    expect((await parent.open(path)).links).not.toContain(`${path}/notes/new`);
  });

  it('of many stands on a page of its own, 25 at a time; on the page of the case are the last', async () => {
    const { parent, doctor } = people;
    const writeNote = (text: string) => portal.by(parent).writeNote({ caseId: path.split('/')[2] ?? '', text });
    for (let nth = 1; nth <= 24; nth += 1) await writeNote(`Note ${nth}.`);
    const onPage = async (at: string) =>
      [...(await doctor.open(at)).text.matchAll(/Note (\d+)\./g)].map(([, nth]) => Number(nth));
    const nextOf = async () => (await doctor.open(`${path}/notes`)).links.find((link) => link.includes('after='));
    expect(await nextOf()).toBeUndefined();
    for (let nth = 25; nth <= 30; nth += 1) await writeNote(`Note ${nth}.`);
    expect(await onPage(path)).toEqual([30, 29, 28, 27, 26]);
    expect(await onPage(`${path}/notes`)).toHaveLength(25);
    expect(await onPage((await nextOf()) ?? '')).toEqual([5, 4, 3, 2, 1]);
    expect(menuOf(await doctor.open('/cases'))).not.toContain('unread');
  });
});
