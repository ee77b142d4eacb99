import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { MayButton } from '../../../session/MayButton.tsx'
import { useText } from '../../../ui/words/text.ts'
import { checkParameters } from '../../parameters/draft/parameters-draft.ts'
import type { ParametersDraft } from '../../parameters/draft/parameters-draft.ts'
import { parametersText } from '../../parameters/text/parameters-text.ts'
import { useSaveDefault } from '../../parameters/use-save-default.ts'
import css from '../../parameters/parameters.module.css'

/** Button that stores the parameters as the default of their package. */
export function SaveAsDefault({ chosen, value }: { chosen: OtaPackage; value: ParametersDraft }) {
  const t = useText(parametersText)
  const { encoded } = checkParameters(chosen.type, value)
  const save = useSaveDefault(chosen)
  return (
    <section className={css.section}>
      <div className={css.head2}>
        <MayButton
          permission="OTA_UPDATE"
          size="sm"
          busy={save.isPending}
          disabled={encoded === null}
          onClick={() => encoded && save.mutate(encoded)}
        >
          {t.save}
        </MayButton>
        <span className={css.note}>{t.saveNote}</span>
      </div>
    </section>
  )
}
