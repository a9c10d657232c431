import type { Terminal } from '../cli/terminal.ts'
import { collectAnswers } from './answers.ts'
import { Doubt } from './doubt.ts'
import type { Outside } from './questions.ts'
import { runSteps, type Step } from './step.ts'
import { deskLogin } from './steps/desk-login.ts'
import { leadFunction } from './steps/function.ts'
import { functionAddress } from './steps/function-address.ts'
import { functionSecrets } from './steps/function-secrets.ts'
import { schema } from './steps/schema.ts'
import { secretKey } from './steps/secret-key.ts'
import { supabaseLogin } from './steps/supabase-login.ts'
import { supabaseProject } from './steps/supabase-project.ts'
import { openWorld, type Place } from './world.ts'

/** What stores the leads and mails them. */
const backend: Step[] = [
  supabaseLogin,
  supabaseProject,
  secretKey,
  schema,
  functionAddress,
  deskLogin,
  functionSecrets,
  leadFunction,
]

type Options = { isPlan: boolean; steps?: Step[]; outside?: Outside }

/** Brings everything live. Returns the exit code: 0 if it is live, 1 if it stopped at a doubt. */
export async function setUp(
  place: Place,
  terminal: Terminal,
  { isPlan, steps = backend, outside }: Options,
): Promise<number> {
  const world = openWorld(place)
  try {
    await collectAnswers(world, terminal, isPlan, outside)
  } catch (error) {
    if (!(error instanceof Doubt)) throw error
    world.say(world.mask(`  ${error.message}`))
    return 1
  }
  return (await runSteps(world, steps, isPlan)) ? 0 : 1
}
