import { passkeysContract } from '@health-case/domain/contracts/passkeys-contract';
import { createSimplewebauthnPasskeys } from '../src/simplewebauthn-passkeys.ts';

passkeysContract('those of simplewebauthn', createSimplewebauthnPasskeys);
