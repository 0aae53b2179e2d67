CREATE TABLE "Notice" (
    "accountId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,

    PRIMARY KEY ("accountId", "kind"),
    CONSTRAINT "Notice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
