-- CreateTable
CREATE TABLE "SetupCode" (
    "id" INTEGER NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SetupCode_pkey" PRIMARY KEY ("id")
);

-- Whoever waits to be confirmed is in no list of doctors
CREATE INDEX "Account_confirmed_idx" ON "Account"("role", "id") WHERE "disabledAt" IS NULL AND "confirmed" IS NOT NULL;
CREATE INDEX "Account_waiting_idx" ON "Account"("id") WHERE "role" <> 'Par' AND "confirmed" IS NULL AND "disabledAt" IS NULL;
