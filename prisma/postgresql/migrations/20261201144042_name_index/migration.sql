-- CreateTable
CREATE TABLE "NameIndex" (
    "id" INTEGER NOT NULL,
    "folding" INTEGER NOT NULL,
    "after" TEXT COLLATE "C",

    CONSTRAINT "NameIndex_pkey" PRIMARY KEY ("id")
);
