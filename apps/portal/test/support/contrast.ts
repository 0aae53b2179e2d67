/** WCAG 2.2, relative luminance of `#rgb` or `#rrggbb`. */
const luminanceOf = (colour: string): number => {
  const long = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2.2, contrast ratio: from 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
