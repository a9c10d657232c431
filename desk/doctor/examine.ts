import { askDatabase } from './database/ask-database.ts'
import { checkEvidence } from './database/evidence.ts'
import { checkMigrations } from './database/migrations.ts'
import { checkSweep } from './database/sweep.ts'
import { checkSweepAddress } from './database/sweep-address.ts'
import { checkWaitingMails } from './database/waiting-mails.ts'
import { checkWaitingWebhooks } from './database/waiting-webhooks.ts'
import { checkAnswer } from './function/answer.ts'
import { askWithKey, askWithWrongKey } from './function/ask-function.ts'
import { checkDatabaseAccess } from './function/database-access.ts'
import { checkMail } from './function/mail.ts'
import { checkFunctionSettings } from './function/settings.ts'
import { checkWrongKey } from './function/wrong-key.ts'
import { checkAddress } from './page/address.ts'
import { checkPage } from './page/answer.ts'
import { checkCaptions } from './page/captions.ts'
import { fetchPage } from './page/fetch-page.ts'
import { checkHeaders } from './page/headers.ts'
import { checkHttps } from './page/https.ts'
import { checkLegalLinks } from './page/legal-links.ts'
import { checkPolicy } from './page/policy.ts'
import { checkPoster } from './page/poster.ts'
import type { Result } from './result.ts'
import type { Check, Seen } from './seen.ts'
import { checkSender } from './sender/check-sender.ts'
import { checkSameAddresses } from './settings/same-addresses.ts'
import { checkSiteVariables } from './settings/site-variables.ts'
import { checkVideo } from './settings/video.ts'
import type { Target } from './target.ts'

const checks: Check[] = [
  ...[checkSiteVariables, checkSameAddresses, checkVideo],
  ...[checkAnswer, checkWrongKey, checkFunctionSettings, checkDatabaseAccess, checkMail, checkSender],
  ...[checkMigrations, checkSweep, checkSweepAddress, checkWaitingMails, checkWaitingWebhooks, checkEvidence],
  ...[checkPage, checkHttps, checkPolicy, checkHeaders, checkAddress, checkPoster, checkCaptions],
  checkLegalLinks,
]

/** Runs every check, whatever the others find. Returns their results in the order in which they are to be read. */
export async function examine(target: Target): Promise<Result[]> {
  const [answer, answerToWrongKey, database, page] = await Promise.all([
    askWithKey(target),
    askWithWrongKey(target),
    askDatabase(target),
    fetchPage(target),
  ])
  const seen: Seen = { target, answer, answerToWrongKey, database, page }
  const results = await Promise.all(checks.map((check) => check(seen)))
  return results.flat()
}
