import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTerminal } from '../../tests/kit/open-terminal.ts'
import { ask, type Question } from './ask.ts'
import { SetupError } from './setup-error.ts'

const question: Question = {
  variable: 'COLOUR',
  question: 'A colour',
  why: 'It is needed.',
  fallback: 'red',
  read: (typed) => {
    if (typed === 'loud') throw new SetupError('This is no colour.')
    return typed
  },
}

const openTyped = (lines: string[], isTTY = true) =>
  openTerminal(lines, /A (?:colour|secret)[^\n]*: $/, isTTY)

test('a wrong answer is refused at the question, and it is asked again', async () => {
  const { terminal, printed, end } = openTyped(['loud', 'blue'])
  assert.equal(await ask(terminal, question), 'blue')
  end()
  assert.match(await printed, /It is needed\.[\s\S]*This is no colour\./)
})

test('an empty line means the default', async () => {
  const { terminal } = openTyped([''])
  assert.equal(await ask(terminal, question), 'red')
})

test('a secret is not shown while it is typed', async () => {
  const { terminal, printed, end } = openTyped(['hunter2'])
  const secret = { ...question, question: 'A secret', isSecret: true }
  assert.equal(await ask(terminal, secret), 'hunter2')
  end()
  assert.doesNotMatch(await printed, /hunter2/)
})

test('a variable answers, and a wrong one is named', async () => {
  const { terminal } = openTyped([], false)
  assert.equal(await ask(terminal, question, 'green'), 'green')
  await assert.rejects(ask(terminal, question, 'loud'), /COLOUR: This is no colour/)
})

test('where nobody can be asked, a question without a default names its variable', async () => {
  const { terminal } = openTyped([], false)
  assert.equal(await ask(terminal, question), 'red')
  const { fallback: _, ...demanded } = question
  await assert.rejects(ask(terminal, demanded), /Set COLOUR/)
})
