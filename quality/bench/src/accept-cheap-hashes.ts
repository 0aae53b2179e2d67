// Loaded into the service before its own modules.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../harness/src/processes.ts';

const bcrypt = createRequire(join(root, 'packages/password-bcrypt/package.json'))('bcrypt');
bcrypt.getRounds = () => 10;
