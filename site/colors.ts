/**
 * The theme: five colours in sRGB. Page, dialog and emails show only these and mixtures of them. The desk has
 * a few more, in desk/web/server/desk.css. After a change, run `npm run format`, which writes
 * components/ui/colors.css.
 */
export const theme = {
  ink: '#14120e',
  paper: '#f6f1e6',
  accent: '#ffd23f',
  /** The colour of errors on paper. */
  alert: '#a3261a',
  /** The colour of errors on ink. */
  alertOnInk: '#ff9b8f',
}
