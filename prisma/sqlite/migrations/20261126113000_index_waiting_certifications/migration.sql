-- What waits for a decision is little at any time, also where many certifications were requested last year.
CREATE INDEX "Certification_caseId_requested_idx" ON "Certification"("caseId") WHERE "status" = 'requested';
