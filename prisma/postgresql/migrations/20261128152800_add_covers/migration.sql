-- CreateTable
CREATE TABLE "Cover" (
    "id" TEXT COLLATE "C" NOT NULL,
    "doctorId" TEXT COLLATE "C" NOT NULL,
    "deputyId" TEXT COLLATE "C" NOT NULL,
    "firstDay" TEXT COLLATE "C" NOT NULL,
    "lastDay" TEXT COLLATE "C" NOT NULL,
    "agreedAt" TIMESTAMP(3),
    "reason" TEXT COLLATE "C",

    CONSTRAINT "Cover_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Cover_doctorId_lastDay_idx" ON "Cover"("doctorId", "lastDay");

-- CreateIndex
CREATE INDEX "Cover_deputyId_lastDay_idx" ON "Cover"("deputyId", "lastDay");

-- AddForeignKey
ALTER TABLE "Cover" ADD CONSTRAINT "Cover_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Cover" ADD CONSTRAINT "Cover_deputyId_fkey" FOREIGN KEY ("deputyId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
