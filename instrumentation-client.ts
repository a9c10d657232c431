import { tolerateMoves } from './components/loader/tolerate-moves'

// Next.js runs this file just before React hydrates the page. The loader then takes back what translators and
// extensions have changed.
tolerateMoves()
document.dispatchEvent(new Event('training:hydrating'))
