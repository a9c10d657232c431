import type { Health } from '../../../supabase/functions/_shared/health.ts'
import { sourceDigest } from '../../../supabase/functions/send-lead-email/source-digest.ts'

/** What a function in which all is well tells of itself, with these changes. */
export const soundHealth = (changes: Partial<Health> = {}): Health => ({
  version: sourceDigest,
  settings: [],
  siteUrl: 'https://brand.example/',
  videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
  senderDomain: 'brand.example',
  smtp: { status: 'ok', reason: null },
  database: { status: 'ok', reason: null },
  mail: { status: 'sent', reason: null },
  ...changes,
})
