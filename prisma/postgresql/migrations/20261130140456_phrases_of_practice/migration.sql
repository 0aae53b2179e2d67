-- AlterTable
ALTER TABLE "Phrase" ALTER COLUMN "accountId" DROP NOT NULL;
