import { askDatabase } from './ask-database.ts'
import { checkDatabase } from './database.ts'
import { askFunction, checkFunction } from './function.ts'
import { checkPage } from './page.ts'
import type { Result } from './result.ts'
import { checkSender } from './sender.ts'
import { checkProject, checkVariables } from './settings.ts'
import { askSite, checkSite } from './site.ts'
import { checkSweep } from './sweep.ts'
import type { Target } from './target.ts'
import { checkVideo } from './video.ts'
import { checkWebDesk } from './web-desk.ts'

/** All checks run at once. Returns the results in the order of printing. */
export async function examine(target: Target, database = askDatabase(target)): Promise<Result[]> {
  const [site, answer, stored] = await Promise.all([askSite(target), askFunction(target), database])
  const results = await Promise.all([
    checkVariables(target),
    checkProject(target, site),
    checkFunction(target, answer),
    checkSender(target, answer),
    checkDatabase(target, stored),
    checkSweep(target, stored),
    checkSite(target, site, answer),
    checkPage(target, site),
    checkVideo(target, site),
    checkWebDesk(target),
  ])
  return results.flat()
}
