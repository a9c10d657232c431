import { testChanges } from './changed-page.ts'
import { manyChanges } from './changes.ts'
import { test } from './test.ts'

test.use({ hasTouch: true })

// Each change alone, at all times, is in rest/.
testChanges(manyChanges, 1, ['between the tap and hydration'])
