-- CreateTable
CREATE TABLE "AuditPending" (
    "id" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "byId" TEXT COLLATE "C",
    "action" TEXT COLLATE "C" NOT NULL,
    "on" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C" NOT NULL,
    "childId" TEXT COLLATE "C",
    "seal" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditPending_pkey" PRIMARY KEY ("id")
);
