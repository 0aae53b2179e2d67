-- CreateTable
CREATE TABLE "AuditPending" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "requestId" TEXT NOT NULL,
    "byId" TEXT,
    "action" TEXT NOT NULL,
    "on" TEXT,
    "outcome" TEXT NOT NULL,
    "childId" TEXT,
    "seal" TEXT NOT NULL
);
