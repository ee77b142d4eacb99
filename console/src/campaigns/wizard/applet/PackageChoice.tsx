import { listPackages, packageTypes } from '@simdeck/contract/packages.ts'
import type { OtaPackage, PackageType } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { packageTypeText } from '../../../packages/package-type.ts'
import { failureText } from '../../../session/api/failure.ts'
import { queryOf } from '../../../session/api/query.ts'
import { Segments, Tag } from '../../../ui/value/Bits.tsx'
import { LinkButton } from '../../../ui/form/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useText } from '../../../ui/words/text.ts'
import { Time } from '../../../ui/value/Time.tsx'
import { isLibrary } from '../wizard-draft.ts'
import { wizardText } from '../wizard-text.tsx'
import css from '../wizard.module.css'

const take = 100

interface PackageChoiceProps {
  type: PackageType
  chosen: OtaPackage | null
  onType: (type: PackageType) => void
  onChoose: (chosen: OtaPackage) => void
  /** Error of the field; null if valid. */
  problem: string | null
}

/** Choice of a package: its type, then one of its versions, newest first. */
export function PackageChoice({ type, chosen, onType, onChoose, problem }: PackageChoiceProps) {
  const t = useText(wizardText)
  const types = useText(packageTypeText)
  return (
    <>
      <fieldset className={css.group}>
        <legend>{t.packageType}</legend>
        <div className={css.scroll}>
          <Segments
            label={t.packageType}
            value={type}
            options={packageTypes.map((value) => ({ value, words: types[value] }))}
            onChange={onType}
          />
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t.versionWords}</legend>
        <PackageOptions
          of={{ type }}
          label={t.versionWords}
          none={
            <EmptyState title={t.noPackages} actions={<LinkButton to="/otas">{t.toPackages}</LinkButton>}>
              {t.noPackagesWords}
            </EmptyState>
          }
          chosen={chosen}
          onChoose={onChoose}
          problem={problem}
        />
      </fieldset>
    </>
  )
}

interface PackageOptionsProps extends Pick<PackageChoiceProps, 'chosen' | 'onChoose' | 'problem'> {
  /** Query of the offered packages. */
  of: { type: PackageType } | { library: 'true' }
  label: string
  /** Placeholder that is shown when no such package exists. */
  none: ReactNode
}

/** Packages of a query as options, newest first. */
export function PackageOptions({ of, label, none, chosen, onChoose, problem }: PackageOptionsProps) {
  const t = useText(wizardText)
  const query = { ...of, take, sort: 'createdAt:DESC' as const }
  const packages = useQuery(queryOf(listPackages, { query }))
  return (
    <>
      {packages.isError && <ErrorState message={failureText(packages.error)} onRetry={() => void packages.refetch()} />}
      {packages.isPending && <Skeleton width={320} />}
      {packages.data?.totalItems === 0 && none}
      {packages.data && packages.data.totalItems > 0 && (
        <div className={css.options} role="radiogroup" aria-label={label}>
          {packages.data.data.map((offered) => (
            <PackageOption
              key={offered.id}
              offered={offered}
              checked={offered.id === chosen?.id}
              onChoose={onChoose}
              invalid={problem !== null}
            />
          ))}
        </div>
      )}
      {packages.data && packages.data.totalItems > take && <p className={css.note}>{t.firstPackages(formatNumber(take))}</p>}
      {problem && (
        <p className={css.bad} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

interface PackageOptionProps {
  offered: OtaPackage
  checked: boolean
  invalid: boolean
  onChoose: (chosen: OtaPackage) => void
}

function PackageOption({ offered, checked, invalid, onChoose }: PackageOptionProps) {
  const t = useText(wizardText)
  const library = isLibrary(offered)
  const unusable = library && offered.type === 'Poller'
  return (
    <label className={css.option} title={unusable ? t.noApplet : offered.packageAID}>
      <input
        type="radio"
        name="package"
        checked={checked}
        disabled={unusable}
        aria-invalid={invalid || undefined}
        onChange={() => onChoose(offered)}
      />
      <b>{offered.otaVersion}</b>
      <span>
        <Tag>{offered.label}</Tag>{' '}
        <span className={css.soft}>{unusable ? t.noApplet : ['custom', 'Poller'].includes(offered.type) && offered.name}</span>{' '}
        {library && !unusable && <span className={css.kind}>{t.library}</span>}
      </span>
      <span className={css.end}>{t.usedBy(formatNumber(offered.simsUsing))}</span>
      <span className={css.end}>{t.bytes(formatNumber(offered.loadLength))}</span>
      <span className={`${css.soft} ${css.built}`}>
        {offered.builtAt && (
          <>
            {t.built} <Time at={offered.builtAt} />
          </>
        )}
      </span>
    </label>
  )
}
