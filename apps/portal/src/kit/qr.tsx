import { type Bitmap2D, correction, generate } from 'lean-qr';

/** In modules; ISO/IEC 18004 asks for four. */
const QUIET = 4;

/** The QR code of a text, or nothing if no code holds as much. It corrects more where it stays small (P-36). */
export const codeOf = (text: string): Bitmap2D | undefined => {
  for (const options of [{ minCorrectionLevel: correction.M, maxVersion: 16 }, { minCorrectionLevel: correction.L }]) {
    try {
      return generate(text, options);
    } catch {
      // It does not fit.
    }
  }
  return undefined;
};

/** A QR code as a drawing that prints at any size. `label`: what it is, for those who do not see it. */
export const QrCode = ({ code, label }: { readonly code: Bitmap2D; readonly label: string }) => {
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')).join(''),
  );
  const whole = code.size + 2 * QUIET;
  return (
    <svg class="portal-qr" role="img" aria-label={label} viewBox={`0 0 ${whole} ${whole}`} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${whole}v${whole}h-${whole}z`} />
      <path fill="#000" d={rows.join('')} />
    </svg>
  );
};
