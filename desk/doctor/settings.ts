import { projectDigest } from '../../build/build-id.ts'
import { checkProductionEnv, parseBuildEnv, parseServerEnv } from '../../lib/env-schema.ts'
import { type Fault, judge, type Result } from './result.ts'
import type { SiteAnswer } from './site.ts'
import { areMixed, type Target } from './target.ts'

/** By the rules of a build. Each wrong variable is a fault. */
export function checkVariables({ isLocal, variables, sender }: Target): Result[] {
  const { SUPABASE_DB_URL: _, BACKUP_DB_URL: __, ...site } = variables
  // The local stack sets the site's address and key.
  const rules = isLocal
    ? [parseBuildEnv]
    : [parseServerEnv, (env: typeof site) => checkProductionEnv(env, sender)]
  const faults = new Map(rules.flatMap((rule) => readFaults(() => rule(site))))
  return judge(
    'site variables',
    'Every variable of the site is valid.',
    ...faults
      .entries()
      .map(
        ([variable, words]): Fault =>
          `${variable} ${words}. → Set ${variable} where the site is built and runs (Vercel: project settings, environment variables) and in operator.env here`,
      ),
  )
}

function readFaults(parse: () => unknown): [variable: string, words: string][] {
  try {
    parse()
    return []
  } catch (error) {
    const list = (error as Error).message.replace(/^Wrong settings: /, '').split('; ')
    return list.map((text) => [text.split(' ', 1)[0] ?? '', text.slice(text.indexOf(' ') + 1)])
  }
}

/** If function and database are of different projects, the live site shows which is right. */
export function checkProject(target: Target, site: SiteAnswer): Result[] {
  const { project, databaseProject } = target
  if (target.isLocal || !project || !databaseProject) return []
  const live = [project, databaseProject].find((id) =>
    site?.build.endsWith(`-${projectDigest(`https://${id}.supabase.co`)}`),
  )
  const todo = {
    [project]: `Set SUPABASE_DB_URL in operator.env to the database of project ${project}`,
    [databaseProject]: `Set SUPABASE_URL in operator.env to https://${databaseProject}.supabase.co, with a secret key of that project`,
  }
  return judge(
    'same project',
    `SUPABASE_URL and SUPABASE_DB_URL are of project ${project}.`,
    areMixed(target) &&
      `SUPABASE_URL is of project ${project}, but SUPABASE_DB_URL of project ${databaseProject}${live ? `; the live site uses ${live}` : ''}. → ${todo[live ?? ''] ?? 'Set both in operator.env to the project that your site uses'}`,
  )
}
