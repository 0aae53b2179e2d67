-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caseId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,
    "byId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "wrongAt" DATETIME,
    "wrongById" TEXT,
    "reason" TEXT,
    CONSTRAINT "Note_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Note_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UnreadNote" (
    "accountId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "noteId" TEXT NOT NULL,

    PRIMARY KEY ("accountId", "noteId"),
    CONSTRAINT "UnreadNote_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Note_byId_idx" ON "Note"("byId");

-- CreateIndex
CREATE UNIQUE INDEX "Note_caseId_place_key" ON "Note"("caseId", "place");

-- CreateIndex
CREATE INDEX "UnreadNote_caseId_accountId_idx" ON "UnreadNote"("caseId", "accountId");
