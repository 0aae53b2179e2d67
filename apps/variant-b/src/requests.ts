import { firstName, lastName } from '@health-case/http/fields';
import { fieldsOnly } from '@health-case/http/reader';

/** D-11: variant B knows neither birth date nor social security number. */
export const namedChild = fieldsOnly({ firstName, lastName });
