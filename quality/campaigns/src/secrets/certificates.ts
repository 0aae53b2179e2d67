import { type Verdict, verifyCertificate } from '@health-case/client/certificate';
import { type Harness, within } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { type Instance, operate } from '@health-case/harness/processes';
import { issueCertificate } from '../../../../packages/client/test/support/issue-certificate.ts';
import { declare } from '../campaign.ts';
import { postgresStore, type Store, sqliteStore } from './stores.ts';

type Size = {
  readonly children: number;
  /** Certificates of each child. */
  readonly ofEach: number;
  /** Children who are erased at the end. */
  readonly erased: number;
  /** Milliseconds in which a revocation must show in every process. */
  readonly longest: number;
  readonly stores: readonly ((harness: Harness) => Promise<Store>)[];
};

export const certificates = declare<Size>({
  name: 'certificates',
  promise: 'A certificate verifies until it is revoked, its child erased or its key withdrawn.',
  quick: { children: 2, ofEach: 10, erased: 1, longest: 60_000, stores: [sqliteStore] },
  full: { children: 100, ofEach: 100, erased: 10, longest: 1000, stores: [sqliteStore, postgresStore] },
  run: async (size, harness) => {
    let slowest = 0;
    for (const start of size.stores) {
      const store = await start(harness);
      slowest = Math.max(slowest, await play(within(harness, store.name), store, size));
    }
    const { children, ofEach, erased, stores } = size;
    return {
      size: `${children * ofEach} certificates of ${children} children, ${erased} of them erased, ${stores.length} stores`,
      figures: { 'longest until refused (ms)': Math.ceil(slowest) },
    };
  },
});

/** Plays the life of certificates. Resolves to the milliseconds until a revocation showed in every process. */
const play = async (harness: Harness, store: Store, size: Size): Promise<number> => {
  const { fail } = harness;
  const to = store.instances.find(({ variant }) => variant === 'A') as Instance;
  const ofChildren: OfChild[] = [];
  for (let nth = 0; nth < size.children; nth += 1) {
    // Half of them are signed by a key that is rotated then.
    if (nth === size.children >> 1) await rotate(harness, store);
    ofChildren.push(await certify(to, size.ofEach));
  }
  const all = tokensOf(ofChildren);
  if (new Set(all.map((token) => token.split('.')[0])).size !== 2) fail('The certificates are not signed by two keys.');
  const expectAll = async (tokens: readonly string[], wanted: Verdict['verdict']): Promise<void> => {
    for (const instance of store.instances) {
      const wrong = (await verdictsBy(instance, tokens)).filter((verdict) => verdict !== wanted);
      if (wrong.length > 0)
        fail(`By ${instance.variant}, ${wrong.length} of ${tokens.length} are not ${wanted} but ${wrong[0]}.`);
    }
  };
  await expectAll(all, 'genuine');
  const [revoked, ...others] = ofChildren;
  if (!revoked) throw new Error('There is no child.');
  await revoked.revoke();
  const slowest = await untilRevoked(store, revoked.tokens[0] ?? '');
  if (slowest > size.longest) fail(`A revocation showed after ${Math.round(slowest)} ms.`);
  await expectAll(revoked.tokens, 'revoked');
  const erased = others.slice(-size.erased);
  for (const { childId } of erased) await operateOn(harness, store, 'child', 'erase', childId, '--yes');
  await expectAll(tokensOf(erased), 'revoked');
  await withdrawAll(harness, store);
  await expectAll(all, 'unknown key');
  return slowest;
};

type OfChild = Awaited<ReturnType<typeof certify>>;

const certify = async ({ port }: Instance, many: number) => {
  const { token, more, ...issued } = await issueCertificate(`http://127.0.0.1:${port}`);
  const tokens = [token];
  while (tokens.length < many) tokens.push((await more()).token);
  return { ...issued, tokens };
};

const tokensOf = (ofChildren: readonly OfChild[]) => ofChildren.flatMap(({ tokens }) => tokens);

const operateOn = (harness: Harness, { database }: Store, ...args: string[]) =>
  operate(harness, database.environment, ...args);

/** A new key signs from an hour later on, so the clock of this operator is slow. */
const rotate = (harness: Harness, { database }: Store): Promise<string> => {
  const slow = 'const { now } = Date; Date.now = () => now() - 61 * 60_000;';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(slow)}`;
  return operate(harness, { ...database.environment, NODE_OPTIONS }, 'signing-key', 'rotate');
};

const withdrawAll = async (harness: Harness, store: Store): Promise<void> => {
  const keys: { readonly id: string }[] = JSON.parse(await operateOn(harness, store, 'signing-key', 'list', '--json'));
  for (const { id } of keys) await operateOn(harness, store, 'signing-key', 'withdraw', id, '--yes');
};

/** Resolves to the milliseconds until every process refused it. */
const untilRevoked = async ({ instances }: Store, token: string): Promise<number> => {
  const acknowledged = performance.now();
  const isRevokedBy = async (instance: Instance) => (await verdictsBy(instance, [token]))[0] === 'revoked';
  await Promise.all(instances.map((instance) => waitUntil(() => isRevokedBy(instance))));
  return performance.now() - acknowledged;
};

const issuerOf = (token: string): string => {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).iss;
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
    const issuers = [{ issuer: issuerOf(token), keys }];
    verdicts.push((await verifyCertificate(token, { issuers, statusList })).verdict);
  }
  return verdicts;
};
