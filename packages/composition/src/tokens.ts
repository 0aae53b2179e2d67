import type { Application } from '@health-case/domain/application';
import type { createCourier } from '@health-case/domain/courier';
import type { createImporter } from '@health-case/domain/importer';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Keyring, TextCipher } from '@health-case/domain/ports/security';
import type { createUpkeep } from '@health-case/domain/upkeep';
import type { Variant } from '@health-case/http/endpoint';
import type { startVariant } from '@health-case/http/serve';
import type { Log, Observe } from '@health-case/http/server/observation';
import type { ServiceIdentifier } from 'inversify';
import type { Settings } from './settings.ts';

type WriteLoad = { readonly waiting: number; readonly units: number; readonly commits: number };

/** What an adapter may have beside its port: for its end, for the metrics, and so that the accesses of a call share a time limit. */
type Beside = {
  readonly auditTrail: { waiting?(): number; close?(): Promise<void> };
  readonly mailer: { close?(): Promise<void> };
  readonly passwords: { load?(): { readonly waiting: number; readonly running: number } };
  readonly storage: {
    load?(): { readonly writes: WriteLoad; readonly connections?: { readonly used: number; readonly waiting: number } };
    readonly shareTime?: <T>(call: () => Promise<T>) => Promise<T>;
  };
};

export type AdaptedPorts = {
  readonly [Name in keyof Ports]: Ports[Name] & (Name extends keyof Beside ? Beside[Name] : unknown);
};

type Tokens<Parts> = { readonly [Name in keyof Parts]: ServiceIdentifier<Parts[Name]> };

/** The ports that the domain's application needs, by the names under which the container knows their adapters. */
export const PORTS: Tokens<AdaptedPorts> = {
  auditTrail: Symbol('auditTrail'),
  calendar: Symbol('calendar'),
  certificateSigner: Symbol('certificateSigner'),
  clock: Symbol('clock'),
  commonPasswords: Symbol('commonPasswords'),
  ids: Symbol('ids'),
  mailer: Symbol('mailer'),
  oneTimePasswords: Symbol('oneTimePasswords'),
  passkeys: Symbol('passkeys'),
  passwords: Symbol('passwords'),
  random: Symbol('random'),
  rules: Symbol('rules'),
  secretCodes: Symbol('secretCodes'),
  sessionTokens: Symbol('sessionTokens'),
  storage: Symbol('storage'),
};

/** `request`, where each request is logged. */
export type ServiceLog = Log & { readonly request?: Observe | undefined };

/** What a transport that is no variant of the wire format gets. `cipher`: for what clients hold and may not read. */
type TransportOptions = Required<Omit<Parameters<typeof startVariant>[0], 'corsOrigins' | 'limits' | 'variant'>> &
  Pick<Settings, 'publicUrl' | 'registration' | 'sessionLifetimes' | 'timeZone'> & {
    readonly limits: Pick<Settings, 'keepAliveTimeout'>;
    readonly cipher: TextCipher;
  };

/** A transport that says for itself how it serves. */
type Transport = {
  readonly name: string;
  readonly start: (
    options: TransportOptions,
  ) => Promise<{ readonly port: number; readonly stop: (graceMilliseconds: number) => Promise<void> }>;
};

/** What is served, the setting that names its port, and its default port. */
export type Served = { readonly portSetting: keyof Settings['ports']; readonly defaultPort: number } & (
  | { readonly variant: Variant }
  | { readonly transport: Transport }
);

/** `stop` finishes what is under way. */
type Running = { readonly stop: () => Promise<void> };
export type Metrics = Running & { readonly url: string; readonly observe: Observe };

/** What else the container makes or is given. */
export const PARTS: Tokens<{
  readonly application: Application;
  /** Sends the mails, where something is served. */
  readonly courier: ReturnType<typeof createCourier>;
  /** Works beside the calls, where the portal is served. */
  readonly importer: ReturnType<typeof createImporter>;
  readonly keyring: Keyring;
  readonly log: ServiceLog;
  /** Undefined where the settings ask for none. */
  readonly metrics: Metrics | undefined;
  readonly ports: AdaptedPorts;
  readonly served: readonly Served[];
  /** One for each variant and transport that is served. */
  readonly servers: Running & { readonly urls: readonly { readonly name: string; readonly url: string }[] };
  readonly settings: Settings;
  /** Works beside the calls, where something is served. */
  readonly upkeep: ReturnType<typeof createUpkeep>;
}> = {
  application: Symbol('application'),
  courier: Symbol('courier'),
  importer: Symbol('importer'),
  keyring: Symbol('keyring'),
  log: Symbol('log'),
  metrics: Symbol('metrics'),
  ports: Symbol('ports'),
  served: Symbol('served'),
  servers: Symbol('servers'),
  settings: Symbol('settings'),
  upkeep: Symbol('upkeep'),
};
