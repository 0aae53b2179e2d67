import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOperatorApplication } from '@health-case/domain/application';
import { createDelivery } from '@health-case/domain/courier';
import { daysAfter } from '@health-case/domain/model/calendar';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { Letter } from '@health-case/domain/model/mail';
import type { AccountId, CoverId } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import type { Variant } from '@health-case/http/endpoint';
import { createLeakedPasswords } from '@health-case/node-platform/leaked-passwords';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { afterAll, beforeAll, inject, vi } from 'vitest';
import type { Adapt } from '../src/adapt.ts';
import { startService } from '../src/service.ts';
import { readSettings, type Settings } from '../src/settings.ts';
import { PORTS, type Served } from '../src/tokens.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of the services in a test project; the default is SQLite. */
    readonly store?: 'sqlite' | 'postgresql';
  }
}

const leakedPasswords = createLeakedPasswords();

type Transport = Extract<Served, { readonly transport: object }>['transport'];

/**
 * The service as it is composed for real, in this process, over a store of its own, on free ports. Only hashing costs
 * less than any setting allows, and all services have one list of leaked passwords, which takes longer to read than they
 * to start. All tests call from one address; those about limits set their own. No connection is
 * closed for having been idle: a request that has just been sent on it would fail. `storage` takes the place of the store.
 */
export const startTestService = async (
  parts: readonly (Variant | Transport)[],
  more: Partial<Settings> = {},
  storage?: Storage,
) => {
  const { environment, remove } = await (storage ? inMemory : CREATE[inject('store') ?? 'sqlite'])();
  const ratesPerMinute = { loginFailures: 0, registrations: 0, calls: 0 };
  const cheaper = { bcryptCost: 4, ratesPerMinute, keepAliveTimeout: 3_600_000 };
  const settings = { ...readSettings(environment), ...cheaper, ...more };
  const log = { info: () => undefined, error: () => undefined };
  const served = parts.map((part) =>
    'routes' in part
      ? ({ variant: part, portSetting: 'PORT', defaultPort: 0 } as const)
      : ({ transport: part, portSetting: 'PORT_PORTAL', defaultPort: 0 } as const),
  );
  const letters: Letter[] = [];
  const forTests: Adapt = (container) => {
    container.rebind(PORTS.mailer).toConstantValue({ send: async (letter) => void letters.push(letter) });
    container.rebind(PORTS.commonPasswords).toConstantValue(leakedPasswords);
    if (storage) container.rebind(PORTS.storage).toConstantValue(storage);
  };
  const { application, ports: inside, urls, metricsUrl, stop } = await startService(settings, served, log, forTests);
  return {
    application,
    metricsUrl,
    forgetMails: () => void letters.splice(0),
    codeOf: mailReader(letters, inside, (kind) => kind !== 'account made'),
    /** The code by which the owner of an address says whose the account is (D-28). */
    proofOf: mailReader(letters, inside, (kind) => kind === 'account made'),
    /** The operator disables the account with this address. */
    disable: async (address: string) => {
      const email = address as EmailAddress;
      await createOperatorApplication(inside).disableAccount({ email, requestId: 'the operator' });
    },
    /** D-41: the deputy stands in for the doctor, or did, or will. No client makes a day pass. */
    cover: async (doctorId: string, deputyId: string, when: 'coming' | 'now' | 'over') => {
      const { calendar, clock, ids, storage } = inside;
      const today = calendar.dayOf(clock.now());
      const [from, to] = { coming: [1, 9], now: [0, 9], over: [-9, -1] }[when] as [number, number];
      const facts = { id: ids.next<CoverId>(), doctorId: doctorId as AccountId, deputyId: deputyId as AccountId };
      const days = { firstDay: daysAfter(today, from), lastDay: daysAfter(today, to) };
      const cover = { ...facts, ...days, agreedAt: clock.now(), reason: undefined };
      await storage.write(async ({ covers }) => ok(await covers.insert(cover)));
    },
    /** The ports of the application, for what no use case does. */
    inside,
    /** The TCP ports, by the name of the variant or transport. */
    ports: Object.fromEntries(urls.map(({ name, url }) => [name, Number(new URL(url).port)])) as Record<string, number>,
    stop: async () => {
      await stop();
      await remove();
    },
  };
};

/**
 * The code of the last letter with one to an address, or of the nth, once it was sent. It is sent at once, unless the
 * service is just about it.
 */
const mailReader = (letters: readonly Letter[], ports: Ports, fits: (kind: Letter['kind']) => boolean) => {
  const { sendNext } = createDelivery(ports, () => undefined);
  return async (to: string, nth?: number): Promise<string> => {
    while (await sendNext());
    const codes = () =>
      letters.flatMap((letter) => (letter.to === to && 'code' in letter && fits(letter.kind) ? [letter.code] : []));
    await vi.waitUntil(() => codes().length >= (nth ?? 1), { timeout: 240_000 });
    return codes().at((nth ?? 0) - 1) ?? '';
  };
};

/** A test service for the tests of the file or group that opens it. */
export const openTestService = (
  parts: readonly (Variant | Transport)[],
  more: () => Partial<Settings> = () => ({}),
) => {
  let started: Awaited<ReturnType<typeof startTestService>> | undefined;
  beforeAll(async () => {
    started = await startTestService(parts, more());
  });
  afterAll(() => started?.stop());
  const port = (variant: Variant['name'] | 'portal'): number => started?.ports[variant] ?? Number.NaN;
  const codeOf = async (to: string, nth?: number): Promise<string> => (await started?.codeOf(to, nth)) ?? '';
  const disable = async (address: string) => started?.disable(address);
  const cover = async (...given: Parameters<NonNullable<typeof started>['cover']>) => started?.cover(...given);
  /** D-40: makes the account a manager, who takes part in nothing more by it. */
  const makeManager = (id: string) =>
    started?.inside.storage.write(async ({ accounts }) => ok(await accounts.setManager(id as AccountId, true)));
  return {
    port,
    codeOf,
    cover,
    disable,
    makeManager,
    url: (variant: Variant['name'] | 'portal') => `http://127.0.0.1:${port(variant)}`,
  };
};

/** Of the days that tests expect. */
const ZONE = { TIME_ZONE: 'UTC' };
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

const inMemory = async () => ({ environment: { ...ZONE, SECRET_KEY }, remove: () => undefined });

const createSqliteStore = async () => {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'health-case-service-'));
  return {
    environment: { ...ZONE, DATABASE_URL: `file:${join(folder.path, 'health-case.db')}` },
    remove: folder.remove,
  };
};

const createPostgresStore = async () => {
  const { url, drop } = await createTestDatabase();
  return {
    environment: { ...ZONE, DATABASE_URL: url, SECRET_KEY },
    // Whoever corrects two children of one number locks each behind the other, which random calls may do at once.
    remove: () => drop('any'),
  };
};

const CREATE = { sqlite: createSqliteStore, postgresql: createPostgresStore };
