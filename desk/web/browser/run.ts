import { autoSubmit } from './auto-submit.ts'
import { hydrateIslands } from './hydrate.tsx'
import { obeyShortcuts } from './shortcuts.ts'
import { markUnsaved } from './unsaved.ts'

hydrateIslands()
autoSubmit()
obeyShortcuts()
markUnsaved()
