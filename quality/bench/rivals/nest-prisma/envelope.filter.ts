import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, NotFoundException } from '@nestjs/common';
import { err, PATH_NOT_FOUND } from '../envelope.ts';

type Response = { status: (status: number) => { json: (body: unknown) => void } };

@Catch(HttpException)
export class EnvelopeFilter implements ExceptionFilter<HttpException> {
  catch(error: HttpException, host: ArgumentsHost): void {
    const sentence = error instanceof NotFoundException ? PATH_NOT_FOUND : error.message;
    host.switchToHttp().getResponse<Response>().status(error.getStatus()).json(err(sentence));
  }
}
