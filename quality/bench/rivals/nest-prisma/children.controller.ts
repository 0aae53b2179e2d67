import { Body, Controller, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ok } from '../envelope.ts';
import { ChildrenService, type Names } from './children.service.ts';
import { SessionGuard, type WithActor } from './session.guard.ts';

@Controller('api')
@UseGuards(SessionGuard)
export class ChildrenController {
  constructor(private readonly children: ChildrenService) {}

  @Get('Doc/:id/children')
  async ofDoctor(@Req() { actor }: WithActor, @Param('id') id: string) {
    return ok('body', await this.children.ofDoctor(actor, id));
  }

  @Post('Parent/child')
  @HttpCode(200)
  async add(@Req() { actor }: WithActor, @Body() names: Names) {
    return ok('response', { ChildID: await this.children.add(actor, names) });
  }
}
