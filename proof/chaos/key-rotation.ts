import { type Experiment, expect, type Harness, settle } from '../harness/experiment.ts'
import { openForm } from '../harness/post-form.ts'
import { makeSubmission } from '../harness/submission.ts'
import { waitUntil } from '../harness/wait-until.ts'

const [oldKey, newKey] = ['sb_secret_old', 'sb_secret_new']
const perSecond = 20
/** How many visitors are answered before the next step: two seconds of them. */
const between = perSecond * 2

/** The operator changes the secret key of a running site: no lead is lost, and no visitor sees an error. */
export const keyRotation: Experiment = {
  id: 'E23',
  title: 'key rotation',
  // The gateway knows both from the start, and sweeps with the new one; the function learns of each change.
  env: {
    LOCAL_SECRET_KEY: newKey,
    LOCAL_SECRET_KEYS: JSON.stringify({ default: oldKey, next: newKey }),
  },
  async run(harness) {
    const { chain, ledger, random } = harness
    let { function: running } = chain
    const renewFunction = async (secretKeys: Record<string, string>) => {
      await running.stop()
      running = await chain.startAnother('function', { secretKeys })
    }
    await renewFunction({ default: oldKey })
    const openSite = async (secretKey: string, port: number) => {
      const pagePort = chain.settings.pagePort + port
      const site = await chain.startAnother('next', { pagePort, secretKey })
      const pageUrl = chain.pageUrl.replace(`:${chain.settings.pagePort}`, `:${pagePort}`)
      return { site, by: await openForm({ pageUrl }, random) }
    }
    await chain.next.stop()
    const old = await openSite(oldKey, 8)
    const visitors = submitSteadily(harness, old.by)

    await visitors.answered(between)
    await visitors.pauseBehindGateway(() => renewFunction({ default: oldKey, next: newKey }))
    await visitors.answered(between)

    // As on Vercel: the new site takes over while the old one ends its requests.
    await visitors.submitBy((await openSite(newKey, 9)).by)
    await old.site.stop()
    await visitors.answered(between)

    // The function that is running still has both.
    chain.breakpoints.refuse(oldKey)
    await visitors.answered(between)
    await visitors.stop()

    const { acknowledged, stored, line } = await settle(harness)
    const errors = ledger.answers.filter(({ outcome }) => outcome !== 'success').length
    const slowest = Math.max(...ledger.answers.map(({ ms }) => ms)) / 1000
    const figures = `${perSecond} submissions a second, ${errors} errors shown, slowest answer ${slowest.toFixed(1)} s, ${line}`
    expect(errors === 0 && acknowledged === ledger.sent.size && stored === acknowledged, figures)
    return figures
  },
}

/** Has new visitors submit at a steady rate, whether or not the earlier ones have been answered. */
function submitSteadily({ chain, ledger, random }: Harness, first: Awaited<ReturnType<typeof openForm>>) {
  let by = first
  const waiting = new Set<Promise<unknown>>()
  const timer = setInterval(() => {
    const answer = ledger.send(makeSubmission(random), by)
    waiting.add(answer)
    answer.finally(() => waiting.delete(answer))
  }, 1000 / perSecond)
  return {
    /** Has new visitors submit by other means; resolves when the earlier ones have been answered. */
    async submitBy(next: typeof first) {
      by = next
      await Promise.all(waiting)
    },
    /** Resolves when so many more have been answered. */
    answered(count: number) {
      const enough = ledger.answers.length + count
      return waitUntil(`${count} answers`, 60_000, () => ledger.answers.length >= enough)
    },
    /** Holds the calls of the function back while the work replaces it, which the platform does without a gap. */
    async pauseBehindGateway(work: () => Promise<void>) {
      const hold = chain.breakpoints.hold({ path: '/functions/v1/send-lead-email', stage: 'before' })
      const earlier = [...waiting]
      const underWay = () => earlier.filter((answer) => waiting.has(answer)).length > hold.count()
      await waitUntil('no call is under way', 10_000, () => !underWay())
      await work()
      hold.release()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(waiting)
    },
  }
}
