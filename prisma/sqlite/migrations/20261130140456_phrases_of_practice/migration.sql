-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Phrase" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT,
    "kind" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    CONSTRAINT "Phrase_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Phrase" ("accountId", "id", "kind", "place", "text") SELECT "accountId", "id", "kind", "place", "text" FROM "Phrase";
DROP TABLE "Phrase";
ALTER TABLE "new_Phrase" RENAME TO "Phrase";
CREATE INDEX "Phrase_accountId_place_id_idx" ON "Phrase"("accountId", "place", "id");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
