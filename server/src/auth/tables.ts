import type { SignInEvent } from '@simdeck/contract/me.ts'
import type { BytesOrNull, Defaulted, DefaultedTime, GeneratedAlways, TextOrNull, Time, TimeOrNull } from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    roles: { id: number; name: string }
    role_permissions: { role_id: number; permission: string }
    members: {
      id: GeneratedAlways<number>
      email: string
      name: string
      role_id: number
      user_type: Defaulted<number>
      account_status: Defaulted<'active' | 'inactive' | 'in_confirm'>
      password_hash: string
      confirmed_at: TimeOrNull
      self_signed_up: Defaulted<boolean>
      must_change_password: Defaulted<boolean>
      password_expires_at: TimeOrNull
      mfa_secret: BytesOrNull
      mfa_enabled_at: TimeOrNull
      mfa_pending_secret: BytesOrNull
      mfa_last_step: Defaulted<number>
      mail_changes_seen: Defaulted<number>
      created_at: DefaultedTime
      updated_at: DefaultedTime
    }
    sign_ins: {
      id: string
      member_id: number
      created_at: DefaultedTime
      last_used_at: DefaultedTime
      revoked_at: TimeOrNull
      ip: TextOrNull
      user_agent: TextOrNull
      verified_at: DefaultedTime
    }
    recovery_codes: { member_id: number; hash: Buffer; used_at: TimeOrNull }
    challenges: {
      hash: Buffer
      member_id: number
      purpose: 'newPassword' | 'mfa' | 'invitation' | 'signUp' | 'emailChange'
      email: TextOrNull
      created_at: DefaultedTime
      expires_at: Time
    }
    reset_codes: { member_id: number; hash: Buffer; tries: Defaulted<number>; expires_at: Time }
    password_changes: { member_id: number; at: DefaultedTime }
    sign_in_locks: { key: Buffer; until: Time }
    sign_in_history: {
      id: GeneratedAlways<number>
      member_id: number
      at: DefaultedTime
      outcome: SignInEvent['outcome']
      ip: TextOrNull
      user_agent: TextOrNull
    }
    refresh_tokens: { hash: Buffer; sign_in_id: string; generation: number; used_at: TimeOrNull }
    sign_in_attempts: { key: Buffer; at: DefaultedTime }
    ws_tickets: { hash: Buffer; member_id: number; sign_in_id: string; expires_at: Time }
  }
}
