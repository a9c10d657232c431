import { createHash, timingSafeEqual } from 'node:crypto'
import type { Role } from '../database/database.ts'
import type { Settings } from '../settings.ts'

/** Tells which role an API key stands for, in a time that does not depend on how much of it is right. */
export function createRoleOfKey({
  secretKey,
  publishableKey,
}: Pick<Settings, 'secretKey' | 'publishableKey'>) {
  const digest = (key: string) => createHash('sha256').update(key).digest()
  const known: [Buffer, Role][] = [
    [digest(secretKey), 'service_role'],
    [digest(publishableKey), 'anon'],
  ]
  return (key: string) => known.find(([expected]) => timingSafeEqual(expected, digest(key)))?.[1]
}
