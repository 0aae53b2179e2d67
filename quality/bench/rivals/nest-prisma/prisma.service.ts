import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../.built/prisma/sqlite/client/client.ts';
import { sqliteFile } from '../envelope.ts';

@Injectable()
export class PrismaService extends PrismaClient implements OnModuleInit {
  constructor() {
    super({ adapter: new PrismaBetterSqlite3({ url: sqliteFile() }, { timestampFormat: 'unixepoch-ms' }) });
  }

  async onModuleInit(): Promise<void> {
    await this.$connect();
    // As durable as the others: the adapter's own setting loses the last commits with the power.
    await this.$queryRaw`PRAGMA synchronous = FULL`;
  }
}
