import { testChange } from './changed-page.ts'
import { test } from './test.ts'

test.use({ hasTouch: true })

// All changes at all times are in rest/.
testChange(1, ['between the tap and hydration'])
