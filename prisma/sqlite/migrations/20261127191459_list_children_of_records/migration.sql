-- The children of lists in the audit trail. A table WITHOUT ROWID is one with its key.
CREATE TABLE "ListedChild" (
    "childId" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "listId" TEXT NOT NULL,

    PRIMARY KEY ("childId", "epoch", "listId")
) WITHOUT ROWID;

-- CreateIndex
CREATE INDEX "ListedChild_listId_idx" ON "ListedChild"("listId");

-- CreateIndex
CREATE INDEX "AuditRecord_id_idx" ON "AuditRecord"("id");
