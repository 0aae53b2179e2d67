-- AlterTable
ALTER TABLE "AuditPending" ADD COLUMN     "number" INTEGER,
ADD COLUMN     "source" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "AuditSource" (
    "id" TEXT COLLATE "C" NOT NULL,
    "records" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditSource_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AuditSource_at_idx" ON "AuditSource"("at");
