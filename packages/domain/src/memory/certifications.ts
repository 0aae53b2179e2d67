import { type Certification, isLive } from '../model/case.ts';
import type { CertificationStore } from '../ports/storage.ts';
import { all, page, type Tables } from './tables.ts';

export const memoryCertifications = ({ certifications }: Tables): CertificationStore => {
  const save = async (certification: Certification) => {
    certifications.set(certification.id, certification);
  };
  return {
    newestOf: async (taskId) => all(certifications, (known) => known.taskId === taskId).at(-1),
    ofCase: async (caseId, request) =>
      page(
        all(certifications, (known) => known.caseId === caseId),
        request,
      ),
    insertOnce: async (wanted) => {
      const live = all(certifications, (known) => known.taskId === wanted.taskId && isLive(known))[0];
      if (live) return live;
      await save(wanted);
      return wanted;
    },
    save,
  };
};
