import { randomUUID } from 'node:crypto'
import { readCases } from '../proof/harness/read-cases.ts'
import { callFunction, mailsAbout, sql, submissions } from './backend.ts'
import { expect, test } from './test.ts'

const phones = new URL('../supabase/functions/send-lead-email/phones.tsv', import.meta.url)

const lead = () => ({
  name: 'Grace Hopper',
  email: `grace.${randomUUID()}@example.com`,
  phone: '201 555 0123',
  countryCode: 'US',
  consent: true,
})

test('a call with only the five fields of the specification is stored and mailed', async () => {
  const body = lead()
  const response = await callFunction(body)
  expect(response.status).toBe(201)
  expect(await submissions(body.email)).toMatchObject([{ name: body.name, phone_e164: '+12015550123' }])
  await mailsAbout(body.email)
})

test('every phone of the table is stored as typed, with its E.164 form or null', async () => {
  const wrong: string[] = []
  for (const [country, phone = '', e164] of readCases(phones)) {
    const body = { ...lead(), phone, countryCode: country === 'GB' ? 'UK' : country }
    const response = await callFunction(body)
    const [stored] = await submissions(body.email)
    const expected = e164 === 'invalid' ? null : e164
    const asTyped = stored?.phone === phone.trim().normalize('NFC')
    if (response.status !== 201 || stored?.phone_e164 !== expected || !asTyped) {
      wrong.push(`${country} ${phone}: ${stored?.phone} ${stored?.phone_e164}, not ${expected}`)
    }
  }
  expect(wrong).toEqual([])
})

test('one key stores one submission; other content under it is a conflict and changes nothing', async () => {
  const body = lead()
  const key = { 'Idempotency-Key': randomUUID() }
  expect((await callFunction(body, key)).status).toBe(201)
  expect((await callFunction(body, key)).status).toBe(200)
  const conflict = await callFunction({ ...body, phone: '555' }, key)
  expect(conflict.status).toBe(409)
  expect(await conflict.text()).not.toContain(body.email)
  expect(await submissions(body.email)).toMatchObject([{ phone: body.phone }])
})

test('a call without the right key is refused and stores nothing', async () => {
  const body = lead()
  for (const apikey of ['', 'sb_secret_wrong']) {
    expect((await callFunction(body, { apikey })).status).toBe(401)
  }
  expect(await submissions(body.email)).toEqual([])
})

test('the public roles have no rights on any table', async () => {
  const tables = await sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  expect(tables.length).toBeGreaterThanOrEqual(5)
  const rights = await sql(
    `select grantee, table_name, privilege_type from information_schema.role_table_grants
     where table_schema = 'public' and grantee in ('anon', 'authenticated', 'PUBLIC')`,
  )
  expect(rights).toEqual([])
})
