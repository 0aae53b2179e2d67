import { contentExpectation, envelopeExpectation } from '@health-case/http/testing/replies';

export { expectRefusal, INSTANT, member, named, SESSION_ID, UUID_V7 } from '@health-case/http/testing/replies';

export const expectEnvelope = envelopeExpectation('body');
export const expectBody = contentExpectation('body');
