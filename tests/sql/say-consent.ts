/**
 * Returns SQL that stores that the people who meet `where` said this about their present number, without a
 * form, an email or a link.
 */
export const sayConsent = (kind: 'given' | 'asked' | 'confirmed' | 'withdrawn', where = 'true') => `
  insert into private.consent_events (id, lead_id, number, kind, said_by, happened_at)
  select nextval('private.event_ids'), id, coalesce(phone_e164, phone), '${kind}', 'form', clock_timestamp()
  from private.leads
  where ${where}`
