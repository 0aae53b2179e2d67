import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Signed by itself, for 127.0.0.1 and 0.0.0.0, until 2126. Nothing but tests trusts it, so its key is not secret. */
export const CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgom0DYQlxT6TLs8My
yCOliVTfxo/mZMrlfER9BKg8+L6hRANCAAQR5/3plTJrdU4hoifsJHIJVxJD4lBi
54b7ixNE+oHKFZDhAQKJumhhuqBxCANc4LbwWQm0BkMfYZJW/599opZ/
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBrjCCAVSgAwIBAgIUEaETno+gm3m/Zf5I0AJGjRlpNZ4wCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVbWFpbCBzZXJ2ZXIgb2YgYSB0ZXN0MCAXDTI2MTEyNTE4NTAx
N1oYDzIxMjYxMTAxMTg1MDE3WjAgMR4wHAYDVQQDDBVtYWlsIHNlcnZlciBvZiBh
IHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQR5/3plTJrdU4hoifsJHIJ
VxJD4lBi54b7ixNE+oHKFZDhAQKJumhhuqBxCANc4LbwWQm0BkMfYZJW/599opZ/
o2owaDAdBgNVHQ4EFgQUOR9KKSqtFUlhMMNJcvps1F77VTswHwYDVR0jBBgwFoAU
OR9KKSqtFUlhMMNJcvps1F77VTswDwYDVR0TAQH/BAUwAwEB/zAVBgNVHREEDjAM
hwR/AAABhwQAAAAAMAoGCCqGSM49BAMCA0gAMEUCIQDiEKXq29qPHzoCFa99uHAC
LLHtmZcZqLOOjDYN7HMUagIgIIknX1QO+nwGe/68h8QT8C8rai4sZsceOSZ2J8q7
1Yg=
-----END CERTIFICATE-----
`,
};

/** For the rest of the test that calls this. */
export const trustCertificate = (): void => {
  const former = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(former));
  setDefaultCACertificates([...former, CERTIFICATE.cert]);
};
