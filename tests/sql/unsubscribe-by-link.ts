import type { TestDatabase } from './test-database.ts'

/**
 * Presses the link in an email to this mailbox, as a mail program does. A link is stored when its email is
 * claimed; a test that claims none has it stored here. Returns whether the link is known.
 */
export async function unsubscribeByLink(
  { query, queryAs }: Pick<TestDatabase, 'query' | 'queryAs'>,
  email: string,
): Promise<unknown> {
  const [row] = await query(
    `with stored as (
      insert into mailbox_links
      values (lead_token(mail_token(mailbox_key($1)), 'mail'), hash_mailbox(mailbox_key($1)))
      on conflict do nothing
    )
    select mail_token(mailbox_key($1)) as token`,
    [email],
  )
  return (await queryAs('service_role', `select unsubscribe($1, 'link') as done`, [row?.token]))[0]?.done
}
