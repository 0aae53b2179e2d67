-- AlterTable
ALTER TABLE "Certification" ADD COLUMN     "statement" TEXT COLLATE "C",
ADD COLUMN     "validUntil" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "Certificate" (
    "id" TEXT COLLATE "C" NOT NULL,
    "certificationId" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "disclosed" TEXT COLLATE "C" NOT NULL,
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Certificate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CertificateStatus" (
    "list" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "revoked" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "CertificateStatus_pkey" PRIMARY KEY ("list","index")
);

-- CreateIndex
CREATE INDEX "Certificate_certificationId_idx" ON "Certificate"("certificationId");

-- CreateIndex
CREATE INDEX "Certificate_caseId_id_idx" ON "Certificate"("caseId", "id");

-- CreateIndex
CREATE INDEX "CertificateStatus_list_revoked_index_idx" ON "CertificateStatus"("list", "revoked", "index");

-- AddForeignKey
ALTER TABLE "Certificate" ADD CONSTRAINT "Certificate_certificationId_fkey" FOREIGN KEY ("certificationId") REFERENCES "Certification"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Certificate" ADD CONSTRAINT "Certificate_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Certificate" ADD CONSTRAINT "Certificate_list_index_fkey" FOREIGN KEY ("list", "index") REFERENCES "CertificateStatus"("list", "index") ON DELETE RESTRICT ON UPDATE CASCADE;
