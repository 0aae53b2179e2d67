import type { Adapt } from '@health-case/composition/adapt';
import { PORTS } from '@health-case/composition/tokens';
import { createBcryptPasswordHasher } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import { createScryptHasher } from './scrypt-hasher.ts';
import { withSessionsInMemory } from './session-store.ts';

/** In place of that of `packages/composition/src/adapt.ts`. */
export const adapt: Adapt = (container) => {
  const former = createBcryptPasswordHasher({ cost: 12 });
  container.rebind(PORTS.passwords).toConstantValue(createScryptHasher({ cost: 17, former }));
  container.onActivation(PORTS.storage, (_, storage) => withSessionsInMemory(storage));
};
