import { countries } from '../../../../site/fields.ts'
import { mailCopy } from '../../../../site/mail-copy.ts'
import { colors } from '../../_shared/colors.ts'
import { deskUrl } from '../../_shared/desk-url.ts'
import { labelExtra } from '../../_shared/lead.ts'
import { mailtoUrl } from '../../_shared/mailto-url.ts'
import type { LeadEmail } from '../database.ts'
import { buttons } from './buttons.ts'
import { type Html, html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { strangersText, strangersWords } from './strangers-text.ts'
import { subjectText } from './subject-text.ts'
import { tellTime } from './tell-time.ts'
import { type Block, type Mail, writeMail } from './write-mail.ts'

const { owner: words, preview } = mailCopy

type Row = { label: string; text: string; value?: Html }

/** Who the lead is, how to reach them, what they agreed to and where they came from. */
export function ownerMail(email: LeadEmail): Mail {
  const { eyebrow, notes: about } = occasionOf(email)
  const mark = email.preview ? `${preview.mark} ` : ''
  const notes = [
    ...(email.preview ? [preview.note] : []),
    ...about,
    ...(email.record ? [words.unchangedNote] : []),
  ]
  return writeMail(
    subjectText(`${mark}${eyebrow}: ${strangersWords(email.name)}`),
    { ...words, eyebrow: `${mark}${eyebrow}`, title: subjectText(strangersWords(email.name)) },
    { hero: [actionsOf(email)], body: [...notes.map(note), tableOf(rowsOf(email))] },
  )
}

function actionsOf({ email, phone_e164: e164 }: LeadEmail): Block {
  const { reply, call, desk } = words.actions
  const found = new URL('/leads', deskUrl)
  found.searchParams.set('q', email)
  const actions = [
    { label: reply, url: mailtoUrl(email), shown: email },
    ...(e164 ? [{ label: call, url: `tel:${e164}`, shown: e164 }] : []),
    { label: desk, url: found.href, shown: found.href },
  ]
  return {
    html: buttons(actions),
    text: actions.map(({ label, shown }) => `${label}: ${shown}`).join('\n'),
  }
}

const note = (text: string): Block => ({
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="note" bgcolor="${light.ground}" style="background:${light.ground};border-left:4px solid ${colors.primary};padding:12px 16px;font-size:15px;line-height:23px">${text}</td></tr></table>`,
  text,
})

const tableOf = (rows: Row[]): Block => ({
  html: html`<table width="100%" cellpadding="0" cellspacing="0" border="0">${rows.map(tableRow)}</table>`,
  text: rows.map(({ label, text }) => `${label}: ${text.replace(/\s+/gu, ' ')}`).join('\n'),
})

function occasionOf({ confirms, came_before }: LeadEmail) {
  if (confirms) return words.confirmation
  return came_before ? words.again : words.first
}

function rowsOf(email: LeadEmail): Row[] {
  const { fields } = words
  return [
    { label: fields.name, text: strangersWords(email.name) },
    ...recordRow(fields.name, email.name, email.record?.name),
    { label: fields.email, text: email.email, value: link(mailtoUrl(email.email), email.email) },
    phoneRow(email),
    ...recordRow(fields.phone, email.phone, email.record?.phone),
    { label: fields.country, text: countryName(email) },
    ...recordRow(fields.country, countryName(email), email.record && countryName(email.record)),
    ...Object.entries(labelExtra(email.extra)).map(([label, text]) => ({ label, text: strangersText(text) })),
    { label: fields.consent, text: consentText(email) },
    { label: fields.time, text: tellTime(email.submitted_at, email.time_zone) },
    ...pageRow(email),
    ...(email.referrer ? [{ label: fields.referrer, text: strangersText(email.referrer) }] : []),
    ...campaignRow(email),
    { label: fields.submission, text: email.submission_id },
  ]
}

function phoneRow({ phone: typed, phone_e164: e164, country_code: country }: LeadEmail): Row {
  const label = words.fields.phone
  const phone = strangersText(typed)
  if (e164)
    return { label, text: `${phone} (${e164})`, value: html`${phone}<br>${link(`tel:${e164}`, e164)}` }
  const warning = `${words.invalidPhone} ${countries[country].name}`
  const mark = html`<strong class="warning" style="color:${light.warning}">${warning}</strong>`
  return { label, text: `${phone} (${warning})`, value: html`${phone}<br>${mark}` }
}

function tableRow({ label, text, value }: Row, index: number): Html {
  const edge = index === 0 ? '' : `border-top:1px solid ${light.line};`
  return html`<tr><th class="line soft" scope="row" width="112" align="left" valign="top" style="${edge}padding:11px 14px 11px 0;font-size:14px;line-height:24px;font-weight:400;color:${light.muted}">${label}</th>
<td class="line strong" valign="top" style="${edge}padding:11px 0;font-size:16px;line-height:24px;color:${colors.background};word-break:break-word"><bdi>${value ?? text}</bdi></td></tr>`
}

/** Only for mailto: and tel: links with validated values. */
function link(url: string, text: string): Html {
  return html`<a class="link" href="${url}" style="color:${light.link}">${text}</a>`
}

/** Only the path: anybody can submit a URL of another host, which the owner would trust in this email. */
function pageRow({ page }: LeadEmail): Row[] {
  const base = 'https://page.invalid'
  if (!page || !URL.canParse(page, base)) return []
  return [{ label: words.fields.page, text: new URL(page, base).pathname }]
}

function campaignRow({ campaign }: LeadEmail): Row[] {
  const lines = Object.entries(campaign).map(([key, value]) => `${key}: ${strangersText(value)}`)
  if (lines.length === 0) return []
  const value = html`${lines.map((line, index) => html`${index ? html`<br>` : ''}${line}`)}`
  return [{ label: words.fields.campaign, text: lines.join(', '), value }]
}

function recordRow(label: string, submitted: string, recorded: string | null | undefined): Row[] {
  return !recorded || recorded === submitted
    ? []
    : [{ label: `${label} ${words.onRecord}`, text: strangersWords(recorded) }]
}

const countryName = ({ country_code: code }: Pick<LeadEmail, 'country_code'>) => countries[code].name

function consentText({ consent_version: version, phone, record, consent }: LeadEmail) {
  const given = version ? `${words.consent} ${version}` : words.consentWithoutText
  const isOther = record && record.phone !== phone
  const notes = [isOther && words.consentNotTakenOver, words.notValid[consent as keyof typeof words.notValid]]
  return [given, ...notes.filter(Boolean)].join('; ')
}
