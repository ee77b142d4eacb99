import { Select } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { HexText } from '../../../ui/value/Copyable.tsx'
import { HexField } from '../../../ui/form/Fields.tsx'
import { useText } from '../../../ui/words/text.ts'
import { withInstalled } from '../../parameters/draft/parameters-draft.ts'
import { handedOver, isLibrary } from '../wizard-draft.ts'
import type { Draft, DraftProblems } from '../wizard-draft.ts'
import type { Choice } from '../use-preparation.ts'
import { pollerUpdateText } from '../poller-update-text.ts'
import { wizardText } from '../wizard-text.tsx'
import { TakeHeldValues } from './TakeHeldValues.tsx'
import css from '../wizard.module.css'

const ParametersEditor = lazy(async () => ({
  default: (await import('../../parameters/ParametersEditor.tsx')).ParametersEditor,
}))

const CompareWithSim = lazy(async () => ({
  default: (await import('../../parameters/compare/CompareWithSim.tsx')).CompareWithSim,
}))
const SaveAsDefault = lazy(async () => ({
  default: (await import('./SaveAsDefault.tsx')).SaveAsDefault,
}))

interface InstallFieldsProps {
  draft: Draft
  /** SIMs of the campaign, whose present parameters can be taken. */
  choice: Choice
  onChange: (draft: Draft) => void
  shown: DraftProblems
  /** True after the user tried to continue. Every problem is shown then. */
  tried: boolean
}

/** Fields for the installation of the chosen package: applet, instance AID, parameters. */
export function InstallFields({ draft, choice, onChange, shown, tried }: InstallFieldsProps) {
  const t = useText(wizardText)
  const poller = useText(pollerUpdateText)
  const handed = handedOver(useSearch({ strict: false }))
  const simId = handed && 'simIds' in handed && handed.simIds.length === 1 ? handed.simIds[0] : undefined
  const chosen = draft.package
  if (!chosen) return null
  if (isLibrary(chosen)) return <p className={css.note}>{t.libraryWords}</p>
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
          <p className={css.note}>{poller.words}</p>
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
      {simId === undefined && (
        <TakeHeldValues
          key={chosen.packageAID}
          chosen={chosen}
          choice={choice}
          onTake={(values) => onChange({ ...draft, parameters: withInstalled(chosen.type, draft.parameters, values) })}
        />
      )}
      <div className={css.wide}>
        <Suspense fallback={<Skeleton width={320} />}>
          <ParametersEditor
            type={chosen.type}
            value={draft.parameters}
            onChange={(parameters) => onChange({ ...draft, parameters })}
            tried={tried}
            simId={simId}
          >
            {simId !== undefined && (
              <CompareWithSim
                simId={simId}
                chosen={chosen}
                value={draft.parameters}
                onChange={(parameters) => onChange({ ...draft, parameters })}
              />
            )}
            <SaveAsDefault chosen={chosen} value={draft.parameters} />
          </ParametersEditor>
        </Suspense>
      </div>
    </>
  )
}
