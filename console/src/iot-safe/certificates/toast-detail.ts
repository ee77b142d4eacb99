import { CallError } from '@simdeck/contract/client.ts'
import { failureText } from '../../session/api/failure.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Shows an error toast with the detail that the server tells of the failure, or else its reason. */
export function toastDetail(title: string, error: unknown): void {
  const detail = error instanceof CallError ? error.body?.detail : undefined
  toast.error(title, detail ?? failureText(error))
}
