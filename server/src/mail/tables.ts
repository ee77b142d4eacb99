import type { BytesOrNull, Defaulted, DefaultedTime, GeneratedAlways, TextOrNull, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    mail_settings: {
      id: GeneratedAlways<number>
      host: string
      port: number
      security: 'none' | 'starttls' | 'tls'
      username: string
      password: BytesOrNull
      from_address: string
      from_name: string
      updated_at: DefaultedTime
      /** The role that set or confirmed the server. */
      trusted_by: Defaulted<number>
      /** True for a row without a server, which records that the mail server was removed. */
      removed: Defaulted<boolean>
    }
    mail_words: { id: GeneratedAlways<number>; name: 'invitation' | 'authentication'; trusted_by: number; words: string }
    mail_changes: {
      id: GeneratedAlways<number>
      at: DefaultedTime
      what: 'server' | 'invitation' | 'authentication'
      member_id: number | null
      changed_by: string
      role_id: number
    }
    mail_destinations: { address: string }
    mails: {
      id: GeneratedAlways<number>
      created_at: DefaultedTime
      recipient: string
      subject: string
      body: BytesOrNull
      state: 'queued' | 'sent' | 'failed' | 'kept'
      tries: Defaulted<number>
      sent_at: TimeOrNull
      error: TextOrNull
      /** The member who gets the mail; null for system mail. */
      member_id: Defaulted<number | null>
      /** The mail server that must send the mail, even if another one is configured now. */
      server_id: Defaulted<number | null>
      /** The role that set or confirmed the text; null for the product's own text. */
      words_by: Defaulted<number | null>
      /** True if the mail is kept because no role as high as the member's has confirmed a mail server or the text. */
      unconfirmed: Defaulted<boolean>
    }
    system_mail_events: { key: string; since: DefaultedTime; count: Defaulted<number> }
  }
}
