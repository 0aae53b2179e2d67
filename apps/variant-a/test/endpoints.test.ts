import { describe } from 'vitest';
import { loginTests } from './endpoints/login.ts';
import { registrationTests } from './endpoints/registration.ts';
import { openClinic } from './support/clinic.ts';

/** Every endpoint of variant A over real sockets, against one service: each test brings its own people. */
describe('variant A', () => {
  const clinic = openClinic();
  registrationTests(clinic);
  loginTests(clinic);
});
