import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ChildrenController } from './children.controller.ts';
import { ChildrenService } from './children.service.ts';
import { EnvelopeFilter } from './envelope.filter.ts';
import { PrismaService } from './prisma.service.ts';
import { SessionGuard } from './session.guard.ts';

@Module({
  controllers: [ChildrenController],
  providers: [ChildrenService, PrismaService, SessionGuard, { provide: APP_FILTER, useClass: EnvelopeFilter }],
})
export class AppModule {}
