-- CreateTable
CREATE TABLE "StaffInvitation" (
    "email" TEXT NOT NULL PRIMARY KEY,
    "role" TEXT NOT NULL,
    "invitedById" TEXT NOT NULL,
    "invitedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "digest" TEXT,
    CONSTRAINT "StaffInvitation_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Help" (
    "accountId" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "email" TEXT,
    "at" DATETIME NOT NULL,
    CONSTRAINT "Help_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "StaffInvitation_digest_key" ON "StaffInvitation"("digest");

-- CreateIndex
CREATE INDEX "StaffInvitation_invitedById_idx" ON "StaffInvitation"("invitedById");

-- CreateIndex
CREATE INDEX "StaffInvitation_expiresAt_idx" ON "StaffInvitation"("expiresAt");

-- The addresses that are to come
CREATE INDEX "Help_to_come_idx" ON "Help"("at") WHERE "email" IS NOT NULL;
