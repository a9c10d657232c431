import type { Settings } from '../settings.ts'
import type { ReadMailEvents } from './mail-event.ts'
import { createMailgunReader } from './mailgun.ts'
import { createPostmarkReader } from './postmark.ts'
import { createResendReader } from './resend.ts'
import { createSesReader } from './ses.ts'

const readers = {
  postmark: createPostmarkReader,
  resend: createResendReader,
  mailgun: createMailgunReader,
  ses: createSesReader,
}

/** By the provider's name in the URL path. */
export function createReaders(secrets: Settings['reporters']): ReadonlyMap<string, ReadMailEvents> {
  const names = Object.keys(readers) as (keyof typeof readers)[]
  return new Map(
    names.flatMap((name) => {
      const secret = secrets[name]
      return secret ? [[name, readers[name](secret)] as const] : []
    }),
  )
}
