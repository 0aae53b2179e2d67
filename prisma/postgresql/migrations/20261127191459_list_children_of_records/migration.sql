-- CreateTable
CREATE TABLE "ListedChild" (
    "childId" TEXT COLLATE "C" NOT NULL,
    "epoch" INTEGER NOT NULL,
    "listId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ListedChild_pkey" PRIMARY KEY ("childId","epoch","listId")
);

-- CreateIndex
CREATE INDEX "ListedChild_listId_idx" ON "ListedChild"("listId");

-- CreateIndex
CREATE INDEX "AuditRecord_id_idx" ON "AuditRecord"("id");
