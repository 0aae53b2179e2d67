import { parseDay } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { dayOf, withNumbersOfMonths, wrongPart } from '../src/kit/read-fields.ts';

const typed = (day: string, month = '', year = '') => ({ 'day-day': day, 'day-month': month, 'day-year': year });

it.each([
  ['27', '3', '2019'],
  ['027', '03', '2019'],
  ['27.', '3.', '2019'],
  ['27', 'March', '2019'],
  ['27', 'Mär', '2019'],
  ['27', 'Maerz', '2019'],
  ['27', 'mars', '2019'],
  ['27', 'MRT', '2019'],
  ['27.', 'Mrz.', '2019'],
  ['۲۷', '۳', '۲۰۱۹'],
  ['２７', '３', '２０１９'],
  [' 27 ', ' 3', '2019 '],
  ['27.3.2019'],
  ['27. März 2019'],
  ['27/03/2019'],
  ['2019-03-27'],
  ['27 mars 2019'],
  ['March 27, 2019'],
  ['27th', 'March', '2019'],
  ['Wednesday, 27th of March 2019'],
  ['mar. 27 mars 2019'],
  ['Mittwoch, den 27. März 2019'],
  ['le mercredi 27 mars 2019'],
  ['27 – 3 – 2019'],
  ['２７／３／２０１９'],
  ['\u200e27\u200e.\u200e3\u200e.\u200e2019'],
  ['\u200e27', '\u20683\u2069', '2019\u200b'],
  ['*27.3.2019'],
  ['27_3_2019'],
  ['27·3·2019'],
  ['27032019'],
  ['20190327'],
  ['27.03.2019 00:00'],
  ['27', '3', '19'],
  ['27.03.19'],
  ['2019-03-27T00:00:00Z'],
])('%s %s %s is the 27th of March 2019', (day = '', month = '', year = '') => {
  expect(dayOf(typed(day, month, year), 'day')).toBe('2019-03-27');
  expect(wrongPart(typed(day, month, year), 'day')).toBeUndefined();
});

it.each([
  ['1.2.03', '2003-02-01'],
  ['27.3.98', '1998-03-27'],
])('%s is %s, as a search takes it', (day, expected) => expect(dayOf(typed(day), 'day')).toBe(expected));

it.each([['1er', 'mars'], ['1st', 'March'], ['1ste', 'maart'], ['1.', 'März'], ['1er mars 2019']])(
  '%s %s is the first of March',
  (day, month = '') => expect(dayOf(typed(day, month, month && '2019'), 'day')).toBe('2019-03-01'),
);

it.each([
  ['32', '3', '2019', 'day'],
  ['0', '3', '2019', 'day'],
  ['x', '3', '2019', 'day'],
  ['27', '13', '2019', 'month'],
  ['27', 'Mai 2019', '2019', 'month'],
  ['27', 'Jui', '2019', 'month'],
  ['27', 'Ma', '2019', 'month'],
  ['27', '', '2019', 'month'],
  ['27', '3', '9', 'year'],
  ['27', '3', '', 'year'],
  ['27.13.2019', '', '', 'month'],
  ['27.3.', '', '', 'year'],
  ['March 27', '', '', 'year'],
  ['27 thermidor 2019', '', '', 'month'],
  ['2nde', '3', '2019', 'day'],
])('of %j %j %j the part that is wrong is the %4$s', (day, month, year, part) => {
  expect(wrongPart(typed(day, month, year), 'day')).toBe(part);
  expect(parseDay(dayOf(typed(day, month, year), 'day')).ok).toBe(false);
});

it.each([
  ['Mia 27. März 2019', 'Mia 27 3 2019'],
  ['27-Mär-19', '27 3 19'],
  ['March 27, 2019', '27 3 2019'],
  ['27 Mia 190', '27 Mia 190'],
])('a search for %s is one for %s', (text, numbered) => expect(withNumbersOfMonths(text)).toBe(numbered));

it('what is empty is no day, and nothing of it is wrong', () => {
  expect([dayOf(typed(' '), 'day'), wrongPart(typed(' '), 'day')]).toEqual(['', undefined]);
});
