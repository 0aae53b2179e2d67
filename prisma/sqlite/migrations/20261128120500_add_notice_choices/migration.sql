-- AlterTable
ALTER TABLE "Mail" ADD COLUMN "kinds" TEXT;

-- CreateTable
CREATE TABLE "NoticeChoice" (
    "accountId" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "time" TEXT NOT NULL,

    PRIMARY KEY ("accountId", "topic"),
    CONSTRAINT "NoticeChoice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
