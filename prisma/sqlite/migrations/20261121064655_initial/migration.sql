-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "registeredAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Session" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME NOT NULL,
    CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Assistance" (
    "doctorId" TEXT NOT NULL,
    "assistantId" TEXT NOT NULL,

    PRIMARY KEY ("doctorId", "assistantId"),
    CONSTRAINT "Assistance_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Assistance_assistantId_fkey" FOREIGN KEY ("assistantId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Child" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "parentId" TEXT NOT NULL,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "birthDate" TEXT,
    "socSecNum" TEXT,
    "socSecFingerprint" TEXT,
    CONSTRAINT "Child_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Case" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "childId" TEXT NOT NULL,
    "parentId" TEXT NOT NULL,
    "doctorId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "openedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME,
    CONSTRAINT "Case_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Case_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Case_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Task" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "closedAt" DATETIME,
    CONSTRAINT "Task_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Certification" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "liveTaskId" TEXT,
    "requestedById" TEXT NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    "status" TEXT NOT NULL,
    "decidedAt" DATETIME,
    "reason" TEXT,
    CONSTRAINT "Certification_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certification_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "CaseEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "byId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT,
    CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "CaseEvent_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditRecord" (
    "place" BIGINT NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "requestId" TEXT NOT NULL,
    "byId" TEXT,
    "action" TEXT NOT NULL,
    "on" TEXT,
    "outcome" TEXT NOT NULL,
    "seal" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "AuditEnd" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "place" BIGINT NOT NULL,
    "seal" TEXT NOT NULL,
    "endSeal" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Throttled" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "notBefore" DATETIME NOT NULL,
    "forgottenAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Invitation" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "role" TEXT NOT NULL,
    "issuedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "usedById" TEXT,
    CONSTRAINT "Invitation_usedById_fkey" FOREIGN KEY ("usedById") REFERENCES "Account" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "WrappedKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "purpose" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

-- CreateIndex
CREATE INDEX "Account_role_id_idx" ON "Account"("role", "id");

-- CreateIndex
CREATE INDEX "Session_accountId_idx" ON "Session"("accountId");

-- CreateIndex
CREATE INDEX "Session_lastUsedAt_idx" ON "Session"("lastUsedAt");

-- CreateIndex
CREATE INDEX "Assistance_assistantId_idx" ON "Assistance"("assistantId");

-- CreateIndex
CREATE INDEX "Child_parentId_id_idx" ON "Child"("parentId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Child_parentId_socSecFingerprint_key" ON "Child"("parentId", "socSecFingerprint");

-- CreateIndex
CREATE INDEX "Case_doctorId_childId_idx" ON "Case"("doctorId", "childId");

-- CreateIndex
CREATE INDEX "Case_doctorId_id_idx" ON "Case"("doctorId", "id");

-- CreateIndex
CREATE INDEX "Case_parentId_id_idx" ON "Case"("parentId", "id");

-- CreateIndex
CREATE INDEX "Case_childId_idx" ON "Case"("childId");

-- CreateIndex
CREATE INDEX "Task_caseId_id_idx" ON "Task"("caseId", "id");

-- CreateIndex
CREATE INDEX "Task_caseId_closedAt_id_idx" ON "Task"("caseId", "closedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Certification_liveTaskId_key" ON "Certification"("liveTaskId");

-- CreateIndex
CREATE INDEX "Certification_taskId_id_idx" ON "Certification"("taskId", "id");

-- CreateIndex
CREATE INDEX "Certification_caseId_idx" ON "Certification"("caseId");

-- CreateIndex
CREATE INDEX "Certification_requestedById_idx" ON "Certification"("requestedById");

-- CreateIndex
CREATE INDEX "CaseEvent_caseId_id_idx" ON "CaseEvent"("caseId", "id");

-- CreateIndex
CREATE INDEX "CaseEvent_byId_idx" ON "CaseEvent"("byId");

-- CreateIndex
CREATE INDEX "AuditRecord_byId_place_idx" ON "AuditRecord"("byId", "place");

-- CreateIndex
CREATE INDEX "AuditRecord_on_place_idx" ON "AuditRecord"("on", "place");

-- CreateIndex
CREATE INDEX "AuditRecord_at_idx" ON "AuditRecord"("at");

-- CreateIndex
CREATE INDEX "Throttled_forgottenAt_idx" ON "Throttled"("forgottenAt");

-- CreateIndex
CREATE INDEX "Invitation_issuedAt_digest_idx" ON "Invitation"("issuedAt", "digest");

-- CreateIndex
CREATE INDEX "Invitation_usedById_idx" ON "Invitation"("usedById");
