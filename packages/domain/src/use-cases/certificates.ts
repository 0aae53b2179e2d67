import { type IssuedCertification, isOver } from '../model/case.ts';
import {
  type Certificate,
  type CertificateText,
  certificateText,
  type Disclosure,
  LIST_SIZE,
  LONGEST_VALIDITY,
  MOST_CERTIFICATES,
  type StatusPlace,
  zoneOf,
} from '../model/certificate.ts';
import { type ChildNames, isSameIdentity } from '../model/child.ts';
import { type CertificateId, HOUR, type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { SigningKey } from '../ports/security.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { certificationOf, locateCase, type OfTask } from './certifications.ts';
import type { Platform } from './declaration.ts';
import { command, query } from './runner.ts';

export type CreatedCertificate = {
  readonly id: CertificateId;
  /** Signed. Kept nowhere: it is made again from what is stored. */
  readonly token: string;
  readonly url: string;
  readonly expiresAt: Instant;
  readonly text: CertificateText;
  readonly madeBy: Certificate['madeBy'];
};

/** What a certificate says: only what the doctor has certified, whatever accounts and children are called by now. */
const certifiedBy = (certification: IssuedCertification, child: ChildNames | undefined) => {
  const { certified, doctorName } = certification;
  // The doctor of the case can revoke it, and issue another one.
  if (doctorName === undefined) return refuse('CERTIFICATION_EXPIRED');
  // The child was erased since the certificate was found.
  if (!child) return refuse('CERTIFICATION_NOT_ISSUED');
  return isSameIdentity(child, certified) ? ok({ ...certification, doctorName }) : refuse('CERTIFICATION_TO_CONFIRM');
};

type Signed = {
  readonly certificate: Certificate;
  readonly certification: IssuedCertification & { readonly doctorName: string };
};

const signCertificate = async (
  { calendar, certificateSigner }: Platform,
  { certificate, certification }: Signed,
  key: SigningKey,
) => {
  const { id, expiresAt, madeBy } = certificate;
  const { statement, validUntil, certified, doctorName: doctor } = certification;
  const said = { statement, validUntil, doctor, zone: zoneOf(calendar, expiresAt, validUntil) };
  const text = certificateText(certificate, said, certified);
  const token = await certificateSigner.sign(text, key);
  return ok<CreatedCertificate>({ id, token, url: certificateSigner.url(token), expiresAt, text, madeBy });
};

/** So many taken places in a row are likely only if three quarters of the list are taken. Then a new list begins. */
const MOST_DRAWS = 32;

const insertAtRandom = async (
  { certificates }: Stores,
  { random }: Platform,
  facts: Omit<Certificate, 'status'>,
  newestList: StatusPlace['list'],
) => {
  for (let list = newestList; ; list += 1) {
    for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
      const certificate = { ...facts, status: { list, index: random.below(LIST_SIZE) } };
      if (await certificates.insert(certificate)) return certificate;
    }
  }
};

/** D-26: for the child's parents and the case's doctor. Each call makes a new certificate with a status of its own. */
const createCertificate = command({
  run: async (input: OfTask & { readonly disclosed: Disclosure }, stores, platform) => {
    const { actor, disclosed } = input;
    // In this order: the first locks the case.
    const [concerned, child, newestList, keys] = await Promise.all([
      locateCase(stores, input, platform),
      stores.children.ofCase(input.id),
      stores.statusLists.newest(),
      stores.signingKeys.all(),
    ]);
    if (!concerned.ok) return concerned;
    if (actor.role === 'Ast') return refuse('ROLE_NOT_ALLOWED');
    const newest = certificationOf(concerned.value, input);
    if (!newest.ok) return newest;
    if (newest.value.status !== 'issued') return refuse('CERTIFICATION_NOT_ISSUED');
    const issuedAt = platform.clock.now();
    if (isOver(newest.value, issuedAt, platform.calendar)) return refuse('CERTIFICATION_EXPIRED');
    const certified = certifiedBy(newest.value, child);
    if (!certified.ok) return certified;
    const { id: certificationId, caseId, validUntil } = certified.value;
    const expiresAt = platform.calendar.endOf(validUntil);
    if ((await stores.certificates.countOf(certificationId, actor.id)) >= MOST_CERTIFICATES)
      return refuse('CERTIFICATES_EXHAUSTED');
    const id = platform.ids.next<CertificateId>();
    const facts = { id, certificationId, caseId, disclosed, issuedAt, expiresAt, madeBy: actor.id };
    const certificate = await insertAtRandom(stores, platform, facts, newestList);
    const key = keyInUse(keys, issuedAt) ?? (await stores.signingKeys.add());
    return signCertificate(platform, { certificate, certification: certified.value }, key);
  },
  audit: { action: 'certificate created', on: ({ id }, value) => value?.id ?? id },
  idempotency: {
    fields: ['id', 'taskId', 'disclosed'],
    keep: ({ id }) => id,
    answerAgain: (id, reads, platform, input) => signAgain(reads, platform, input, id as CertificateId),
  },
});

/** A certificate that was made for the case or task, signed again. */
const signAgain = async (reads: Reads, platform: Platform, input: OfTask, id: CertificateId) => {
  const certificate = await reads.certificates.find(id);
  const certification = certificate && (await reads.certifications.find(certificate.certificationId));
  const key = keyInUse(await reads.signingKeys.all(), platform.clock.now());
  // It was revoked or erased since, or the certification was.
  if (certification?.status !== 'issued' || !certificate || !key) return refuse('CERTIFICATION_NOT_ISSUED');
  // The caller may no longer be the case's doctor, or a parent of the child.
  const concerned = await locateCase(reads, input, { trace: {} });
  if (!concerned.ok) return concerned;
  if (concerned.value.case.id !== certificate.caseId) return refuse('CERTIFICATION_NOT_ISSUED');
  const certified = certifiedBy(certification, await reads.children.ofCase(certification.caseId));
  return certified.ok ? signCertificate(platform, { certificate, certification: certified.value }, key) : certified;
};

type OneCertificate = OfTask & { readonly certificateId: CertificateId };

const showCertificate = query({
  // Whoever takes no part in the case learns nothing of its certificates.
  rule: locateCase,
  run: async (input: OneCertificate, reads, platform) => {
    if (input.actor.role === 'Ast') return refuse('ROLE_NOT_ALLOWED');
    return signAgain(reads, platform, input, input.certificateId);
  },
  audit: { action: 'certificate read', on: ({ certificateId }) => certificateId },
});

/** D-26: a parent withdraws what that parent has made, the case's doctor any. */
const withdrawCertificate = command({
  rule: locateCase,
  run: async (input: OneCertificate, stores, platform) => {
    const { found: concerned } = platform;
    const { actor, certificateId } = input;
    const certificate = await stores.certificates.find(certificateId);
    const isOfCase = certificate?.caseId === concerned.case.id;
    if (actor.role === 'Ast' || (isOfCase && actor.role === 'Par' && certificate.madeBy !== actor.id))
      return refuse('ROLE_NOT_ALLOWED');
    if (!isOfCase) return refuse('CERTIFICATION_NOT_ISSUED');
    await stores.certificates.revoke(certificateId);
    return ok(undefined);
  },
  audit: { action: 'certificate withdrawn', on: ({ certificateId }) => certificateId },
  idempotency: {
    fields: ['certificateId'],
    answerAgain: async (_, { certificates }, __, { certificateId }) => !(await certificates.find(certificateId)),
  },
});

/** Calls that come while one for the same runs share its outcome: anyone may make any number of them. */
const shared = <About, Outcome>(work: (about: About) => Promise<Outcome>) => {
  const running = new Map<About, Promise<Outcome>>();
  return (about: About): Promise<Outcome> => {
    const outcome = running.get(about) ?? work(about).finally(() => running.delete(about));
    running.set(about, outcome);
    return outcome;
  };
};

const listPublicKeys = ({ storage, certificateSigner, clock }: Ports) => {
  const list = shared(async (_: 'all') => {
    const keys = neededKeys(await storage.read.signingKeys.all(), clock.now());
    return ok(keys.map(certificateSigner.publicKey));
  });
  return () => list('all');
};

const REVOKED_AT_ONCE = 10_000;

const bitsOf = async ({ statusLists }: Reads, list: StatusPlace['list']): Promise<Uint8Array> => {
  const bits = new Uint8Array(LIST_SIZE / 8);
  let page: readonly number[];
  let after = -1;
  do {
    page = await statusLists.revoked(list, { after, size: REVOKED_AT_ONCE });
    for (const place of page) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
    after = page.at(-1) ?? after;
  } while (page.length === REVOKED_AT_ONCE);
  return bits;
};

type SignedList = {
  readonly revoked: number;
  readonly keyId: string;
  readonly signedAt: Instant;
  readonly signed: string;
};

/** A verifier may keep a list so long, and must never get an older one. */
const RENEWED_AFTER = HOUR;

/** D-26: the signed list. A revocation shows in the next answer, unless that was already being made. */
const readStatusList = ({ storage: { read }, certificateSigner, clock }: Ports) => {
  const lists = new Map<StatusPlace['list'], SignedList>();
  const check = shared(async (number: StatusPlace['list']) => {
    const [newest, revoked, keys] = await Promise.all([
      read.statusLists.newest(),
      read.statusLists.countRevoked(number),
      read.signingKeys.all(),
    ]);
    const at = clock.now();
    const key = keyInUse(keys, at);
    if (!key || number > newest) return refuse('STATUS_LIST_NOT_FOUND');
    const isNewest = number === newest;
    const known = lists.get(number);
    const age = known ? at - known.signedAt : -1;
    if (known?.revoked === revoked && known.keyId === key.id && age >= 0 && age < RENEWED_AFTER)
      return ok({ signed: known.signed, isNewest });
    const signed = await certificateSigner.signStatusList({ number, bits: await bitsOf(read, number), at }, key);
    lists.set(number, { revoked, keyId: key.id, signedAt: at, signed });
    return ok({ signed, isNewest });
  });
  return ({ number }: { readonly number: StatusPlace['list'] }) => check(number);
};

export const certificateUseCases = {
  createCertificate,
  showCertificate,
  withdrawCertificate,
  listPublicKeys,
  readStatusList,
};

/** P-33: a verifier may use the public keys for an hour before it reads them again. */
const KNOWN_AFTER = HOUR;

/** The newest key that all verifiers know signs. If there is none, the oldest signs at once. `keys`: oldest first. */
export const keyInUse = <Key extends Pick<SigningKey, 'createdAt'>>(
  keys: readonly Key[],
  now: Instant,
): Key | undefined => keys.findLast(({ createdAt }) => later(createdAt, KNOWN_AFTER) <= now) ?? keys[0];

/** A key signs until the next one does. Its last certificate ends at most 366 days later. The last key has no end. */
const withEnds = (keys: readonly SigningKey[]) =>
  keys.map((key, nth) => {
    const next = keys[nth + 1];
    return { key, neededUntil: next && later(next.createdAt, KNOWN_AFTER + LONGEST_VALIDITY) };
  });

/** The keys under which a certificate may still be valid, and those that will sign. */
const neededKeys = (keys: readonly SigningKey[], now: Instant): readonly SigningKey[] =>
  withEnds(keys).flatMap(({ key, neededUntil }) => (neededUntil === undefined || neededUntil > now ? [key] : []));

/** Oldest first: the end of a key follows from the next one, and without that one the key would be needed again. */
const removeOld = async ({ signingKeys }: Stores, { clock }: Platform): Promise<readonly SigningKey[]> => {
  const all = await signingKeys.all();
  const needed = neededKeys(all, clock.now());
  for (const key of all) if (!needed.includes(key)) await signingKeys.remove(key.id);
  return all;
};

/** The keys that sign certificates, oldest first: former ones, the one in use, and those that sign next. */
const listSigningKeys =
  ({ storage, clock }: Ports) =>
  async () => {
    const keys = await storage.read.signingKeys.all();
    const current = keyInUse(keys, clock.now());
    const stateOf = (nth: number): 'former' | 'in use' | 'next' => {
      if (keys[nth] === current) return 'in use';
      return keys.indexOf(current as SigningKey) < nth ? 'next' : 'former';
    };
    const ends = withEnds(keys);
    return ok(
      ends.map(({ key: { id, createdAt }, neededUntil }, nth) => ({ id, createdAt, state: stateOf(nth), neededUntil })),
    );
  };

/** Certificates that other keys have signed stay valid. */
const rotateSigningKey = command({
  run: async (_: unknown, stores, platform) => {
    await removeOld(stores, platform);
    const { id, createdAt } = await stores.signingKeys.add();
    const [oldest] = await stores.signingKeys.all();
    return ok({ id, signsFrom: oldest?.id === id ? createdAt : later(createdAt, KNOWN_AFTER) });
  },
  audit: { action: 'signing key rotated', on: (_, value) => value?.id },
});

/** For a key that may be known: what it has signed no longer verifies. Adds a key if none is left to sign next. */
const withdrawSigningKey = command({
  run: async ({ id }: { readonly id: string }, stores, platform) => {
    const keys = await removeOld(stores, platform);
    if (!keys.some((key) => key.id === id)) return refuse('SIGNING_KEY_NOT_FOUND');
    const isInUse = keyInUse(keys, platform.clock.now())?.id === id;
    if (isInUse && keys.at(-1)?.id === id) await stores.signingKeys.add();
    return ok(await stores.signingKeys.remove(id));
  },
  audit: { action: 'signing key withdrawn', on: ({ id }) => id },
});

export const operatorSigningKeyUseCases = { listSigningKeys, rotateSigningKey, withdrawSigningKey };
