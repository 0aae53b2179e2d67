-- CreateTable
CREATE TABLE "KeptOutcome" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "request" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "KeptOutcome_at_idx" ON "KeptOutcome"("at");
