import { createHash } from 'node:crypto'
import { settingNames } from '../../../supabase/functions/send-lead-email/settings.ts'
import { envLine } from '../operator-file.ts'
import type { Step } from '../step.ts'
import { listSecrets, needRef, refOf } from '../supabase.ts'
import type { World } from '../world.ts'

/** Supabase sets these itself. */
const ofTheHost = /^(?:DENO|SB|SUPABASE)_/

const names = settingNames.filter((name) => !ofTheHost.test(name))

/** Sets what is missing or differs. */
export const functionSecrets: Step = {
  name: 'function secrets',
  look: async (world) => {
    const wrong = await findWrong(world)
    return wrong.length > 0
      ? { todo: `set ${wrong.join(', ')}` }
      : {
          done: `${wanted(world)
            .map(([name]) => name)
            .join(', ')} are set.`,
        }
  },
  do: async (world) => {
    const wrong = await findWrong(world)
    const lines = wanted(world)
      .filter(([name]) => wrong.includes(name))
      .map(([name, value]) => `${envLine(name, value)}\n`)
    // As standard input, so that no secret is on the disk or among the arguments.
    await world.supabase(
      'secrets set',
      [`--remote=${needRef(world)}`, '--env-file', '/dev/stdin', '--yes'],
      lines.join(''),
    )
    return `Set ${wrong.join(', ')}.`
  },
}

const wanted = (world: World): [string, string][] =>
  names.flatMap((name) => {
    const value = world.get(name)
    return value ? [[name, value]] : []
  })

async function findWrong(world: World): Promise<string[]> {
  const ref = refOf(world)
  const present = new Map(ref ? (await listSecrets(world, ref)).map(({ name, value }) => [name, value]) : [])
  const digest = (value: string) => createHash('sha256').update(value).digest('hex')
  return wanted(world)
    .filter(([name, value]) => present.get(name) !== digest(value))
    .map(([name]) => name)
}
