import 'server-only'
import { createHmac } from 'node:crypto'
import { serverEnv } from '@/lib/env'
import { cutToBytes } from './cut-to-bytes'
import { sourceAddress } from './source-address'

/**
 * Returns by what a visitor may be told from others: their browser, and a hash of their address that only this server can
 * make. Throws as `parseServerEnv` does when the server lacks a setting.
 */
export function visitorTraces(headers: Headers): { userAgent: string; ipHash: string | undefined } {
  const source = sourceAddress(headers.get('x-forwarded-for'))
  return {
    userAgent: cutToBytes(headers.get('user-agent') ?? '', 500),
    ipHash:
      source && createHmac('sha256', serverEnv().SUPABASE_SECRET_KEY).update(`ip:${source}`).digest('hex'),
  }
}
