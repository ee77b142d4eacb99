import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { toastDetail } from './toast-detail.ts'
import { refresh } from '../../session/api/query.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useText } from '../../ui/words/text.ts'
import { certificateText } from './certificate-text.ts'

/** Loads everything again that shows certificates. */
export function refreshCertificates(): void {
  for (const endpoint of [
    endpoints.listCertificates,
    endpoints.listSimCertificates,
    endpoints.getCertificate,
    endpoints.certificateFigures,
    endpoints.listIotSafeSims,
    endpoints.iotSafeFigures,
    endpoints.listSignings,
    endpoints.listOtaLogs,
  ])
    void refresh(endpoint)
}

/** An action on certificates. `done` makes the message of its success from the answer. */
export function useCertificateAct<Answer>(
  act: () => Promise<Answer>,
  done: (answer: Answer) => string,
  onDone: () => void = () => undefined,
) {
  const t = useText(certificateText)
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      toast.success(done(answer))
      onDone()
    },
    onError: (error) => toastDetail(t.failed, error),
    onSettled: refreshCertificates,
  })
  return { run: () => mutation.mutate(), busy: mutation.isPending }
}
