import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { toastDetail } from '../certificates/toast-detail.ts'
import { refresh } from '../../session/api/query.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useText } from '../../ui/words/text.ts'
import { fileText } from './file-text.ts'

/** Loads everything again that shows files. */
export function refreshFiles(): void {
  for (const endpoint of [endpoints.listFiles, endpoints.listSimFiles, endpoints.getFile, endpoints.listOtaLogs]) void refresh(endpoint)
}

/** An action on a file. `done` makes the message of its success from the answer. */
export function useFileAct<Answer>(act: () => Promise<Answer>, done: (answer: Answer) => string, onDone: () => void = () => undefined) {
  const t = useText(fileText)
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      toast.success(done(answer))
      onDone()
    },
    onError: (error) => toastDetail(t.failed, error),
    onSettled: refreshFiles,
  })
  return { run: () => mutation.mutate(), busy: mutation.isPending }
}
