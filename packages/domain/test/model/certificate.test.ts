import { describe } from 'vitest';
import { parseDisclosure } from '../../src/model/certificate.ts';
import { accepts, refuses } from '../support/parsing.ts';

describe('what a certificate shows of the name (D-26)', () => {
  accepts(parseDisclosure, ['name', 'initials', [' name\n', 'name']]);
  refuses(parseDisclosure, 'must be one of name, initials', ['', 'Name', 'nothing', 'name,initials']);
});
