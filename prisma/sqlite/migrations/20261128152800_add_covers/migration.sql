-- CreateTable
CREATE TABLE "Cover" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "doctorId" TEXT NOT NULL,
    "deputyId" TEXT NOT NULL,
    "firstDay" TEXT NOT NULL,
    "lastDay" TEXT NOT NULL,
    "agreedAt" DATETIME,
    "reason" TEXT,
    CONSTRAINT "Cover_doctorId_fkey" FOREIGN KEY ("doctorId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Cover_deputyId_fkey" FOREIGN KEY ("deputyId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Cover_doctorId_lastDay_idx" ON "Cover"("doctorId", "lastDay");

-- CreateIndex
CREATE INDEX "Cover_deputyId_lastDay_idx" ON "Cover"("deputyId", "lastDay");
