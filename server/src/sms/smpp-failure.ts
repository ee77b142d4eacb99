import type { SmsFailure } from '@simdeck/contract/sms-gateway.ts'
import { smppStatus } from '@simdeck/protocol/smpp/pdu.ts'

const maxDetail = 200

/** The gateway did not do what it was asked for. `message`: its answer or the cause, in one line. */
export class SmppFailure extends Error {
  override readonly name = 'SmppFailure'
  readonly failure: SmsFailure

  constructor(failure: SmsFailure, detail: string) {
    super(detail.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxDetail))
    this.failure = failure
  }
}

const certificateCodes = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|INVALID_|HOSTNAME_MISMATCH|INVALID_PURPOSE)/
/** A peer that speaks no TLS. */
const foreignCodes = /^(ERR_SSL_|EPROTO)/

/** The failure that an error of a socket or of a lookup stands for. */
export function failureOf(error: unknown): SmppFailure {
  if (error instanceof SmppFailure) return error
  const { code = '', message } = error as Error & { code?: string }
  if (certificateCodes.test(code)) return new SmppFailure('certificate', `${message} (${code})`)
  return new SmppFailure(foreignCodes.test(code) ? 'invalid' : 'unreachable', code === '' ? message : code)
}

const busy: readonly number[] = [smppStatus.throttled, smppStatus.queueFull]
const credentials: readonly number[] = [smppStatus.bindFailed, smppStatus.invalidPassword, smppStatus.invalidSystemId]

/** The failure that a status in an answer stands for (SMPP 3.4 §5.1.3). */
export function failureOfStatus(request: 'bind_transceiver' | 'submit_sm' | 'enquire_link', status: number): SmppFailure {
  const detail = `${request}: command_status 0x${status.toString(16).toUpperCase().padStart(8, '0')}`
  if (busy.includes(status)) return new SmppFailure('busy', detail)
  if (credentials.includes(status) || request === 'bind_transceiver') return new SmppFailure('refused', detail)
  return new SmppFailure(request === 'submit_sm' ? 'rejected' : 'invalid', detail)
}
