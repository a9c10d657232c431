import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { ask, type Question } from './ask.ts'
import { Doubt } from './doubt.ts'

const question: Question = {
  variable: 'COLOUR',
  question: 'A colour',
  why: 'It is needed.',
  fallback: 'red',
  read: (typed) => {
    if (typed === 'loud') throw new Doubt('This is no colour.')
    return typed
  },
}

/** Opens a terminal at which somebody types these lines, each when it is asked for. */
function openTerminal(lines: string[], isTTY = true) {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stdout = new PassThrough()
  const printed = text(stdout)
  const asked = /A (?:colour|secret)[^\n]*: $/
  let shown = ''
  const write = stdout.write.bind(stdout)
  stdout.write = ((chunk: string) => {
    shown += chunk
    if (asked.test(shown)) {
      shown = ''
      setImmediate(() => stdin.write(`${lines.shift() ?? ''}\n`))
    }
    return write(chunk)
  }) as typeof stdout.write
  return { terminal: { stdin, stdout, stderr: stdout }, printed, end: () => stdout.end() }
}

test('a wrong answer is refused at the question, and it is asked again', async () => {
  const { terminal, printed, end } = openTerminal(['loud', 'blue'])
  assert.equal(await ask(terminal, question), 'blue')
  end()
  assert.match(await printed, /It is needed\.[\s\S]*This is no colour\./)
})

test('an empty line means the default', async () => {
  const { terminal } = openTerminal([''])
  assert.equal(await ask(terminal, question), 'red')
})

test('a secret is not shown while it is typed', async () => {
  const { terminal, printed, end } = openTerminal(['hunter2'])
  const secret = { ...question, question: 'A secret', isSecret: true }
  assert.equal(await ask(terminal, secret), 'hunter2')
  end()
  assert.doesNotMatch(await printed, /hunter2/)
})

test('a variable answers, and a wrong one is named', async () => {
  const { terminal } = openTerminal([], false)
  assert.equal(await ask(terminal, question, 'green'), 'green')
  await assert.rejects(ask(terminal, question, 'loud'), /COLOUR: This is no colour/)
})

test('where nobody can be asked, a question without a default names its variable', async () => {
  const { terminal } = openTerminal([], false)
  assert.equal(await ask(terminal, question), 'red')
  const { fallback: _, ...demanded } = question
  await assert.rejects(ask(terminal, demanded), /Set COLOUR/)
})
