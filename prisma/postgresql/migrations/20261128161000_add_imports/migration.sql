-- AlterTable
ALTER TABLE "Mail" ADD COLUMN     "validDays" INTEGER;

-- CreateTable
CREATE TABLE "Import" (
    "id" TEXT COLLATE "C" NOT NULL,
    "startedById" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "rows" INTEGER NOT NULL,
    "done" INTEGER NOT NULL,
    "byId" TEXT COLLATE "C" NOT NULL,
    "holder" TEXT COLLATE "C",
    "dueAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportRow" (
    "id" TEXT COLLATE "C" NOT NULL,
    "importId" TEXT COLLATE "C" NOT NULL,
    "texts" TEXT COLLATE "C",
    "result" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",
    "childId" TEXT COLLATE "C",
    "likes" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ImportRow_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Import_state_id_idx" ON "Import"("state", "id");

-- CreateIndex
CREATE INDEX "ImportRow_importId_result_id_idx" ON "ImportRow"("importId", "result", "id");

-- AddForeignKey
ALTER TABLE "ImportRow" ADD CONSTRAINT "ImportRow_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "ImportRow_importId_id_idx" ON "ImportRow"("importId", "id");

-- Those that are a child, which is erased with what they say
CREATE INDEX "ImportRow_childId_idx" ON "ImportRow"("childId") WHERE "childId" IS NOT NULL;

-- Children of one age, of which some may be the same
CREATE INDEX "Child_birthDate_id_idx" ON "Child"("birthDate", "id") WHERE "birthDate" IS NOT NULL;
