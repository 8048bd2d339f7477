interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly grid: string;
  readonly band: string;
  readonly interval: string;
  readonly limit: string;
  readonly accepted: string;
  readonly refused: string;
  readonly floor: string;
}

const DAY: Palette = {
  paper: "#ffffff",
  ink: "#1f2328",
  soft: "#59636e",
  grid: "#e6e9ed",
  band: "#8c959f",
  interval: "#0969da",
  limit: "#8250df",
  accepted: "#2da44e",
  refused: "#cf222e",
  floor: "#9a6700",
};

const NIGHT: Palette = {
  paper: "#0d1117",
  ink: "#e6edf3",
  soft: "#9198a1",
  grid: "#262c34",
  band: "#7d8590",
  interval: "#58a6ff",
  limit: "#bc8cff",
  accepted: "#3fb950",
  refused: "#ff6b64",
  floor: "#d4a72c",
};

// Colours are written out, not as variables: converters that know no variables draw the day's picture.
const coloursOf = (palette: Palette): string =>
  `.paper{fill:${palette.paper}}.title,.label{fill:${palette.ink}}.note,.key,.tick{fill:${palette.soft}}` +
  `.grid{stroke:${palette.grid}}.axis{stroke:${palette.soft}}.band{fill:${palette.band}}` +
  `.interval{stroke:${palette.interval}}.limit{stroke:${palette.limit}}.accepted{fill:${palette.accepted}}` +
  `.refused,.hair{stroke:${palette.refused}}.floor{stroke:${palette.floor}}`;

/** The style of a timeline, by day and by night. */
export const TIMELINE_STYLE: string = `<style>
svg{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.title{font-size:19px;font-weight:600}.note{font-size:14px}.label{font-size:13px;font-weight:600}.key{font-size:12px}.tick{font-size:11px}
.grid,.axis,.interval,.limit,.refused,.hair,.floor{fill:none}
.interval,.limit{stroke-width:1.8;stroke-linejoin:round}.refused{stroke-width:1.6}.hair{stroke-opacity:.22}
.band{fill-opacity:.28}.accepted{fill-opacity:.55}.floor{stroke-width:2.4;stroke-dasharray:7 5}
${coloursOf(DAY)}
@media (prefers-color-scheme:dark){${coloursOf(NIGHT)}}
</style>`;
