import { styleText } from 'node:util'
import { cannotWrite } from './operator-file.ts'
import { SetupError } from './setup-error.ts'
import type { World } from './world.ts'

/** `done` is there already, `todo` has yet to be done. */
type Finding = { done: string } | { todo: string }

/** Can be run again: it looks before it changes something. */
export type Step = {
  name: string
  /** Changes nothing. Throws a SetupError if it cannot know. */
  look: (world: World) => Promise<Finding>
  /** Returns what was done. Throws a SetupError. */
  do: (world: World) => Promise<string>
}

const marks = {
  ok: styleText('green', 'ok   '),
  did: styleText('green', 'done '),
  would: styleText('yellow', 'would'),
}

/**
 * Prints a line for each, and stops at the first SetupError. A plan only looks, and goes on, for example
 * without a login. Returns whether all ended well.
 */
export async function runSteps(world: World, steps: Step[], isPlan: boolean): Promise<boolean> {
  const print = (mark: keyof typeof marks, name: string, sentence: string) =>
    world.say(`  ${marks[mark]}  ${name.padEnd(18)}  ${world.mask(sentence)}`)
  for (const step of steps) {
    try {
      const found = await step.look(world)
      if ('done' in found) print('ok', step.name, found.done)
      else if (isPlan) print('would', step.name, found.todo)
      else print('did', step.name, await step.do(world))
    } catch (thrown) {
      const error = asSetupError(thrown)
      const isLogin = step.name.endsWith('login')
      const signsIn = isLogin ? 'ask you to sign in' : 'be planned as soon as you are signed in'
      const open = error.isSignedOut ? signsIn : error.isOpen ? error.message : undefined
      if (isPlan && open) {
        print('would', step.name, open)
        continue
      }
      world.say(
        `  ${styleText(['red', 'bold'], 'STOP ')}  ${step.name.padEnd(18)}  ${world.mask(error.message)}`,
      )
      if (!isPlan) world.say('\n  The steps above are done. The next run goes on from here.')
      return false
    }
  }
  return true
}

/** For a fault of the disk. Throws anything else. */
function asSetupError(error: unknown): SetupError {
  if (error instanceof SetupError) return error
  const { path, dest, syscall } = error as { path?: string; dest?: string; syscall?: string }
  const file = dest ?? path
  if (!file || syscall?.startsWith('spawn')) throw error
  return cannotWrite(file, error)
}
