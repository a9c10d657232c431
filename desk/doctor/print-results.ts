import { styleText } from 'node:util'
import { visible } from '../core/describe.ts'
import type { Result } from './result.ts'
import { type Target, withoutQuery } from './target.ts'

const marks = { ok: styleText('green', 'ok   '), fault: styleText(['red', 'bold'], 'FAULT') }

/** Foreign text, such as a DNS record, cannot move the cursor or begin a line. */
export function printResults({ isLocal, pageUrl }: Target, results: Result[]): void {
  const place = isLocal ? 'The stack of this machine' : 'The project at SUPABASE_URL'
  console.log(`\n  ${place}, the page at ${visible(withoutQuery(pageUrl) ?? 'no address')}\n`)

  const width = Math.max(...results.map(({ check }) => check.length))
  for (const { check, status, sentence, todo } of results) {
    if (status === 'unseen') continue
    console.log(`  ${marks[status]}  ${check.padEnd(width)}  ${visible(sentence)}`)
    if (todo) console.log(`  ${' '.repeat(7 + width)}  ${arrow(todo)}`)
  }

  const unseen = Map.groupBy(
    results.filter(({ status }) => status === 'unseen'),
    ({ sentence }) => sentence,
  )
  if (unseen.size > 0) console.log(`\n  ${styleText('yellow', 'Not checked')}`)
  for (const [sentence, group] of unseen) {
    console.log(
      `  ${visible(sentence)} ${styleText('dim', `(${group.map(({ check }) => check).join(', ')})`)}`,
    )
    if (group[0]?.todo) console.log(`  ${arrow(group[0].todo)}`)
  }

  const count = (status: Result['status']) => results.filter((result) => result.status === status).length
  console.log(`\n  ${count('ok')} ok, ${count('fault')} to repair, ${count('unseen')} not checked\n`)
}

const arrow = (todo: string) => styleText('dim', `→ ${visible(todo)}`)
