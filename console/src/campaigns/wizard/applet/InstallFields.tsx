import { Select } from '@mantine/core'
import { TextButton } from '../../../ui/form/Button.tsx'
import { HexText } from '../../../ui/value/Copyable.tsx'
import { HexField } from '../../../ui/form/Fields.tsx'
import { useText } from '../../../ui/words/text.ts'
import { checkReport } from '../install-parameters.ts'
import { ReportFields } from './ReportFields.tsx'
import { hasReportParameters, isLibrary } from '../wizard-draft.ts'
import type { Draft, DraftProblems } from '../wizard-draft.ts'
import { wizardText } from '../wizard-text.tsx'
import css from '../wizard.module.css'

interface InstallFieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  shown: DraftProblems
  /** True after the user tried to continue. Every problem is shown then. */
  tried: boolean
}

/** Fields for the installation of the chosen package: applet, instance AID, parameters. */
export function InstallFields({ draft, onChange, shown, tried }: InstallFieldsProps) {
  const t = useText(wizardText)
  const chosen = draft.package
  if (!chosen) return null
  if (isLibrary(chosen)) return <p className={css.note}>{t.libraryWords}</p>
  const report = hasReportParameters(chosen.type) ? checkReport(draft.report) : null
  return (
    <>
      {chosen.applets.length > 1 && (
        <Select
          size="md"
          label={t.module}
          data={chosen.applets}
          value={draft.moduleAid}
          onChange={(aid) => {
            if (aid) onChange({ ...draft, moduleAid: aid, instanceAid: draft.instanceAid === draft.moduleAid ? aid : draft.instanceAid })
          }}
        />
      )}
      {chosen.type === 'Poller' ? (
        <fieldset className={css.group}>
          <legend>{t.instance}</legend>
          <span>
            <HexText value={draft.instanceAid} spaced /> <span className={css.note}>{t.instanceFixed}</span>
          </span>
        </fieldset>
      ) : (
        <HexField
          size="md"
          label={t.instance}
          description={t.instanceNote}
          lengthBytes={[5, 16]}
          value={draft.instanceAid}
          error={shown.instanceAid ? t.aidWrong : null}
          onChange={(instanceAid) => onChange({ ...draft, instanceAid })}
        />
      )}
      {draft.keptParameters !== null ? (
        <fieldset className={css.group}>
          <legend>{t.parameters}</legend>
          <span>
            {draft.keptParameters === '' ? t.noParameters : <HexText value={draft.keptParameters} spaced />}{' '}
            <span className={css.note}>{t.asBefore}</span>
          </span>
          <p>
            <TextButton onClick={() => onChange({ ...draft, keptParameters: null })}>{t.enterAnew}</TextButton>
          </p>
        </fieldset>
      ) : report ? (
        <>
          <ReportFields value={draft.report} onChange={(next) => onChange({ ...draft, report: next })} tried={tried} />
          {report.ok && (
            <p className={css.note}>
              {t.encoded} <span className={css.hex}>{report.hex}</span>
            </p>
          )}
        </>
      ) : (
        <HexField
          size="md"
          label={t.parametersHex}
          description={t.parametersNote}
          lengthBytes={[0, 200]}
          value={draft.parametersHex}
          error={shown.parametersHex ? t.parametersWrong : null}
          onChange={(parametersHex) => onChange({ ...draft, parametersHex })}
        />
      )}
    </>
  )
}
