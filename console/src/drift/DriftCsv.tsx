import { type DifferenceKind, getDriftCsvUrl } from '@simdeck/contract/drift.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { Button } from '../ui/form/Button.tsx'
import { download } from '../ui/frame/save-file.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'

interface DriftCsvProps {
  filter: { kind: DifferenceKind | undefined; search: string | undefined }
}

/** Button that downloads all SIMs that match the filter of the list. */
export function DriftCsv({ filter: { kind, search } }: DriftCsvProps) {
  const t = useText(driftText)
  const request = useMutation({
    mutationFn: () => call(getDriftCsvUrl, { query: { ...(kind && { kind }), ...(search !== undefined && search !== '' && { search }) } }),
    onSuccess: ({ url }) => download(url),
    onError: (error) => toastFailure(t.csvFailed, error),
  })
  return (
    <Button size="sm" variant="ghost" icon={<IconDownload size={16} />} busy={request.isPending} onClick={() => request.mutate()}>
      {t.csv}
    </Button>
  )
}
