import { describe } from 'vitest';
import { accountTests } from './endpoints/accounts.ts';
import { childTests } from './endpoints/children.ts';
import { doctorListTests } from './endpoints/doctor-lists.ts';
import { wireTests } from './endpoints/wire.ts';
import { openClinic } from './support/clinic.ts';

/** Every endpoint of variant B over real sockets, against one service: each test brings its own people. */
describe('variant B', () => {
  const clinic = openClinic();
  accountTests(clinic);
  childTests(clinic);
  doctorListTests(clinic);
  wireTests(clinic);
});
