import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';

/** The keyring of a service whose secret key is this byte, 32 times. */
export const keyring = (fill = 7) => createAesGcmKeyring(async () => new Uint8Array(32).fill(fill));
