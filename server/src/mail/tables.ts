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
      /** The role that set or confirmed it. */
      trusted_by: Defaulted<number>
      /** No mail server from then on. */
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
      /** The member whom it is for; null for system mail. */
      member_id: Defaulted<number | null>
      /** The mail server that it must take, whatever is configured by now. */
      server_id: Defaulted<number | null>
      /** The role that set or confirmed its words; null: they are the product's own. */
      words_by: Defaulted<number | null>
      /** It is kept because no mail server, or not its words, were confirmed by a role as high as the member's. */
      unconfirmed: Defaulted<boolean>
    }
    system_mail_events: { key: string; since: DefaultedTime; count: Defaulted<number> }
  }
}
