-- Texts are ordered as their bytes, as on SQLite.
CREATE TABLE "Account" (
    "id" TEXT COLLATE "C" NOT NULL,
    "firstName" TEXT COLLATE "C" NOT NULL,
    "lastName" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "registeredAt" TIMESTAMP(3) NOT NULL,
    "disabledAt" TIMESTAMP(3),
    "erasedAt" TIMESTAMP(3),
    "language" TEXT COLLATE "C" NOT NULL,
    "notices" TEXT COLLATE "C" NOT NULL,
    "secondFactor" BOOLEAN NOT NULL,
    "takesNoChildren" BOOLEAN NOT NULL,
    "provenAt" TIMESTAMP(3),
    "madeThrough" TEXT COLLATE "C",

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AccountWord" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AccountWord_pkey" PRIMARY KEY ("accountId","word")
);

CREATE TABLE "Session" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("digest")
);

CREATE TABLE "AccountCode" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AccountCode_pkey" PRIMARY KEY ("accountId","purpose")
);

CREATE TABLE "SecondFactor" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "encryptedSecret" TEXT COLLATE "C" NOT NULL,
    "confirmedAt" TIMESTAMP(3),
    "lastStep" INTEGER NOT NULL,
    "recoveryCodes" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "SecondFactor_pkey" PRIMARY KEY ("accountId")
);

CREATE TABLE "Passkey" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "publicKey" TEXT COLLATE "C" NOT NULL,
    "counter" BIGINT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "PasskeyChallenge" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C",
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PasskeyChallenge_pkey" PRIMARY KEY ("digest")
);

CREATE TABLE "Mail" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C",
    "to" TEXT COLLATE "C",
    "at" TIMESTAMP(3) NOT NULL,
    "notBefore" TIMESTAMP(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "failedAt" TIMESTAMP(3),
    "problem" TEXT COLLATE "C",
    "childId" TEXT COLLATE "C",
    "invitedById" TEXT COLLATE "C",

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Assistance" (
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "assistantId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Assistance_pkey" PRIMARY KEY ("doctorId","assistantId")
);

CREATE TABLE "Child" (
    "id" TEXT COLLATE "C" NOT NULL,
    "firstName" TEXT COLLATE "C" NOT NULL,
    "lastName" TEXT COLLATE "C" NOT NULL,
    "birthDate" TEXT COLLATE "C",
    "socSecNum" TEXT COLLATE "C",

    CONSTRAINT "Child_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Parenthood" (
    "parentId" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "socSecFingerprint" TEXT COLLATE "C",

    CONSTRAINT "Parenthood_pkey" PRIMARY KEY ("parentId","childId")
);

CREATE TABLE "JoinCode" (
    "childId" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "invitedById" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "JoinCode_pkey" PRIMARY KEY ("childId","email")
);

CREATE TABLE "MergedChild" (
    "id" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "MergedChild_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "PatientWord" (
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "PatientWord_pkey" PRIMARY KEY ("doctorId","word","childId")
);

CREATE TABLE "Case" (
    "id" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "openedAt" TIMESTAMP(3) NOT NULL,
    "finishedAt" TIMESTAMP(3),
    "newestCertificationId" TEXT COLLATE "C",
    "certification" TEXT COLLATE "C",

    CONSTRAINT "Case_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Task" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "closedAt" TIMESTAMP(3),
    "closedPlace" INTEGER,

    CONSTRAINT "Task_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Certification" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "taskId" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "liveTaskId" TEXT COLLATE "C",
    "requestedById" TEXT COLLATE "C" NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "decidedAt" TIMESTAMP(3),
    "decidedById" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",
    "statement" TEXT COLLATE "C",
    "validUntil" TEXT COLLATE "C",
    "firstName" TEXT COLLATE "C",
    "lastName" TEXT COLLATE "C",
    "birthDate" TEXT COLLATE "C",
    "doctorName" TEXT COLLATE "C",
    "toConfirm" BOOLEAN NOT NULL DEFAULT false,
    "handedOver" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Certification_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Certificate" (
    "id" TEXT COLLATE "C" NOT NULL,
    "certificationId" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "disclosed" TEXT COLLATE "C" NOT NULL,
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Certificate_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "CertificateStatus" (
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "revoked" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "CertificateStatus_pkey" PRIMARY KEY ("list","index")
);

CREATE TABLE "CaseEvent" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "byId" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",
    "toId" TEXT COLLATE "C",
    "fields" TEXT COLLATE "C",
    "byOperator" BOOLEAN NOT NULL,

    CONSTRAINT "CaseEvent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditRecord" (
    "place" BIGINT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "byId" TEXT COLLATE "C",
    "action" TEXT COLLATE "C" NOT NULL,
    "on" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C",
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditRecord_pkey" PRIMARY KEY ("place")
);

CREATE TABLE "ListedChild" (
    "childId" TEXT COLLATE "C" NOT NULL,
    "epoch" INTEGER NOT NULL,
    "listId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ListedChild_pkey" PRIMARY KEY ("childId","epoch","listId")
);

CREATE TABLE "AuditPending" (
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "byId" TEXT COLLATE "C",
    "action" TEXT COLLATE "C" NOT NULL,
    "on" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C",
    "source" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditPending_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditSource" (
    "id" TEXT COLLATE "C" NOT NULL,
    "records" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditSource_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "AuditEnd" (
    "id" INTEGER NOT NULL,
    "place" BIGINT NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,
    "endSeal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditEnd_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Throttled" (
    "key" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,
    "notBefore" TIMESTAMP(3) NOT NULL,
    "forgottenAt" TIMESTAMP(3) NOT NULL,
    "underWay" TEXT COLLATE "C" NOT NULL,
    "of" TEXT COLLATE "C",

    CONSTRAINT "Throttled_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "KnownNetwork" (
    "key" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "KnownNetwork_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "KeptOutcome" (
    "key" TEXT COLLATE "C" NOT NULL,
    "request" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "KeptOutcome_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Invitation" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedById" TEXT COLLATE "C",

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("digest")
);

CREATE TABLE "WrappedKey" (
    "id" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "wrapped" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "WrappedKey_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");
CREATE INDEX "AccountWord_role_word_accountId_idx" ON "AccountWord"("role", "word", "accountId");
CREATE INDEX "Session_accountId_digest_idx" ON "Session"("accountId", "digest");
CREATE INDEX "Session_lastUsedAt_idx" ON "Session"("lastUsedAt");
CREATE UNIQUE INDEX "AccountCode_digest_key" ON "AccountCode"("digest");
CREATE INDEX "AccountCode_expiresAt_idx" ON "AccountCode"("expiresAt");
CREATE INDEX "Passkey_accountId_createdAt_id_idx" ON "Passkey"("accountId", "createdAt", "id");
CREATE INDEX "PasskeyChallenge_expiresAt_idx" ON "PasskeyChallenge"("expiresAt");
CREATE INDEX "Mail_failedAt_notBefore_id_idx" ON "Mail"("failedAt", "notBefore", "id");
CREATE INDEX "Mail_failedAt_at_idx" ON "Mail"("failedAt", "at");
CREATE INDEX "Mail_accountId_idx" ON "Mail"("accountId");
CREATE INDEX "Assistance_assistantId_idx" ON "Assistance"("assistantId");
CREATE INDEX "Parenthood_childId_place_idx" ON "Parenthood"("childId", "place");
CREATE UNIQUE INDEX "JoinCode_digest_key" ON "JoinCode"("digest");
CREATE INDEX "JoinCode_email_idx" ON "JoinCode"("email");
CREATE INDEX "JoinCode_invitedById_idx" ON "JoinCode"("invitedById");
CREATE INDEX "JoinCode_expiresAt_idx" ON "JoinCode"("expiresAt");
CREATE INDEX "MergedChild_childId_idx" ON "MergedChild"("childId");
CREATE INDEX "PatientWord_childId_doctorId_word_idx" ON "PatientWord"("childId", "doctorId", "word");
CREATE INDEX "Case_doctorId_childId_idx" ON "Case"("doctorId", "childId");
CREATE INDEX "Case_doctorId_id_idx" ON "Case"("doctorId", "id");
CREATE INDEX "Case_childId_id_idx" ON "Case"("childId", "id");
CREATE INDEX "Task_caseId_id_idx" ON "Task"("caseId", "id");
CREATE UNIQUE INDEX "Task_caseId_closedPlace_key" ON "Task"("caseId", "closedPlace");
CREATE UNIQUE INDEX "Certification_liveTaskId_key" ON "Certification"("liveTaskId");
CREATE INDEX "Certification_caseId_id_idx" ON "Certification"("caseId", "id");
CREATE INDEX "Certification_requestedById_idx" ON "Certification"("requestedById");
CREATE UNIQUE INDEX "Certification_taskId_place_key" ON "Certification"("taskId", "place");
CREATE INDEX "Certificate_certificationId_idx" ON "Certificate"("certificationId");
CREATE INDEX "Certificate_caseId_id_idx" ON "Certificate"("caseId", "id");
CREATE INDEX "CertificateStatus_list_revoked_index_idx" ON "CertificateStatus"("list", "revoked", "index");
CREATE INDEX "CaseEvent_byId_idx" ON "CaseEvent"("byId");
CREATE UNIQUE INDEX "CaseEvent_caseId_place_key" ON "CaseEvent"("caseId", "place");
CREATE INDEX "AuditRecord_byId_place_idx" ON "AuditRecord"("byId", "place");
CREATE INDEX "AuditRecord_childId_place_idx" ON "AuditRecord"("childId", "place");
CREATE INDEX "AuditRecord_at_idx" ON "AuditRecord"("at");
CREATE INDEX "AuditRecord_id_idx" ON "AuditRecord"("id");
CREATE INDEX "ListedChild_listId_idx" ON "ListedChild"("listId");
CREATE INDEX "AuditSource_at_idx" ON "AuditSource"("at");
CREATE INDEX "Throttled_forgottenAt_idx" ON "Throttled"("forgottenAt");
CREATE INDEX "Throttled_of_idx" ON "Throttled"("of");
CREATE INDEX "KnownNetwork_accountId_at_idx" ON "KnownNetwork"("accountId", "at");
CREATE INDEX "KnownNetwork_at_idx" ON "KnownNetwork"("at");
CREATE INDEX "KeptOutcome_at_idx" ON "KeptOutcome"("at");
CREATE INDEX "Invitation_issuedAt_digest_idx" ON "Invitation"("issuedAt", "digest");
CREATE INDEX "Invitation_usedById_idx" ON "Invitation"("usedById");
CREATE UNIQUE INDEX "WrappedKey_place_key" ON "WrappedKey"("place");

-- Only the rows that a list has, or that have such a value: each index that has all rows costs whoever writes them a page.
CREATE INDEX "Account_available_idx" ON "Account"("role", "id") WHERE "disabledAt" IS NULL;
CREATE UNIQUE INDEX "Parenthood_parentId_socSecFingerprint_key" ON "Parenthood"("parentId", "socSecFingerprint") WHERE "socSecFingerprint" IS NOT NULL;
CREATE INDEX "Mail_childId_idx" ON "Mail"("childId") WHERE "childId" IS NOT NULL;
CREATE INDEX "Case_doctorId_ongoing_idx" ON "Case"("doctorId", "id") WHERE "finishedAt" IS NULL;
CREATE INDEX "Case_doctorId_finished_idx" ON "Case"("doctorId", "id") WHERE "finishedAt" IS NOT NULL;
CREATE INDEX "Case_finishedAt_id_idx" ON "Case"("finishedAt", "id") WHERE "finishedAt" IS NOT NULL;
CREATE INDEX "Case_doctorId_certification_id_idx" ON "Case"("doctorId", "certification", "id") WHERE "certification" IS NOT NULL;
CREATE INDEX "Task_doctorId_open_idx" ON "Task"("doctorId", "id") WHERE "closedAt" IS NULL;
CREATE INDEX "Task_doctorId_closed_idx" ON "Task"("doctorId", "id") WHERE "closedAt" IS NOT NULL;
-- What waits for a decision is little at any time, also where many certifications were requested last year.
CREATE INDEX "Certification_caseId_requested_idx" ON "Certification"("caseId") WHERE "status" = 'requested';
CREATE INDEX "Certification_decidedById_idx" ON "Certification"("decidedById") WHERE "decidedById" IS NOT NULL;
CREATE INDEX "Certification_decidedById_toConfirm_idx" ON "Certification"("decidedById", "validUntil", "id") WHERE "toConfirm";
CREATE INDEX "Certification_decidedById_handedOver_idx" ON "Certification"("decidedById", "validUntil", "id") WHERE "handedOver";
CREATE INDEX "CaseEvent_reason_idx" ON "CaseEvent"("id") WHERE "reason" IS NOT NULL;

ALTER TABLE "AccountWord" ADD CONSTRAINT "AccountWord_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AccountCode" ADD CONSTRAINT "AccountCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SecondFactor" ADD CONSTRAINT "SecondFactor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PasskeyChallenge" ADD CONSTRAINT "PasskeyChallenge_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Assistance" ADD CONSTRAINT "Assistance_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Assistance" ADD CONSTRAINT "Assistance_assistantId_fkey" FOREIGN KEY ("assistantId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Parenthood" ADD CONSTRAINT "Parenthood_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Parenthood" ADD CONSTRAINT "Parenthood_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "JoinCode" ADD CONSTRAINT "JoinCode_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "JoinCode" ADD CONSTRAINT "JoinCode_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "MergedChild" ADD CONSTRAINT "MergedChild_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Case" ADD CONSTRAINT "Case_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Case" ADD CONSTRAINT "Case_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Task" ADD CONSTRAINT "Task_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Certificate" ADD CONSTRAINT "Certificate_certificationId_fkey" FOREIGN KEY ("certificationId") REFERENCES "Certification"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Certificate" ADD CONSTRAINT "Certificate_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "Certificate" ADD CONSTRAINT "Certificate_list_index_fkey" FOREIGN KEY ("list", "index") REFERENCES "CertificateStatus"("list", "index") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_toId_fkey" FOREIGN KEY ("toId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "KnownNetwork" ADD CONSTRAINT "KnownNetwork_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_usedById_fkey" FOREIGN KEY ("usedById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
