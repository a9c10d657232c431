import type { Terminal } from '../cli/terminal.ts'
import type { examine } from '../doctor/examine.ts'
import { recordsAt, sayRecords } from '../doctor/name-server.ts'
import { collectAnswers } from './answers.ts'
import { ask } from './ask.ts'
import { thePage } from './hosted.ts'
import type { Outside } from './questions.ts'
import { SetupError } from './setup-error.ts'
import { runSteps, type Step } from './step.ts'
import { backupLogin } from './steps/backup-login.ts'
import { check } from './steps/check.ts'
import { deployment } from './steps/deployment.ts'
import { deskLogin } from './steps/desk-login.ts'
import { domain } from './steps/domain.ts'
import { leadFunction } from './steps/function.ts'
import { functionAddress } from './steps/function-address.ts'
import { functionSecrets } from './steps/function-secrets.ts'
import { schema } from './steps/schema.ts'
import { secretKey } from './steps/secret-key.ts'
import { siteSecret } from './steps/site-secret.ts'
import { supabaseLogin } from './steps/supabase-login.ts'
import { supabaseProject } from './steps/supabase-project.ts'
import { vercelLogin } from './steps/vercel-login.ts'
import { vercelProject } from './steps/vercel-project.ts'
import { vercelVariables } from './steps/vercel-variables.ts'
import { refOf } from './supabase.ts'
import { hostOf } from './vercel.ts'
import { type Environment, openWorld, type World } from './world.ts'

export type Options = {
  isPlan?: boolean
  outside?: Outside
  examine?: typeof examine
}

const backend = [
  ...[supabaseProject, secretKey, siteSecret, schema],
  ...[functionAddress, deskLogin, backupLogin, functionSecrets, leadFunction],
]
const hosted = [vercelProject, vercelVariables, domain, deployment].map((step) => step(thePage))

/** A server of the operator's own. */
export const isOwnServer = (world: World) => world.get('PAGE_HOST') === 'own'

/** Both logins come first: if one is of no use, nothing is changed. */
export const loginsOf = (world: World) => [supabaseLogin, ...(isOwnServer(world) ? [] : [vercelLogin])]

/** Returns the exit code: 0 if all is live, 1 if it stopped or something is still to do. */
export async function setUp(
  environment: Environment,
  terminal: Terminal,
  options: Options = {},
): Promise<number> {
  const { isPlan = false, outside, examine } = options
  const world = openWorld({ ...environment, terminal, isPlan })
  try {
    await collectAnswers(world, terminal, isPlan, outside)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    world.say(world.mask(`  ${error.message}`))
    return 1
  }
  world.say('')
  const work = [...backend, ...(isOwnServer(world) ? [] : hosted)]
  const steps = [...loginsOf(world), ...work, check(examine)]
  if (isOwnServer(world))
    world.left(
      'Build and start the page on your server (docs/hosting.md), with the variables of operator.env.',
    )
  if (isPlan) sayPrices(world)
  else if (terminal.stdin.isTTY && !(await isAgreed(world, terminal, work))) return 1
  if (!isPlan)
    world.say('\n  Now the steps. Each prints a line when it is done. All of them take some minutes.\n')
  const hasEnded = await runSteps(world, steps, isPlan)
  if (!hasEnded) return 1
  if (!isPlan) summarise(world)
  return isPlan || world.stillToDo().length === 0 ? 0 : 1
}

/** Signs in, shows what would be done, and asks once. */
async function isAgreed(world: World, terminal: Terminal, work: Step[]): Promise<boolean> {
  if (!(await runSteps(world, loginsOf(world), false))) return false
  const lines: string[] = []
  const looking = { ...world, say: (line: string) => lines.push(line) }
  world.wait('Setup looks at what is there. It changes nothing yet.')
  const canGoOn = await runSteps(looking, work, true)
  for (const line of lines) world.say(line)
  if (!canGoOn) return false
  if (!lines.some((line) => line.includes('would'))) return true
  const host = hostOf(world, thePage)
  world.say(`  now    DNS of ${host}: ${sayRecords(await recordsAt(host)) || 'no record yet'}`)
  sayPrices(world)
  const start = {
    ...{
      variable: 'START',
      question: 'Start',
      fallback: 'yes',
      why: 'If you say yes, setup now does the lines with “would”. If you say no, nothing is changed.',
    },
    read: (typed: string) => {
      if (!/^(?:y|yes|no?)$/i.test(typed)) throw new SetupError('Type yes or no.')
      return typed.toLowerCase()[0] ?? ''
    },
  }
  if ((await ask(terminal, start)) === 'y') return true
  world.say(
    '  Nothing was changed at Supabase or Vercel. To correct an answer, change it in operator.env or site/operator.ts. Then run npm run setup again.',
  )
  return false
}

/** A month's costs, and when each price was seen. docs/scale.md has all prices. */
export const prices = [
  { plan: 'Vercel Pro', dollars: 20, seen: 'March 2026', at: 'https://vercel.com/pricing' },
  { plan: 'Supabase Pro', dollars: 25, seen: '2026', at: 'https://supabase.com/pricing' },
]

function sayPrices(world: World): void {
  world.say('\n  A month costs, without visitors')
  for (const { plan, dollars, seen, at } of prices)
    world.say(`    ${plan.padEnd(14)} ${dollars} dollars, as seen in ${seen.padEnd(10)}  ${at}`)
  world.say('    Emails         what your mail provider takes\n')
}

function summarise(world: World): void {
  world.say(`
  The page      ${world.get('SITE_URL')}
  The desk      npm run desk
  The database  https://supabase.com/dashboard/project/${refOf(world)}`)
  const left = world.stillToDo()
  if (left.length > 0) world.say('\n  Still to do')
  for (const todo of left) world.say(`  - ${world.mask(todo)}`)
  world.say(
    '\n  Commit what setup changed in site/ and supabase/. Fill in the form yourself, and check that both emails arrive.',
  )
}
