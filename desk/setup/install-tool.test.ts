import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installTool, tools } from './install-tool.ts'
import { SetupError } from './setup-error.ts'

test('a folder in which a program cannot be installed is named, with what to do', () => {
  const inFile = `${import.meta.filename}/supabase`
  assert.throws(
    () => installTool(tools.supabase, inFile),
    (error) =>
      error instanceof SetupError &&
      error.message.includes(
        `cannot be installed in ${inFile} (ENOTDIR). This user must be able to write there`,
      ),
  )
})
