import type { SmsMessageState, SmsReason, SmsAlgorithm } from '@simdeck/contract/sim-sms.ts'
import type { smppSecurities, SmsFailure } from '@simdeck/contract/sms-gateway.ts'
import type {
  BytesOrNull,
  ColumnType,
  Defaulted,
  DefaultedTime,
  Generated,
  GeneratedAlways,
  NumberOrNull,
  TextOrNull,
  TimeOrNull,
} from '../platform/db/column-types.ts'

declare module '../platform/db/schema.ts' {
  interface Database {
    sms_gateway: {
      only_one: Generated<boolean>
      host: string
      port: number
      security: (typeof smppSecurities)[number]
      system_id: string
      system_type: string
      sender: string
      messages_per_second: Defaulted<number>
      window_size: Defaulted<number>
      is_paused: Defaulted<boolean>
      /** Sealed; null for a gateway without a password. */
      password: ColumnType<Buffer | null, Buffer | null, Buffer | null>
    }
    sim_sms_keys: {
      sim_id: number
      /** The number of the key set on the card. */
      key_set: number
      algorithm: SmsAlgorithm
      kic: Buffer
      kid: Buffer
      tar: Buffer
      /** The key of the counter: it depends on the ICCID and the number of the key set. */
      fingerprint: Buffer
      changed_at: DefaultedTime
    }
    /** Rows are never deleted: a key set that is set again continues from its counter. */
    sms_counters: { fingerprint: Buffer; counter: number }
    sms_messages: {
      id: GeneratedAlways<number>
      sim_id: number
      /** The campaign that wakes the SIM; null for a message that a member asked for. */
      campaign_id: NumberOrNull
      /** True for a message of a campaign that is sent even if the campaign is held, because a member asked for it too. */
      at_once: Defaulted<boolean>
      state: Defaulted<SmsMessageState>
      created_at: DefaultedTime
      /** The time from which it may be sent, or sent again. */
      due_at: DefaultedTime
      attempts: Defaulted<number>
      /** Counter, packet and number are stored before the message is sent for the first time, and stay as they are. */
      counter: NumberOrNull
      packet: BytesOrNull
      /** The digits of the number. */
      destination: TextOrNull
      message_id: TextOrNull
      sent_at: TimeOrNull
      ended_at: TimeOrNull
      reason: ColumnType<SmsReason | null, SmsReason | null | undefined, SmsReason | null>
      detail: TextOrNull
      proof_status: NumberOrNull
      proof_is_authentic: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
      proof_at: TimeOrNull
      /** A compact script with the TAR of its application; null for a message that wakes the SIM. */
      script_tar: BytesOrNull
      script: BytesOrNull
      /** The data of the proof of receipt of a script. */
      script_result: BytesOrNull
      /** The OTA whose commands the script has; null if a member sent it. */
      ota_id: NumberOrNull
      /** True once the OTA has ended with the outcome of the message. */
      ota_ended: Defaulted<boolean>
    }
    sms_sender: {
      only_one: Generated<boolean>
      bound_since: TimeOrNull
      seen_at: DefaultedTime
      failure: ColumnType<SmsFailure | null, SmsFailure | null | undefined, SmsFailure | null>
      detail: TextOrNull
      failed_at: TimeOrNull
      throttled_at: TimeOrNull
      throttled: Defaulted<number>
    }
  }
}
