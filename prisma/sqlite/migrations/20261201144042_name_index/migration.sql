-- CreateTable
CREATE TABLE "NameIndex" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "folding" INTEGER NOT NULL,
    "after" TEXT
);
