import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { openWorld } from '../../desk/setup/world.ts'

/** The command of the program of Supabase, such as `projects list`, its arguments and its standard input. */
export type SupabaseRun = [command: string, args: string[], input: string]

/**
 * A world for one step of setup, in a folder of its own. `answer` says what the program of Supabase prints, as JSON. The
 * stage setup drives the program itself.
 */
export function openSupabaseWorld(
  t: TestContext,
  env: Record<string, string>,
  answer: (...run: SupabaseRun) => unknown,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'step-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const runs: SupabaseRun[] = []
  const supabase = async (command: string, args: string[] = [], input = '') => {
    runs.push([command, args, input])
    return JSON.stringify(answer(command, args, input)) ?? ''
  }
  const world = { ...openWorld({ folder, env, say: () => {}, pause: 0 }), supabase }
  return { folder, runs, world }
}
