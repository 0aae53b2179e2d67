-- CreateTable
CREATE TABLE "Draft" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    CONSTRAINT "Draft_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Draft_accountId_at_idx" ON "Draft"("accountId", "at");

-- CreateIndex
CREATE INDEX "Draft_at_idx" ON "Draft"("at");
