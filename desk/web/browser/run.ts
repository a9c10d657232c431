import { autoSubmit } from './auto-submit.ts'
import { hydrateIslands } from './hydrate.tsx'
import { openDialogs } from './open-dialogs.ts'
import { obeyShortcuts } from './shortcuts.ts'
import { markUnsaved } from './unsaved.ts'

hydrateIslands()
autoSubmit()
openDialogs()
obeyShortcuts()
markUnsaved()
