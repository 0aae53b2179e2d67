import { clockContract } from '@health-case/domain/contracts/clock-contract';
import { commonPasswordsContract } from '@health-case/domain/contracts/common-passwords-contract';
import { idSourceContract } from '@health-case/domain/contracts/id-source-contract';
import { invitationCodesContract } from '@health-case/domain/contracts/invitation-codes-contract';
import { sessionTokensContract } from '@health-case/domain/contracts/session-tokens-contract';
import { createLeakedPasswords } from '../src/leaked-passwords.ts';
import { randomInvitationCodes } from '../src/random-invitation-codes.ts';
import { randomSessionTokens } from '../src/random-session-tokens.ts';
import { systemClock } from '../src/system-clock.ts';
import { uuidIds } from '../src/uuid-ids.ts';

clockContract('the system clock', () => systemClock);
invitationCodesContract('random invitation codes', () => randomInvitationCodes);
idSourceContract('the UUIDv7 source', () => uuidIds);
sessionTokensContract('random session tokens', () => randomSessionTokens);
commonPasswordsContract('the list of leaked passwords', createLeakedPasswords);
