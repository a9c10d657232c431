import { atOnce } from '../../supabase/functions/send-lead-email/deliver.ts'
import { openForm } from '../../tests/kit/post-form.ts'
import { makeSubmissions } from '../../tests/kit/submission.ts'
import { services } from '../harness/chain.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, settle } from '../harness/experiment.ts'
import { figure } from '../harness/figure.ts'
import { killRepeatedly } from '../harness/kill.ts'
import { untilNoMail } from '../harness/outbox.ts'
import { percentile } from '../harness/percentile.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'

const visitors = 50

/** Visitors post the form while services are killed at random; each tries again with the same key until it works. */
export const loadWithKills: Experiment = {
  id: 'E2',
  title: 'submissions through the form with random kills',
  async run(harness) {
    const { chain, ledger, random } = harness
    const count = harness.isFull ? 10_000 : 1_000
    const by = await openForm(chain, random)
    const stopKilling = killRepeatedly(harness, services, harness.isFull ? 5_000 : 1_500)
    const begin = performance.now()
    const results = await concurrently(makeSubmissions(random, count), visitors, (submission) =>
      submitUntilAcknowledged(submission, ledger, by, 500),
    )
    const seconds = (performance.now() - begin) / 1000
    // In the full run the kills go on until every mail was tried, since mails take longer than answers; not until all are
    // sent, since each killed worker leaves a mail claimed for two minutes.
    const untried = `status = 'pending' and attempts = 0`
    if (harness.isFull) await untilNoMail(chain, 'every mail was tried', untried, 900_000)
    const kills = await stopKilling()
    const killCount = Object.values(kills).reduce((sum, one) => sum + one, 0)
    const { acknowledged, stored, figures } = await settle(
      harness,
      { duplicates: atOnce * killCount },
      900_000,
    )
    const waits = results.map(({ lastMs }) => lastMs)
    return [
      figure('submissions acknowledged', acknowledged, { exactly: count }),
      figure('submissions stored', stored, { exactly: count }),
      figure(`kills ${JSON.stringify(kills)}`, killCount, { least: 1 }),
      figure('submissions a second', count / seconds),
      figure('ms of an answer, median', percentile(waits, 0.5)),
      figure('ms of an answer, 99 of 100', percentile(waits, 0.99)),
      figure('tries of one visitor', Math.max(...results.map((result) => result.tries))),
      ...figures,
    ]
  },
}
