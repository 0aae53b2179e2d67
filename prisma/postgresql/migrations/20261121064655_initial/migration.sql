-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT COLLATE "C" NOT NULL,
    "firstName" TEXT COLLATE "C" NOT NULL,
    "lastName" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "registeredAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "Assistance" (
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "assistantId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Assistance_pkey" PRIMARY KEY ("doctorId","assistantId")
);

-- CreateTable
CREATE TABLE "Child" (
    "id" TEXT COLLATE "C" NOT NULL,
    "parentId" TEXT COLLATE "C" NOT NULL,
    "firstName" TEXT COLLATE "C" NOT NULL,
    "lastName" TEXT COLLATE "C" NOT NULL,
    "birthDate" TEXT COLLATE "C",
    "socSecNum" TEXT COLLATE "C",
    "socSecFingerprint" TEXT COLLATE "C",

    CONSTRAINT "Child_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Case" (
    "id" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C" NOT NULL,
    "parentId" TEXT COLLATE "C" NOT NULL,
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "openedAt" TIMESTAMP(3) NOT NULL,
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "Case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Task" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "closedAt" TIMESTAMP(3),

    CONSTRAINT "Task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Certification" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "taskId" TEXT COLLATE "C" NOT NULL,
    "liveTaskId" TEXT COLLATE "C",
    "requestedById" TEXT COLLATE "C" NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "decidedAt" TIMESTAMP(3),
    "reason" TEXT COLLATE "C",

    CONSTRAINT "Certification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CaseEvent" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "byId" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",

    CONSTRAINT "CaseEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditRecord" (
    "place" BIGINT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "byId" TEXT COLLATE "C",
    "action" TEXT COLLATE "C" NOT NULL,
    "on" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C" NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditRecord_pkey" PRIMARY KEY ("place")
);

-- CreateTable
CREATE TABLE "AuditEnd" (
    "id" INTEGER NOT NULL,
    "place" BIGINT NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,
    "endSeal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditEnd_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Throttled" (
    "key" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,
    "notBefore" TIMESTAMP(3) NOT NULL,
    "forgottenAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Throttled_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Invitation" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "usedById" TEXT COLLATE "C",

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "WrappedKey" (
    "id" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "wrapped" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "WrappedKey_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assistance" ADD CONSTRAINT "Assistance_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assistance" ADD CONSTRAINT "Assistance_assistantId_fkey" FOREIGN KEY ("assistantId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Child" ADD CONSTRAINT "Child_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_childId_fkey" FOREIGN KEY ("childId") REFERENCES "Child"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Certification" ADD CONSTRAINT "Certification_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_usedById_fkey" FOREIGN KEY ("usedById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
