import type { Application } from '@health-case/domain/application';
import { ok, refuse } from '@health-case/domain/result';
import { afterAll } from 'vitest';
import { tokenOf as certificateOf, listOf, newKey } from '../../../client/test/support/certificates.ts';
import { startEcho } from './echo.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const REVOKED = 70_001;

/** Signs certificates and publishes what verifies them, as a service with this public URL and as many lists. */
export const createIssuer = (urlOf: () => string, lists = 1) => {
  const [key, former] = [newKey('01a1fcd50b73'), newKey('019f00000000')];
  const seconds = Math.floor(Date.now() / 1000);
  const listUri = (list: number): string => `${urlOf()}/status/${list}`;

  const claimsOf = (index: number) => ({
    iss: urlOf(),
    iat: seconds - 60,
    exp: seconds + 179 * DAY,
    status: { status_list: { idx: index, uri: listUri(0) } },
  });
  const tokenOf = (claims: object = {}, by = key): string =>
    certificateOf({ claims: { ...claimsOf(5), ...claims }, key: by });

  /** It was signed an hour ago, as it may be when it is read. */
  const statusList = (list = 0): string =>
    listOf({ claims: { sub: listUri(list), iat: seconds - HOUR, exp: seconds + 7 * DAY - HOUR }, key }, [REVOKED]);
  const keys = () => (lists === 0 ? [] : [key.jwk]);

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
      altered: tokenOf({ given_name: 'Mio' }).replace(/[^.]+$/, tokenOf().slice(-86)),
      'unknown key': tokenOf({}, former),
      'unknown issuer': tokenOf({ iss: 'https://other.example' }),
      'not readable': tokenOf().slice(0, -100),
    }),
    /** What a service asks of its application. */
    application: {
      listPublicKeys: async () => ok(keys()),
      readStatusList: async ({ number }: { readonly number: number }) =>
        number < lists
          ? ok({ signed: statusList(number), isNewest: number === lists - 1 })
          : refuse('STATUS_LIST_NOT_FOUND'),
    } as unknown as Partial<Application>,
  };
};

/** An issuer, and a service that serves its keys, its list and the page. */
export const startIssuer = async (
  atEnd = afterAll as Parameters<typeof startEcho>[2],
  urlOf = (port: number) => `http://127.0.0.1:${port}`,
  lists = 1,
) => {
  const issuer = createIssuer(() => url, lists);
  const server = await startEcho({ application: issuer.application }, {}, atEnd);
  const url = urlOf(server.port);
  return { ...issuer, ...server, url };
};
