import type { Send } from './deliver.ts'

/** Returns "<number>:<hash>" when the owner is to be told it now. */
type TakeSeal = () => Promise<string | null | undefined>

const hourMs = 3_600_000

/**
 * Returns a `send` that puts the latest seal of the submissions into a mail to the owner: it asks the database for one at
 * most once an hour, and keeps it until a mail with it was sent. A mail goes out without it when the database has none.
 */
export function createSealedSend(send: Send, takeSeal: TakeSeal, pauseMs = hourMs): Send {
  let seal: string | null | undefined
  let nextAt = 0

  async function latestSeal() {
    if (seal || Date.now() < nextAt) return seal
    nextAt = Date.now() + pauseMs
    seal = await takeSeal().catch(() => null)
    return seal
  }

  return async (email) => {
    if (email.kind !== 'owner') return send(email)
    const told = await latestSeal()
    const result = await send(told ? { ...email, seal: told } : email)
    if (result.outcome === 'sent' && seal === told) seal = null
    return result
  }
}
