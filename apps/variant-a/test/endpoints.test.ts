import { describe } from 'vitest';
import { addChildTests } from './endpoints/add-child.ts';
import { certificationRefusalTests } from './endpoints/certification-refusals.ts';
import { checkCertificationTests } from './endpoints/check-certification.ts';
import { doctorListTests } from './endpoints/doctor-lists.ts';
import { doctorsChildrenTests } from './endpoints/doctors-children.ts';
import { loginTests } from './endpoints/login.ts';
import { oddJsonTests } from './endpoints/odd-json.ts';
import { ownAccountTests } from './endpoints/own-account.ts';
import { pagingTests } from './endpoints/paging.ts';
import { registrationTests } from './endpoints/registration.ts';
import { requestCertificationTests } from './endpoints/request-certification.ts';
import { secretsTests } from './endpoints/secrets.ts';
import { sessionTests } from './endpoints/sessions.ts';
import { wireTests } from './endpoints/wire.ts';
import { openClinic } from './support/clinic.ts';

/** Every endpoint of variant A over real sockets, against one service: each test brings its own people. */
describe('variant A', () => {
  const clinic = openClinic();
  registrationTests(clinic);
  loginTests(clinic);
  sessionTests(clinic);
  ownAccountTests(clinic);
  addChildTests(clinic);
  doctorListTests(clinic);
  doctorsChildrenTests(clinic);
  pagingTests(clinic);
  requestCertificationTests(clinic);
  checkCertificationTests(clinic);
  certificationRefusalTests(clinic);
  wireTests(clinic);
  oddJsonTests(clinic);
  secretsTests(clinic);
});
