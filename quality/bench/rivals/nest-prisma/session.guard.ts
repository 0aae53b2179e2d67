import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Account } from '../../.built/prisma/sqlite/client/client.ts';
import { bearerOf, digestOf, hasEnded, SESSION_INVALID, SESSION_MISSING } from '../envelope.ts';
import { PrismaService } from './prisma.service.ts';

export type WithActor = { headers: Record<string, string | undefined>; actor: Account };

@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly prisma: PrismaService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<WithActor>();
    const token = bearerOf(request.headers['authorization']);
    if (token === undefined) throw new UnauthorizedException(SESSION_MISSING);
    const found = await this.prisma.session.findUnique({
      where: { digest: digestOf(token) },
      include: { account: true },
    });
    if (!found || hasEnded(found.startedAt.getTime(), found.lastUsedAt.getTime())) {
      throw new UnauthorizedException(SESSION_INVALID);
    }
    request.actor = found.account;
    return true;
  }
}
