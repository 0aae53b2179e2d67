-- AlterTable
ALTER TABLE "Certification" ADD COLUMN "statement" TEXT;
ALTER TABLE "Certification" ADD COLUMN "validUntil" TEXT;

-- CreateTable
CREATE TABLE "Certificate" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "certificationId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "disclosed" TEXT NOT NULL,
    "issuedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "Certificate_certificationId_fkey" FOREIGN KEY ("certificationId") REFERENCES "Certification" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certificate_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Certificate_list_index_fkey" FOREIGN KEY ("list", "index") REFERENCES "CertificateStatus" ("list", "index") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "CertificateStatus" (
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "revoked" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("list", "index")
);

-- CreateIndex
CREATE INDEX "Certificate_certificationId_idx" ON "Certificate"("certificationId");

-- CreateIndex
CREATE INDEX "Certificate_caseId_id_idx" ON "Certificate"("caseId", "id");

-- CreateIndex
CREATE INDEX "CertificateStatus_list_revoked_index_idx" ON "CertificateStatus"("list", "revoked", "index");
