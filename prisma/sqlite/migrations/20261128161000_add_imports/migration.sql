-- AlterTable
ALTER TABLE "Mail" ADD COLUMN "validDays" INTEGER;

-- CreateTable
CREATE TABLE "Import" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "startedById" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "digest" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "done" INTEGER NOT NULL,
    "byId" TEXT NOT NULL,
    "holder" TEXT,
    "dueAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ImportRow" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "importId" TEXT NOT NULL,
    "texts" TEXT,
    "result" TEXT NOT NULL,
    "reason" TEXT,
    "childId" TEXT,
    "likes" TEXT NOT NULL,
    CONSTRAINT "ImportRow_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Import_state_id_idx" ON "Import"("state", "id");

-- CreateIndex
CREATE INDEX "ImportRow_importId_result_id_idx" ON "ImportRow"("importId", "result", "id");

-- CreateIndex
CREATE INDEX "ImportRow_importId_id_idx" ON "ImportRow"("importId", "id");

-- Those that are a child, which is erased with what they say
CREATE INDEX "ImportRow_childId_idx" ON "ImportRow"("childId") WHERE "childId" IS NOT NULL;

-- Children of one age, of which some may be the same
CREATE INDEX "Child_birthDate_id_idx" ON "Child"("birthDate", "id") WHERE "birthDate" IS NOT NULL;
