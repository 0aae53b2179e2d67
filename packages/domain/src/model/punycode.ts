/** RFC 3492, 5: what its authors chose for the names of hosts. */
const [BASE, LEAST, MOST, SKEW, DAMP] = [36, 1, 26, 38, 700];
const [FIRST_POINT, FIRST_BIAS, LAST_POINT] = [128, 72, 0x10ffff];
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** RFC 3492, 6.1. */
const biasAfter = (delta: number, points: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > ((BASE - LEAST) * MOST) / 2; bias += BASE) rest = Math.floor(rest / (BASE - LEAST));
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
};

/** RFC 3492, 6.2: the text behind what follows `xn--` in a label, in lower case; `undefined` if there is none. */
export const decodePunycode = (text: string): string | undefined => {
  const [, plain = '', digits] = /^(?:([a-z0-9-]*)-)?([a-z0-9]+)$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const points = [...plain];
  const numbers = [...digits].map((digit) => DIGITS.indexOf(digit)).values();
  let [point, at, bias] = [FIRST_POINT, 0, FIRST_BIAS];
  for (let digit = numbers.next(); !digit.done; digit = numbers.next()) {
    const before = at;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      if (digit.done) return undefined;
      at += digit.value * weight;
      const threshold = Math.min(MOST, Math.max(LEAST, step - bias));
      if (digit.value < threshold) break;
      weight *= BASE - threshold;
      digit = numbers.next();
    }
    const length = points.length + 1;
    bias = biasAfter(at - before, length, before === 0);
    point += Math.floor(at / length);
    at %= length;
    if (point > LAST_POINT) return undefined;
    points.splice(at, 0, String.fromCodePoint(point));
    at += 1;
  }
  return points.join('');
};
