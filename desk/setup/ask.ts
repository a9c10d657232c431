import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Terminal } from '../cli/terminal.ts'
import { SetupError } from './setup-error.ts'

/** The variable of this name can answer, too. */
export type Question = {
  variable: string
  question: string
  /** In a sentence. */
  why: string
  /** For an empty line. */
  fallback?: string
  /** Not shown while it is typed. */
  isSecret?: boolean
  /** For this run alone, stored nowhere. */
  isPassing?: boolean
  /** Returns what is stored. Throws a SetupError that says what is wrong. */
  read: (typed: string) => Promise<string> | string
}

/**
 * Asks until the answer is right. `given` is an answer from before, such as a variable. Throws a SetupError
 * if it is wrong, or if it is missing and nobody can type one.
 */
export async function ask(terminal: Terminal, question: Question, given?: string): Promise<string> {
  const { variable, fallback, read } = question
  if (given !== undefined) {
    try {
      return await read(given)
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      throw new SetupError(`${variable}: ${error.message}`)
    }
  }
  if (!terminal.stdin.isTTY) {
    if (fallback !== undefined) return await read(fallback)
    throw new SetupError(`Nobody can be asked here. Set ${variable} (${question.question}).`)
  }
  terminal.stdout.write(`\n  ${question.why}\n`)
  for (;;) {
    const shown = fallback ? ` [${fallback}]` : ''
    const typed = await readTyped(terminal, `  ${question.question}${shown}: `, question.isSecret)
    try {
      return await read(typed || fallback || '')
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      terminal.stdout.write(`  ${error.message}\n`)
    }
  }
}

export function sayOpen(say: (line: string) => void, about: string, questions: Question[]): void {
  if (questions.length === 0) return
  say(`\n  Setup would ask about ${about}`)
  for (const { question } of questions) say(`    ${question}`)
}

/** Throws a SetupError if the terminal is closed. */
async function readTyped({ stdin, stdout }: Terminal, prompt: string, isSecret = false): Promise<string> {
  let isMuted = false
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!isMuted) stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: true })
  const closed = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new SetupError('Stopped. Run it again to go on from here.'))),
  )
  try {
    // Readline writes the prompt unless it is muted.
    if (isSecret) stdout.write(prompt)
    // Readline writes the line as typed; a secret is written nowhere.
    isMuted = isSecret
    const typed = await Promise.race([lines.question(isSecret ? '' : prompt), closed])
    return typed.trim()
  } finally {
    closed.catch(() => {})
    lines.close()
    if (isSecret) stdout.write('\n')
  }
}
