import { randomUUID } from 'node:crypto';
import { ForbiddenException, Injectable } from '@nestjs/common';
import type { Account } from '../../.built/prisma/sqlite/client/client.ts';
import { ROLE_NOT_ALLOWED } from '../envelope.ts';
import { PrismaService } from './prisma.service.ts';

export type Names = { firstName: string; lastName: string };

@Injectable()
export class ChildrenService {
  constructor(private readonly prisma: PrismaService) {}

  async ofDoctor(actor: Account, doctorId: string): Promise<(Names & { id: string })[]> {
    if (actor.id !== doctorId) throw new ForbiddenException(ROLE_NOT_ALLOWED);
    // From the cases, by their index; asked for children with some case of the doctor, Prisma would scan all children.
    const cases = await this.prisma.case.findMany({
      where: { doctorId },
      distinct: ['childId'],
      orderBy: { childId: 'asc' },
      select: { child: { select: { firstName: true, lastName: true, id: true } } },
    });
    return cases.map(({ child }) => child);
  }

  async add({ id: parentId, role }: Account, { firstName, lastName }: Names): Promise<string> {
    if (role !== 'Par') throw new ForbiddenException(ROLE_NOT_ALLOWED);
    const child = await this.prisma.child.create({ data: { id: randomUUID(), parentId, firstName, lastName } });
    return child.id;
  }
}
