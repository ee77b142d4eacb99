import { getPackage, listPackages, updatePackage } from '@simdeck/contract/packages.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useText } from '../../ui/words/text.ts'
import type { CheckedParameters } from './draft/parameters-draft.ts'
import { parametersText } from './text/parameters-text.ts'

/** Stores parameters as the default of a package; null removes its default. */
export function useSaveDefault({ packageAID, otaVersion, label }: OtaPackage, onSaved?: () => void) {
  const t = useText(parametersText)
  return useMutation({
    mutationFn: (encoded: CheckedParameters['encoded']) =>
      call(updatePackage, {
        params: { packageAID, otaVersion, label },
        body: { installParameters: encoded?.installParameters ?? null, cardParameters: encoded?.cardParameters || null },
      }),
    onSuccess: (_, encoded) => {
      void refresh(listPackages)
      void refresh(getPackage)
      toast.success(encoded === null ? t.removed : t.saved)
      onSaved?.()
    },
    onError: (error) => toastFailure(t.saveFailed, error),
  })
}
