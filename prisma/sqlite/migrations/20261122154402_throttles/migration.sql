-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Throttled" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "count" INTEGER NOT NULL,
    "notBefore" DATETIME NOT NULL,
    "forgottenAt" DATETIME NOT NULL,
    "underWay" TEXT NOT NULL DEFAULT ''
);
INSERT INTO "new_Throttled" ("count", "forgottenAt", "key", "notBefore") SELECT "count", "forgottenAt", "key", "notBefore" FROM "Throttled";
DROP TABLE "Throttled";
ALTER TABLE "new_Throttled" RENAME TO "Throttled";
CREATE INDEX "Throttled_forgottenAt_idx" ON "Throttled"("forgottenAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
