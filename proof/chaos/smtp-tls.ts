import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { submitToFunction } from '../harness/call-function.ts'
import { type Experiment, expect, type Workbench } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { openScriptedSmtp, type ScriptedSmtp } from '../harness/scripted-smtp.ts'
import { makeSubmissions } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'
import { waitUntil } from '../harness/wait-until.ts'

const leads = 30
const outside = () =>
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address

/** Leads are taken and not one mail leaves in clear or to a stranger: it waits, and tells why. */
async function nothingIsSent({ chain, ledger, random }: Workbench, smtp: ScriptedSmtp) {
  await liftLimits(chain)
  const send = (submission: Parameters<typeof submitToFunction>[1]) => submitToFunction(chain, submission)
  for (const person of makeSubmissions(random, leads)) await submitUntilAcknowledged(person, { ledger, send })
  const errors = async () =>
    chain.query<{ last_error: string }>(
      'select distinct last_error from public.lead_emails where last_error is not null',
    )
  await waitUntil('a mail was tried', 30_000, async () => (await errors()).length > 0)
  const { acknowledged } = await verify(chain, ledger, {
    mails: smtp.mails,
    mayEndAs: ['pending', 'sending'],
  })
  const [first] = await errors()
  const figures = `${acknowledged} of ${leads} acknowledged, ${smtp.mails.length} mails sent, ${smtp.commands()} commands in clear, "${first?.last_error}"`
  await smtp.close()
  expect(smtp.mails.length === 0, figures)
  return figures
}

/** A mail server whose certificate nobody vouches for. */
export const wrongCertificate: Experiment = {
  id: 'E7c',
  title: 'mail server with a wrong certificate',
  parts: ['function', 'gateway'],
  functionEnv: (port) => ({ SMTP_URL: `smtps://localhost:${port + 8}` }),
  async run(bench) {
    const [key, cert] = ['key', 'cert'].map((name) => path.join(bench.folder, `${name}.pem`)) as [
      string,
      string,
    ]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', key, '-out', cert]
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...names],
      {
        stdio: 'ignore',
      },
    )
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
    return nothingIsSent(bench, await openScriptedSmtp(bench.port + 8, { tls }))
  },
}

/** A mail server elsewhere that offers no encryption. */
export const withoutEncryption: Experiment = {
  id: 'E7s',
  title: 'mail server elsewhere without STARTTLS',
  parts: ['function', 'gateway'],
  functionEnv: (port) => ({ SMTP_URL: `smtp://${outside() ?? 'localhost'}:${port + 8}` }),
  async run(bench) {
    const host = outside()
    if (!host) return 'not run: this machine has no address but loopback'
    return nothingIsSent(bench, await openScriptedSmtp(bench.port + 8, { host }))
  },
}
