/** Counts side by side, such as those of the months, as a drawing. The table beside it says the same, so nobody hears it. */

type Group = { readonly label: string; readonly counts: readonly number[] };

const [HEIGHT, BAR, GAP, LABELS] = [120, 12, 16, 18] as const;

export const Bars = ({ names, groups }: { readonly names: readonly string[]; readonly groups: readonly Group[] }) => {
  const most = Math.max(1, ...groups.flatMap(({ counts }) => counts));
  const step = names.length * BAR + GAP;
  return (
    <div class="portal-bars">
      <svg aria-hidden="true" viewBox={`0 0 ${groups.length * step} ${HEIGHT + LABELS}`}>
        {groups.map(({ label, counts }, nth) => (
          <>
            {counts.map((count, series) => {
              const height = (count / most) * HEIGHT;
              const at = { x: nth * step + GAP / 2 + series * BAR, y: HEIGHT - height };
              return <rect class={`portal-bar-${series}`} {...at} width={BAR - 1} height={height} />;
            })}
            <text x={nth * step + step / 2} y={HEIGHT + LABELS - 4} text-anchor="middle">
              {label}
            </text>
          </>
        ))}
      </svg>
      <p class="govuk-body-s">
        {names.map((name, series) => (
          <>
            <span class={`portal-bar-${series}`} /> {name}{' '}
          </>
        ))}
      </p>
    </div>
  );
};
