import { getPackage, listPackages, updatePackage } from '@simdeck/contract/packages.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { refresh } from '../../../session/api/query.ts'
import { MayButton } from '../../../session/MayButton.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useText } from '../../../ui/words/text.ts'
import { checkParameters } from '../../parameters/draft/parameters-draft.ts'
import type { ParametersDraft } from '../../parameters/draft/parameters-draft.ts'
import { parametersText } from '../../parameters/text/parameters-text.ts'
import css from '../../parameters/parameters.module.css'

/** Button that stores the applet's own data as the default of its package. A package has no default for what the card itself reads. */
export function SaveAsDefault({ chosen, value }: { chosen: OtaPackage; value: ParametersDraft }) {
  const t = useText(parametersText)
  const { encoded } = checkParameters(chosen.type, value)
  const { packageAID, otaVersion, label } = chosen
  const save = useMutation({
    mutationFn: (installParameters: string) =>
      call(updatePackage, { params: { packageAID, otaVersion, label }, body: { installParameters } }),
    onSuccess: () => {
      void refresh(listPackages)
      void refresh(getPackage)
      toast.success(t.saved)
    },
    onError: (error) => toastFailure(t.saveFailed, error),
  })
  return (
    <section className={css.section}>
      <div className={css.head2}>
        <MayButton
          permission="OTA_UPDATE"
          size="sm"
          busy={save.isPending}
          disabled={encoded === null}
          onClick={() => encoded && save.mutate(encoded.installParameters)}
        >
          {t.save}
        </MayButton>
        <span className={css.note}>{t.saveNote}</span>
      </div>
    </section>
  )
}
