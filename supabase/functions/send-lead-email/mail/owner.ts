import { colors } from '../../_shared/colors.ts'
import { countries, labelExtra } from '../../_shared/lead.ts'
import { mailCopy } from '../../_shared/mail-copy.ts'
import { mailtoUrl } from '../../_shared/mailto-url.ts'
import type { LeadEmail } from '../database.ts'
import type { Mail } from '../smtp.ts'
import { type Html, html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { strangersText } from './strangers-text.ts'
import { subjectText } from './subject-text.ts'
import { utc } from './utc.ts'
import { type Block, paragraph, writeMail } from './write-mail.ts'

const { owner: words, preview } = mailCopy

type Row = { label: string; text: string; value?: Html }

/** Returns a mail to the owner about a lead: who it is, how to reach them, what they agreed to and where they came from. */
export function ownerMail(email: LeadEmail): Mail {
  const { subject, title, ...occasion } = occasionOf(email)
  const notes = [
    ...(email.preview ? [preview.note] : []),
    ...occasion.notes,
    ...(email.record ? [words.unchangedNote] : []),
  ]
  return writeMail(
    subjectText(`${email.preview ? `${preview.mark} ` : ''}${subject}: ${email.name}`),
    { title, preheader: words.preheader, reason: `${words.reply} ${email.email}` },
    [...notes.map(paragraph), tableOf(rowsOf(email))],
  )
}

const tableOf = (rows: Row[]): Block => ({
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.map(tableRow)}</table>`,
  text: rows.map(({ label, text }) => `${label}: ${text.replace(/\s+/gu, ' ')}`).join('\n'),
})

function occasionOf({ confirms, came_before }: LeadEmail) {
  if (confirms) return words.confirmation
  return came_before ? words.again : words.first
}

function rowsOf(email: LeadEmail): Row[] {
  const { fields } = words
  const campaign = Object.entries(email.campaign).map(([key, value]) => ({
    label: `${fields.campaign} ${key}`,
    text: strangersText(value),
  }))
  return [
    { label: fields.name, text: strangersText(email.name) },
    ...recordRow(fields.name, email.name, email.record?.name),
    { label: fields.email, text: email.email, value: link(mailtoUrl(email.email), email.email) },
    phoneRow(email),
    ...recordRow(fields.phone, email.phone, email.record?.phone),
    { label: fields.country, text: countryName(email) },
    ...recordRow(fields.country, countryName(email), email.record && countryName(email.record)),
    ...Object.entries(labelExtra(email.extra)).map(([label, text]) => ({ label, text: strangersText(text) })),
    { label: fields.consent, text: consentText(email) },
    { label: fields.time, text: utc(email.submitted_at) },
    ...pageRow(email),
    ...(email.referrer ? [{ label: fields.referrer, text: strangersText(email.referrer) }] : []),
    ...campaign,
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

function tableRow({ label, text, value }: Row): Html {
  return html`<tr><td class="line" style="padding:12px 0;border-top:1px solid ${light.line}">
<div class="soft" style="font-size:13px;line-height:20px;color:${light.muted}">${label}</div>
<div class="strong" style="font-size:16px;line-height:24px;color:${colors.background};word-break:break-word"><bdi>${value ?? text}</bdi></div>
</td></tr>`
}

/** Only mailto: and tel: links are made of submitted values. These values were validated. */
function link(url: string, text: string): Html {
  return html`<a class="link" href="${url}" style="color:${light.link}">${text}</a>`
}

/** Shows only the path. Anybody can submit a URL of another host, and in this mail that URL would look trustworthy. */
function pageRow({ page }: LeadEmail): Row[] {
  const base = 'https://page.invalid'
  if (!page || !URL.canParse(page, base)) return []
  return [{ label: words.fields.page, text: new URL(page, base).pathname }]
}

function recordRow(label: string, submitted: string, recorded: string | null | undefined): Row[] {
  return !recorded || recorded === submitted
    ? []
    : [{ label: `${label} ${words.onRecord}`, text: strangersText(recorded) }]
}

const countryName = ({ country_code: code }: Pick<LeadEmail, 'country_code'>) => countries[code].name

function consentText({ consent_version: version, phone, record }: LeadEmail) {
  const given = version ? `${words.consent} ${version}` : words.consentWithoutText
  return record && record.phone !== phone ? `${given}; ${words.consentNotTakenOver}` : given
}
