import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { openPortal } from './support/portal.ts';
import type { Visitor } from './support/visitor.ts';

const portal = openPortal();
/** More than a page of each list has. */
const ENTRIES = 60;
const MOST = 60_000;
const people = new Map<string, Visitor>();

beforeAll(async () => {
  const { before, by, member, setManager } = portal;
  const [doctor, assistant, parent, manager] = [
    await member('Doc'),
    await member('Ast'),
    await member('Par'),
    await member('Ast'),
  ];
  for (const [name, one] of Object.entries({ doctor, assistant, parent, manager, stranger: portal.visitor() }))
    people.set(name, one);
  await setManager(manager);
  await by(doctor).linkAssistant({ doctorId: doctor.account.id, email: assistant.email });
  for (let nth = 0; nth < ENTRIES; nth += 1) {
    const childId = await before.childAdded(parent, `Mia${nth}`, 'Zwaluw');
    const caseId = await before.caseOpened(parent, childId, doctor, `Asthma, since day ${nth}`);
    const title = `Measure the function of the lungs, ${nth}`;
    await before.taskAdded(doctor, caseId, title);
    await before.certificateRequested(parent, doctor, caseId, title);
  }
});

/** Of a file that pages load, as a browser gets it. */
const sizeOf = async (path = ''): Promise<number> => {
  const { headers } = await fetch(`${portal.url()}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(headers.get('content-encoding')).toBe('gzip');
  return Number(headers.get('content-length'));
};

it.each(['parent', 'assistant', 'doctor', 'manager', 'stranger'])(
  'the first page of the %s, with all that it loads, has at most 60 kB compressed',
  async (name) => {
    const { html, status, heading } = await (people.get(name) as Visitor).open('/');
    const files = [...html.matchAll(/<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g)];
    expect([status, heading, files.length]).toEqual([200, expect.stringMatching(/\w/), 2]);
    let size = gzipSync(html).length;
    for (const [, path] of files) size += await sizeOf(path);
    expect(size).toBeLessThanOrEqual(MOST);
  },
);
