-- A table WITHOUT ROWID is one with its key, so a row is written once less.
CREATE TABLE "Account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "registeredAt" DATETIME NOT NULL,
    "disabledAt" DATETIME,
    "erasedAt" DATETIME,
    "language" TEXT NOT NULL,
    "notices" TEXT NOT NULL,
    "secondFactor" BOOLEAN NOT NULL,
    "takesNoChildren" BOOLEAN NOT NULL,
    "provenAt" DATETIME,
    "madeThrough" TEXT
);

CREATE TABLE "AccountWord" (
    "accountId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "word" TEXT NOT NULL,

    PRIMARY KEY ("accountId", "word"),
    CONSTRAINT "AccountWord_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE TABLE "Session" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,
    CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "AccountCode" (
    "accountId" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "email" TEXT,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("accountId", "purpose"),
    CONSTRAINT "AccountCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "SecondFactor" (
    "accountId" TEXT NOT NULL PRIMARY KEY,
    "encryptedSecret" TEXT NOT NULL,
    "confirmedAt" DATETIME,
    "lastStep" INTEGER NOT NULL,
    "recoveryCodes" TEXT NOT NULL,
    CONSTRAINT "SecondFactor_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME,
    CONSTRAINT "Passkey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "PasskeyChallenge" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "PasskeyChallenge_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Mail" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "accountId" TEXT,
    "to" TEXT,
    "at" DATETIME NOT NULL,
    "notBefore" DATETIME NOT NULL,
    "attempts" INTEGER NOT NULL,
    "failedAt" DATETIME,
    "problem" TEXT,
    "childId" TEXT,
    "invitedById" TEXT,
    CONSTRAINT "Mail_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Assistance" (
    "doctorId" TEXT NOT NULL,
    "assistantId" TEXT NOT NULL,

    PRIMARY KEY ("doctorId", "assistantId"),
    CONSTRAINT "Assistance_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Assistance_assistantId_fkey" FOREIGN KEY ("assistantId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Child" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "birthDate" TEXT,
    "socSecNum" TEXT
) WITHOUT ROWID;

CREATE TABLE "Parenthood" (
    "parentId" TEXT NOT NULL,
    "childId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "socSecFingerprint" TEXT,

    PRIMARY KEY ("parentId", "childId"),
    CONSTRAINT "Parenthood_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Parenthood_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;

CREATE TABLE "JoinCode" (
    "childId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "invitedById" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("childId", "email"),
    CONSTRAINT "JoinCode_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "JoinCode_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "MergedChild" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "childId" TEXT NOT NULL,
    CONSTRAINT "MergedChild_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "PatientWord" (
    "doctorId" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "childId" TEXT NOT NULL,

    PRIMARY KEY ("doctorId", "word", "childId")
) WITHOUT ROWID;

CREATE TABLE "Case" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "childId" TEXT NOT NULL,
    "doctorId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "openedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME,
    "newestCertificationId" TEXT,
    "certification" TEXT,
    CONSTRAINT "Case_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Case_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "Task" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "doctorId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "closedAt" DATETIME,
    "closedPlace" INTEGER,
    CONSTRAINT "Task_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "Certification" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "liveTaskId" TEXT,
    "requestedById" TEXT NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    "status" TEXT NOT NULL,
    "decidedAt" DATETIME,
    "decidedById" TEXT,
    "reason" TEXT,
    "statement" TEXT,
    "validUntil" TEXT,
    "firstName" TEXT,
    "lastName" TEXT,
    "birthDate" TEXT,
    "doctorName" TEXT,
    "toConfirm" BOOLEAN NOT NULL DEFAULT false,
    "handedOver" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "Certification_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "Certificate" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "certificationId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "disclosed" TEXT NOT NULL,
    "issuedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "Certificate_certificationId_fkey" FOREIGN KEY ("certificationId") REFERENCES "Certification" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certificate_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certificate_list_index_fkey" FOREIGN KEY ("list", "index") REFERENCES "CertificateStatus" ("list", "index") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "CertificateStatus" (
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "revoked" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("list", "index")
);

CREATE TABLE "CaseEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "byId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT,
    "toId" TEXT,
    "fields" TEXT,
    "byOperator" BOOLEAN NOT NULL,
    CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CaseEvent_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CaseEvent_toId_fkey" FOREIGN KEY ("toId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "AuditRecord" (
    "place" BIGINT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "requestId" TEXT NOT NULL,
    "byId" TEXT,
    "action" TEXT NOT NULL,
    "on" TEXT,
    "outcome" TEXT NOT NULL,
    "childId" TEXT,
    "seal" TEXT NOT NULL
);

CREATE TABLE "ListedChild" (
    "childId" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "listId" TEXT NOT NULL,

    PRIMARY KEY ("childId", "epoch", "listId")
) WITHOUT ROWID;

CREATE TABLE "AuditPending" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "requestId" TEXT NOT NULL,
    "byId" TEXT,
    "action" TEXT NOT NULL,
    "on" TEXT,
    "outcome" TEXT NOT NULL,
    "childId" TEXT,
    "source" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "seal" TEXT NOT NULL
);

CREATE TABLE "AuditSource" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "records" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "seal" TEXT NOT NULL
);

CREATE TABLE "AuditEnd" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "place" BIGINT NOT NULL,
    "seal" TEXT NOT NULL,
    "endSeal" TEXT NOT NULL
);

CREATE TABLE "Throttled" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "notBefore" DATETIME NOT NULL,
    "forgottenAt" DATETIME NOT NULL,
    "underWay" TEXT NOT NULL,
    "of" TEXT
);

CREATE TABLE "KnownNetwork" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    CONSTRAINT "KnownNetwork_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "KeptOutcome" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "request" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

CREATE TABLE "Invitation" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "role" TEXT NOT NULL,
    "issuedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedById" TEXT,
    CONSTRAINT "Invitation_usedById_fkey" FOREIGN KEY ("usedById") REFERENCES "Account" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE TABLE "WrappedKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "place" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL
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
