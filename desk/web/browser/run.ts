import { autoSubmit } from './auto-submit.ts'
import { copyTexts } from './copy-texts.ts'
import { hydrateIslands } from './hydrate.tsx'
import { openDialogs } from './open-dialogs.ts'
import { restoreTyped } from './restore-typed.ts'
import { obeyShortcuts } from './shortcuts.ts'
import { guardUnsaved } from './unsaved.ts'

hydrateIslands()
autoSubmit()
copyTexts()
openDialogs()
obeyShortcuts()
restoreTyped()
guardUnsaved()
