import { generateKeyPairSync, sign } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Application } from '@health-case/domain/application';
import { ok, refuse } from '@health-case/domain/result';
import { afterAll } from 'vitest';
import { startEcho } from './echo.ts';

const DAY = 86_400;
const REVOKED = 70_001;

const newKey = (kid: string) => ({ kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) });
type Key = ReturnType<typeof newKey>;

const base64Url = (content: object): string => Buffer.from(JSON.stringify(content)).toString('base64url');

const jws = (header: object, payload: object, { kid, privateKey: key }: Key): string => {
  const content = `${base64Url({ alg: 'ES256', kid, ...header })}.${base64Url(payload)}`;
  return `${content}.${sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};

/** Signs certificates and publishes what verifies them, as a service with this public URL. */
export const createIssuer = (urlOf: () => string) => {
  const [key, former] = [newKey('01a1fcd50b73'), newKey('019f00000000')];
  const seconds = Math.floor(Date.now() / 1000);
  const listUri = (list: number): string => `${urlOf()}/status/${list}`;

  const claimsOf = (index: number) => ({
    ...{ iss: urlOf(), jti: '01a20007-cbc7-747a-8542-2090ac4fb95f', iat: seconds - 60, exp: seconds + 179 * DAY },
    ...{ given_name: 'Mia', family_name: 'Jansen', birth_year: 2019 },
    ...{ statement: 'Fit to attend school', issued_by: 'Greta Holm' },
    status: { status_list: { idx: index, uri: listUri(0) } },
  });
  const tokenOf = (claims: object = {}, by: Key = key): string => jws({}, { ...claimsOf(5), ...claims }, by);

  const statusList = (): string => {
    const bits = Buffer.alloc(2 ** 17);
    bits[REVOKED >> 3] = 1 << (REVOKED & 7);
    const status_list = { bits: 1, lst: deflateSync(bits).toString('base64url') };
    const times = { iat: seconds - 60, exp: seconds + 7 * DAY, ttl: 3600 };
    return jws({ typ: 'statuslist+jwt' }, { sub: listUri(0), ...times, status_list }, key);
  };
  const keys = () => [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' }];

  return {
    tokenOf,
    statusList,
    keys,
    /** A certificate for each verdict. */
    texts: () => ({
      genuine: tokenOf(),
      revoked: tokenOf(claimsOf(REVOKED)),
      expired: tokenOf({ exp: seconds - 1 }),
      'not yet valid': tokenOf({ iat: seconds + DAY }),
      'status unknown': tokenOf({ status: { status_list: { idx: 5, uri: listUri(7) } } }),
      altered: tokenOf().replace(/\.[^.]+\./, `.${base64Url({ ...claimsOf(5), given_name: 'Mio' })}.`),
      'unknown key': tokenOf({}, former),
      'unknown issuer': tokenOf({ iss: 'https://other.example' }),
      'not readable': tokenOf().slice(0, -100),
    }),
    /** What a service asks of its application. */
    application: {
      listPublicKeys: async () => ok(keys()),
      readStatusList: async ({ number }: { readonly number: number }) =>
        number === 0 ? ok(statusList()) : refuse('STATUS_LIST_NOT_FOUND'),
    } as unknown as Partial<Application>,
  };
};

/** An issuer, and a service that serves its keys, its list and the page. */
export const startIssuer = async (atEnd = afterAll as Parameters<typeof startEcho>[2]) => {
  const issuer = createIssuer(() => url);
  const server = await startEcho({ application: issuer.application }, {}, atEnd);
  const url = `http://127.0.0.1:${server.port}`;
  return { ...issuer, ...server, url };
};
