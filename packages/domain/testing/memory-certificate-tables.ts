import type { Certificate, StatusPlace } from '../src/model/certificate.ts';
import type { Stores } from '../src/ports/storage.ts';
import { all, change, type MemoryTables, page, where } from './memory-maps.ts';

const placeKey = ({ list, index }: StatusPlace): string => `${list} ${index}`;

const isRevoked = (maps: MemoryTables, { status }: Certificate): boolean =>
  maps.statuses.get(placeKey(status))?.isRevoked ?? true;

/** Returns how many it has revoked that were not before. */
export const revoke = (maps: MemoryTables, belongs: (certificate: Certificate) => boolean): number => {
  const revoked = all(maps.certificates, (certificate) => belongs(certificate) && !isRevoked(maps, certificate));
  for (const { status } of revoked) change(maps.statuses, placeKey(status), { isRevoked: true });
  return revoked.length;
};

export const certificateTables = (maps: MemoryTables): Pick<Stores, 'certificates' | 'statusLists'> => {
  const revokedIn = (list: number) => where(maps.statuses, { list, isRevoked: true }).map(({ index }) => index);
  return {
    certificates: {
      find: async (id) => {
        const certificate = maps.certificates.get(id);
        return certificate && isRevoked(maps, certificate) ? undefined : certificate;
      },
      insert: async (certificate) => {
        const key = placeKey(certificate.status);
        if (maps.statuses.has(key)) return false;
        maps.statuses.set(key, { ...certificate.status, isRevoked: false });
        maps.certificates.set(certificate.id, certificate);
        return true;
      },
      ofCase: async (caseId, request) => page(where(maps.certificates, { caseId }), request),
      countOf: async (certificationId) => where(maps.certificates, { certificationId }).length,
      revokeAllOf: async (id) => void revoke(maps, ({ certificationId }) => certificationId === id),
      revokeNaming: async (child, wrong, now) =>
        revoke(maps, ({ caseId, certificationId, disclosed, expiresAt }) => {
          if (maps.cases.get(caseId)?.childId !== child || expiresAt <= now) return false;
          const found = maps.certifications.get(certificationId);
          const hasYear = found?.status === 'issued' && found.certified.birthDate !== undefined;
          return wrong.disclosed.includes(disclosed) || (wrong.isYear && hasYear);
        }),
    },
    statusLists: {
      newest: async () => Math.max(0, ...[...maps.statuses.values()].map(({ list }) => list)),
      countRevoked: async (list) => revokedIn(list).length,
      revoked: async (list, { after, size }) =>
        revokedIn(list)
          .filter((index) => index > after)
          .sort((one, other) => one - other)
          .slice(0, size),
    },
  };
};
