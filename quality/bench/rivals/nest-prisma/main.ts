// NestJS and Prisma as their documentation shows them: modules, a guard for the session, a service, on Express.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { port } from '../envelope.ts';
import { AppModule } from './app.module.ts';

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
await app.listen(port, '127.0.0.1');
