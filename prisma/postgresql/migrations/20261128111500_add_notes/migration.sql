-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "byId" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,
    "wrongAt" TIMESTAMP(3),
    "wrongById" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",

    CONSTRAINT "Note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UnreadNote" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "caseId" TEXT COLLATE "C" NOT NULL,
    "noteId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "UnreadNote_pkey" PRIMARY KEY ("accountId","noteId")
);

-- CreateIndex
CREATE INDEX "Note_byId_idx" ON "Note"("byId");

-- CreateIndex
CREATE UNIQUE INDEX "Note_caseId_place_key" ON "Note"("caseId", "place");

-- CreateIndex
CREATE INDEX "UnreadNote_caseId_accountId_idx" ON "UnreadNote"("caseId", "accountId");

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UnreadNote" ADD CONSTRAINT "UnreadNote_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
