import { contentExpectation, envelopeExpectation } from '@health-case/http/testing/replies';

export { expectRefusal, member, named } from '@health-case/http/testing/replies';

export const expectEnvelope = envelopeExpectation('response');
export const expectResponse = contentExpectation('response');
