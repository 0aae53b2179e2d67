-- CreateTable
CREATE TABLE "Practice" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "address" TEXT,
    "telephone" TEXT,
    "email" TEXT,
    "privacy" TEXT,
    "statement" TEXT,
    "sentenceEn" TEXT,
    "sentenceDe" TEXT,
    "sentenceFr" TEXT,
    "sentenceNl" TEXT
);
