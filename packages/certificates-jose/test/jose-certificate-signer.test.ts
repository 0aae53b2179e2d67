import { certificateSignerContract } from '@health-case/domain/contracts/certificate-signer-contract';
import { createJoseCertificateSigner } from '../src/jose-certificate-signer.ts';

certificateSignerContract('the signer by jose', createJoseCertificateSigner);
