-- AlterTable
ALTER TABLE "Mail" ADD COLUMN     "kinds" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "NoticeChoice" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "topic" TEXT COLLATE "C" NOT NULL,
    "time" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "NoticeChoice_pkey" PRIMARY KEY ("accountId","topic")
);

-- AddForeignKey
ALTER TABLE "NoticeChoice" ADD CONSTRAINT "NoticeChoice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
