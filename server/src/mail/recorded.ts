import type { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import { deliver, type Delivery, DeliveryFailure } from './deliver.ts'
import type { MailServer } from './trust/mail-server.ts'

/**
 * Sends a mail and writes a row of the raw proxy log, without addresses, credentials and the text. A server that did not answer is only told to
 * be unreachable, without a duration; otherwise the log would reveal which ports are open. Throws `DeliveryFailure`.
 */
export async function recorded(rawLogs: RawLogs, server: MailServer, mail: Delivery): Promise<void> {
  const at = new Date()
  const record = (ok: boolean, answer: string, isTimed: boolean) =>
    rawLogs.proxy.add({
      at,
      kind: 'mail',
      host: `${server.host}:${server.port}`,
      operation: `SMTP ${server.security}`,
      ok,
      answer,
      ms: isTimed ? Date.now() - at.getTime() : null,
      request_bytes: Buffer.byteLength(mail.body),
      response_bytes: null,
    })
  try {
    await deliver(server, mail)
    record(true, '', true)
  } catch (error) {
    const reached = error instanceof DeliveryFailure && error.reached
    record(false, reached ? error.answer : 'unreachable', reached)
    throw error
  }
}
