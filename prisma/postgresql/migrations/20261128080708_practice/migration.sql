-- CreateTable
CREATE TABLE "Practice" (
    "id" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "address" TEXT COLLATE "C",
    "telephone" TEXT COLLATE "C",
    "email" TEXT COLLATE "C",
    "privacy" TEXT COLLATE "C",
    "statement" TEXT COLLATE "C",
    "sentenceEn" TEXT COLLATE "C",
    "sentenceDe" TEXT COLLATE "C",
    "sentenceFr" TEXT COLLATE "C",
    "sentenceNl" TEXT COLLATE "C",

    CONSTRAINT "Practice_pkey" PRIMARY KEY ("id")
);
