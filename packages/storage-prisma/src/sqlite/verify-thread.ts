import { answerRanges } from '../verify-ranges.ts';
import { openReader, sharedPrisma } from './connection.ts';

await answerRanges((file: string) => openReader(file, sharedPrisma()));
