-- CreateTable
CREATE TABLE "SetupCode" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "digest" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- Whoever waits to be confirmed is in no list of doctors
CREATE INDEX "Account_confirmed_idx" ON "Account"("role", "id") WHERE "disabledAt" IS NULL AND "confirmed" IS NOT NULL;
CREATE INDEX "Account_waiting_idx" ON "Account"("id") WHERE "role" <> 'Par' AND "confirmed" IS NULL AND "disabledAt" IS NULL;
