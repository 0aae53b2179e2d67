CREATE TABLE "Notice" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("accountId","kind")
);

ALTER TABLE "Notice" ADD CONSTRAINT "Notice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
