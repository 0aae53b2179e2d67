-- CreateTable
CREATE TABLE "StaffInvitation" (
    "email" TEXT COLLATE "C" NOT NULL,
    "role" TEXT COLLATE "C" NOT NULL,
    "invitedById" TEXT COLLATE "C" NOT NULL,
    "invitedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "digest" TEXT COLLATE "C",

    CONSTRAINT "StaffInvitation_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "Help" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Help_pkey" PRIMARY KEY ("accountId")
);

-- CreateIndex
CREATE UNIQUE INDEX "StaffInvitation_digest_key" ON "StaffInvitation"("digest");

-- CreateIndex
CREATE INDEX "StaffInvitation_invitedById_idx" ON "StaffInvitation"("invitedById");

-- CreateIndex
CREATE INDEX "StaffInvitation_expiresAt_idx" ON "StaffInvitation"("expiresAt");

-- AddForeignKey
ALTER TABLE "StaffInvitation" ADD CONSTRAINT "StaffInvitation_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Help" ADD CONSTRAINT "Help_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The addresses that are to come
CREATE INDEX "Help_to_come_idx" ON "Help"("at") WHERE "email" IS NOT NULL;
