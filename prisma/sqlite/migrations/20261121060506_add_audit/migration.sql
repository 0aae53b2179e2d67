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

-- CreateIndex
CREATE INDEX "AuditRecord_byId_place_idx" ON "AuditRecord"("byId", "place");

-- CreateIndex
CREATE INDEX "AuditRecord_on_place_idx" ON "AuditRecord"("on", "place");

-- CreateIndex
CREATE INDEX "AuditRecord_at_idx" ON "AuditRecord"("at");
