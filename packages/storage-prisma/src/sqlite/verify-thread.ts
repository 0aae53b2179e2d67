import { answerRanges } from '../verify-ranges.ts';
import { openReader } from './connection.ts';

await answerRanges(openReader);
