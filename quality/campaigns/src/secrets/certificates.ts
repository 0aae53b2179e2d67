import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Verdict, verifyCertificate } from '@health-case/client/certificate';
import { createApi, member, person, type Reply } from '@health-case/harness/client';
import { type Harness, within } from '@health-case/harness/harness';
import { type Instance, operate } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { createSearch } from './search.ts';
import { postgresStore, type Store, sqliteStore } from './stores.ts';

type Counts = { readonly children: number; readonly ofEach: number };
type Size = Counts & { readonly stores: readonly ((harness: Harness) => Promise<Store>)[] };

export const certificates = declare<Size>({
  name: 'certificates',
  promise:
    'A certificate verifies by what any process publishes, also after its key was rotated. Once it is revoked, its child erased ' +
    'or its key withdrawn, it does not. Its text is in no log, and after the erasing in no file of the store.',
  quick: { children: 2, ofEach: 10, stores: [sqliteStore] },
  full: { children: 100, ofEach: 100, stores: [sqliteStore, postgresStore] },
  run: async ({ stores, ...counts }, harness) => {
    let slowest = 0;
    for (const start of stores) {
      const store = await start(harness);
      slowest = Math.max(slowest, await play(within(harness, store.name), store, counts));
    }
    const { children, ofEach } = counts;
    return {
      size: `${children * ofEach} certificates of ${children} children, ${stores.length} stores`,
      figures: { 'longest until another process refused a revoked one (ms)': Math.ceil(slowest) },
    };
  },
});

/** Plays the life of certificates in one store. Resolves to how long a revocation took to show elsewhere, in milliseconds. */
const play = async (harness: Harness, store: Store, counts: Counts): Promise<number> => {
  const { fail } = harness;
  const [to, other = to] = [...store.instances].sort((one, next) => (one.variant < next.variant ? -1 : 1));
  if (!to || !other) throw new Error('No process serves.');
  const clinic = await openClinic(harness, to);
  const ofChildren: OfChild[] = [];
  for (let nth = 0; nth < counts.children; nth += 1) {
    // Half of them are signed by a key that is rotated then.
    if (nth === counts.children >> 1) await operate(harness, store.database.environment, 'signing-key', 'rotate');
    ofChildren.push(await clinic.certify(counts.ofEach));
  }
  const all = ofChildren.flatMap(({ tokens }) => tokens);
  const expectAll = async (tokens: readonly string[], wanted: Verdict['verdict']): Promise<void> => {
    for (const instance of store.instances) {
      const verdicts = await verdictsBy(instance, tokens);
      const wrong = verdicts.filter((verdict) => verdict !== wanted);
      if (wrong.length > 0)
        fail(`By ${instance.variant}, ${wrong.length} of ${tokens.length} are not ${wanted} but ${wrong[0]}.`);
    }
  };
  await expectAll(all, 'genuine');
  const [revoked] = ofChildren;
  if (!revoked) return 0;
  await clinic.revoke(revoked.caseId);
  const acknowledged = performance.now();
  const [first] = await verdictsBy(other, revoked.tokens.slice(0, 1));
  const took = performance.now() - acknowledged;
  if (first !== 'revoked') fail(`Another process said ${first} of a revoked one.`);
  await expectAll(revoked.tokens, 'revoked');

  const texts = new Map(ofChildren.flatMap(({ texts }) => texts).map((text) => [text, text]));
  const search = createSearch(texts);
  const foundIn = (folder: string) => new Set(filesIn(folder).flatMap(search)).size;
  if (foundIn(store.folder) === 0) fail('Not even what is there is found in the files.');
  for (const { childId } of ofChildren) {
    await operate(harness, store.database.environment, 'child', 'erase', childId, '--yes');
  }
  await expectAll(all, 'revoked');
  const keys = JSON.parse(await operate(harness, store.database.environment, 'signing-key', 'list', '--json'));
  for (const { id } of keys) await operate(harness, store.database.environment, 'signing-key', 'withdraw', id, '--yes');
  await expectAll(all, 'unknown key');
  await Promise.all(store.instances.map(({ kill }) => kill('SIGTERM')));
  if (store.name === 'SQLite' && foundIn(store.folder) > 0) fail('A text of an erased child is in the files.');
  for (const text of search(Buffer.from(store.logged()))) {
    // The database server of this campaign logs each value that is stored.
    if (store.name === 'SQLite') fail(`In the log: ${text.slice(0, 20)}`);
  }
  return took;
};

type OfChild = {
  readonly childId: string;
  readonly caseId: string;
  readonly tokens: readonly string[];
  /** What must not be found. */
  readonly texts: readonly string[];
};

const unheardOf = (): string => randomBytes(8).toString('hex');

const openClinic = async (harness: Harness, to: Instance) => {
  const api = createApi(harness);
  const [doctor, parent] = [
    await api.join(to, person('greta@example.org', 'Doc')),
    await api.join(to, person('mia@example.org')),
  ];
  const call = async (endpoint: string, id: string, fields: object = {}): Promise<Reply> => {
    const reply = await api.call(to, endpoint, { id, ...fields });
    if (reply.status !== 200) throw new Error(`${endpoint}: ${reply.text}`);
    return reply;
  };
  const doctorId = member(await call('GET /api/Auth/me', doctor), 'ID');
  return {
    certify: async (many: number): Promise<OfChild> => {
      const [firstName, lastName, statement] = [unheardOf(), unheardOf(), unheardOf()];
      const child = { firstName, lastName, birthDate: '2019-02-28', socSecNum: unheardOf() };
      const childId = member(await call('POST /api/Auth/child', parent, child), 'ChildID');
      const opened = await call('POST /api/Case', parent, { ChildID: childId, DocID: doctorId, title: 'Asthma' });
      const caseId = member(opened, 'CaseID');
      const task = member(await call(`POST /api/Case/${caseId}/tasks`, doctor, { title: 'Measure' }), 'TaskID');
      await call(`POST /api/Task/${task}/close`, doctor);
      await call(`POST /api/Case/${caseId}/certreq`, parent);
      await call(`POST /api/Case/${caseId}/certreq/issue`, doctor, { statement });
      const tokens: string[] = [];
      for (let nth = 0; nth < many; nth += 1) {
        tokens.push(member(await call(`POST /api/Case/${caseId}/certreq/document`, parent), 'token'));
      }
      return { childId, caseId, tokens, texts: [firstName, lastName, statement, ...tokens] };
    },
    revoke: (caseId: string) =>
      call(`POST /api/Case/${caseId}/certreq/revoke`, doctor, { reason: 'Measured wrongly.' }),
  };
};

/** The verdicts of whoever trusts what this process publishes now. */
const verdictsBy = async ({ port }: Instance, tokens: readonly string[]): Promise<readonly Verdict['verdict'][]> => {
  const published = async (path: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const { keys } = JSON.parse(await published('/.well-known/jwks.json'));
  const lists = new Map<string, Promise<string>>();
  const statusList = (uri: string): Promise<string> => {
    const list = lists.get(uri) ?? published(new URL(uri).pathname);
    lists.set(uri, list);
    return list;
  };
  const verdicts: Verdict['verdict'][] = [];
  for (const token of tokens) {
    const [, payload = ''] = token.split('.');
    const { iss } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    verdicts.push((await verifyCertificate(token, { issuers: [{ issuer: iss, keys }], statusList })).verdict);
  }
  return verdicts;
};

const filesIn = (folder: string): readonly Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
