import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'

const { pages, render } = await buildInterface()

const show = (logins: string[]) =>
  parseHTML(
    render({
      page: pages.members,
      props: { members: [], logins, has_owner: false, isOnWeb: false },
      shell: { title: 'Members', links: [] },
    }),
  ).document.querySelector('main')?.textContent ?? ''

test('each login of the database is named, with what it may do, also if there is only one', () => {
  assert.doesNotMatch(show([]), /Logins of the database/)
  assert.match(show(['ada_login']), /Logins of the database\s*ada_login: anybody with one of these/)
  assert.match(show(['ada_login', 'bo_login']), /ada_login, bo_login: anybody/)
})
