import { CallError } from '@simdeck/contract/client.ts'
import { failureText } from '../../session/api/failure.ts'

/** The server's message with its detail, for example the reason for which a file is not a CAP file. */
export function failureWithReason(error: Error): string {
  const detail = error instanceof CallError ? error.body?.detail : undefined
  return detail === undefined ? failureText(error) : `${failureText(error)}: ${detail}`
}
