import { firstName, lastName } from '@health-case/http/fields';
import { fieldsOnly } from '@health-case/http/reader';
import { credentials } from '@health-case/http/requests';

/** D-11: variant B knows neither birth date nor social security number. */
export const namedChild = fieldsOnly({ firstName, lastName });

/** D-25: the login is a GET, with which many clients can send no body. */
export const credentialsOrBasic = { ...credentials, takesBasic: true };
