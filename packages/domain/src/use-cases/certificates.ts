import {
  type Certificate,
  certificateText,
  type Disclosure,
  endOf,
  LIST_SIZE,
  LONGEST_VALIDITY,
  type StatusPlace,
} from '../model/certificate.ts';
import { type CertificateId, DAY, type Instant, later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { SigningKey } from '../ports/security.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';
import { locateCase, locateTask, type OfTask } from './certifications.ts';
import type { Platform } from './declaration.ts';
import { command } from './runner.ts';

export type CreatedCertificate = {
  readonly id: CertificateId;
  /** Signed. Kept nowhere: it is made again from what is stored. */
  readonly token: string;
  readonly url: string;
  readonly expiresAt: Instant;
};

const document = async (
  reads: Reads,
  { certificateSigner }: Platform,
  certificate: Certificate,
  key: SigningKey,
): Promise<CreatedCertificate | undefined> => {
  const [certification, found] = await Promise.all([
    reads.certifications.find(certificate.certificationId),
    reads.cases.find(certificate.caseId),
  ]);
  const child = found && (await reads.children.record(found.childId));
  const doctor = found && (await reads.accounts.find(found.doctorId));
  if (!certification || !('statement' in certification) || !child || !doctor) return undefined;
  const token = await certificateSigner.sign(certificateText(certificate, certification, child, doctor), key);
  return { id: certificate.id, token, url: certificateSigner.url(token), expiresAt: certificate.expiresAt };
};

/** A place in the newest list is likely taken eight times in a row only if most of the list is. Then a new one begins. */
const MOST_DRAWS = 8;

const insertAtRandom = async (
  { certificates, statusLists }: Stores,
  { random }: Platform,
  facts: Omit<Certificate, 'status'>,
) => {
  for (let list = await statusLists.newest(); ; list += 1) {
    for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
      const certificate = { ...facts, status: { list, index: random.below(LIST_SIZE) } };
      if (await certificates.insert(certificate)) return certificate;
    }
  }
};

type CreateCertificate = OfTask & { readonly disclosed: Disclosure };

/** D-26: for the child's parent and the case's doctor. Each call makes a new certificate with a status of its own. */
const createCertificate = command({
  run: async (input: CreateCertificate, stores, platform) => {
    const { actor, disclosed } = input;
    const concerned = await locateCase(stores, input, platform.trace);
    if (!concerned.ok) return concerned;
    const { doctorId, parentId } = concerned.value.case;
    if (actor.id !== doctorId && actor.id !== parentId) return refuse('ROLE_NOT_ALLOWED');
    const located = await locateTask(stores, input, platform.trace);
    if (!located.ok) return located;
    const newest = await stores.certifications.newestOf(located.value.id);
    if (!newest) return refuse('CERTIFICATION_NOT_FOUND');
    if (newest.status !== 'issued') return refuse('CERTIFICATION_NOT_ISSUED');
    const [issuedAt, expiresAt] = [platform.clock.now(), endOf(newest.validUntil)];
    if (expiresAt <= issuedAt) return refuse('CERTIFICATION_EXPIRED');
    const { id: certificationId, caseId } = newest;
    const facts = { id: platform.ids.certificate(), certificationId, caseId, disclosed, issuedAt, expiresAt };
    const certificate = await insertAtRandom(stores, platform, facts);
    const key = (await stores.signingKeys.all()).at(-1) ?? (await stores.signingKeys.add());
    const made = await document(stores, platform, certificate, key);
    return made ? ok(made) : refuse('CERTIFICATION_NOT_FOUND');
  },
  audit: { action: 'certificate created', on: (_, value) => value?.id },
  replay: {
    call: 'createCertificate',
    fields: ['id', 'taskId', 'disclosed'],
    keep: ({ id }) => id,
    recall: async (id, reads, platform) => {
      const certificate = await reads.certificates.find(id as CertificateId);
      const key = (await reads.signingKeys.all()).at(-1);
      const made = certificate && key && (await document(reads, platform, certificate, key));
      // It was revoked since, or erased.
      return made ? ok(made) : refuse('CERTIFICATION_NOT_ISSUED');
    },
  },
});

/** The public keys under which a certificate may still be valid. */
const listPublicKeys =
  ({ storage, certificateSigner, clock }: Ports) =>
  async () => {
    const published = publishedUntil(await storage.read.signingKeys.all()).filter(({ until }) => until > clock.now());
    return ok(published.map(({ key }) => certificateSigner.publicKey(key)));
  };

/** A key signs until the next one was added. From then on its last certificate may be valid for the longest time. */
const publishedUntil = (keys: readonly SigningKey[]) =>
  keys.map((key, nth) => {
    const next = keys[nth + 1];
    return {
      key,
      isCurrent: next === undefined,
      until: next ? later(next.createdAt, LONGEST_VALIDITY) : Number.POSITIVE_INFINITY,
    };
  });

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
  readonly signedAt: number;
  readonly signed: Promise<string>;
};

/** A signed list is renewed each day, long before it expires. */
const RENEWED_AFTER = DAY;

/** D-26: the signed list. A revocation shows in the next answer. */
const readStatusList = ({ storage: { read }, certificateSigner, clock }: Ports) => {
  const lists = new Map<number, SignedList>();
  return async ({ number }: { readonly number: StatusPlace['list'] }) => {
    const [newest, revoked, keys] = await Promise.all([
      read.statusLists.newest(),
      read.statusLists.countRevoked(number),
      read.signingKeys.all(),
    ]);
    const key = keys.at(-1);
    if (!key || number > newest) return refuse('STATUS_LIST_NOT_FOUND');
    const at = clock.now();
    const known = lists.get(number);
    if (known?.revoked === revoked && known.keyId === key.id && Math.abs(at - known.signedAt) < RENEWED_AFTER)
      return ok(await known.signed);
    const signed = bitsOf(read, number).then((bits) => certificateSigner.signStatusList({ number, bits, at }, key));
    lists.set(number, { revoked, keyId: key.id, signedAt: at, signed });
    signed.catch(() => lists.delete(number));
    return ok(await signed);
  };
};

export const certificateUseCases = { createCertificate, listPublicKeys, readStatusList };

/** The keys that sign certificates, oldest first. The last one is in use. */
const listSigningKeys =
  ({ storage }: Ports) =>
  async () =>
    ok(
      publishedUntil(await storage.read.signingKeys.all()).map(({ key: { id, createdAt }, isCurrent, until }) => ({
        ...{ id, createdAt, isCurrent },
        publishedUntil: isCurrent ? undefined : until,
      })),
    );

/** A new key signs from now on. Certificates that others have signed stay valid. */
const rotateSigningKey = command({
  run: async (_: unknown, { signingKeys }) => ok((await signingKeys.add()).id),
  audit: { action: 'signing key rotated', on: (_, id) => id },
});

/** For a key that somebody else may know: what it has signed no longer verifies. If it was in use, a new one is. */
const withdrawSigningKey = command({
  run: async ({ id }: { readonly id: string }, { signingKeys }) => {
    const keys = await signingKeys.all();
    if (!keys.some((key) => key.id === id)) return refuse('SIGNING_KEY_NOT_FOUND');
    if (keys.at(-1)?.id === id) await signingKeys.add();
    return ok(await signingKeys.remove(id));
  },
  audit: { action: 'signing key withdrawn', on: ({ id }) => id },
});

export const operatorCertificateUseCases = { listSigningKeys, rotateSigningKey, withdrawSigningKey };
