import { gzipSync } from 'node:zlib';
import type { PersonName, Title } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { beforeAll, expect, it } from 'vitest';
import { needed } from '../src/kit/form.ts';
import { openPortal } from './support/portal.ts';
import type { Visitor } from './support/visitor.ts';

const portal = openPortal();
/** More than a page of each list has. */
const ENTRIES = 60;
const MOST = 60_000;
const people = new Map<string, Visitor>();

beforeAll(async () => {
  const app = portal.application();
  const member = async (name: string, role: 'Doc' | 'Ast' | 'Par') => {
    const one = await portal.member(role);
    people.set(name, one);
    return { ...one, by: { requestId: 'test', address: '::1', actor: one.account } };
  };
  const [doctor, assistant, parent] = [
    await member('doctor', 'Doc'),
    await member('assistant', 'Ast'),
    await member('parent', 'Par'),
  ];
  const { account: manager } = await member('manager', 'Ast');
  await portal.ports().storage.write(async ({ accounts }) => ok(await accounts.setManager(manager.id, true)));
  needed(await app.linkAssistant({ ...doctor.by, doctorId: doctor.account.id, email: assistant.account.email }));
  for (let nth = 0; nth < ENTRIES; nth += 1) {
    const names = { firstName: `Mia${nth}` as PersonName, lastName: 'Zwaluw' as PersonName };
    const childId = needed(await app.addChild({ ...parent.by, ...names }));
    const opening = { childId, doctorId: doctor.account.id, title: `Asthma, since day ${nth}` as Title };
    const caseId = needed(await app.openCase({ ...parent.by, ...opening }));
    const title = `Measure the function of the lungs, ${nth}` as Title;
    needed(await app.addTask({ ...doctor.by, caseId, title }));
    const taskId = needed(await app.addTask({ ...doctor.by, caseId, title }));
    needed(await app.closeTask({ ...doctor.by, taskId }));
    needed(await app.requestCertification({ ...parent.by, id: taskId }));
  }
  people.set('stranger', portal.visitor());
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
