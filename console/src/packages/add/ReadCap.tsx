import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { CapFacts, ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { maxCapBytes } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { queryOf } from '../../session/api/query.ts'
import { Button } from '../../ui/form/Button.tsx'
import { FailedGlyph, ReadyGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { AddPackage } from './AddPackage.tsx'
import { failureWithReason } from './failure-with-reason.ts'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'

interface ReadCapProps {
  file: File
  /** AIDs whose packages are shown on the screen. */
  open: readonly ManagedPackageAid[]
  all: readonly ManagedPackageAid[]
  onDone: () => void
}

/** Contents of the chosen file, and the form that stores it. */
export function ReadCap({ file, open, all, onDone }: ReadCapProps) {
  const t = useText(packageText)
  const tooLarge = file.size > maxCapBytes
  const { data: facts, error } = useQuery({
    ...queryOf(endpoints.getTargetPackageAid, { file }, file.name, file.size, file.lastModified),
    enabled: !tooLarge,
    staleTime: 'static',
    gcTime: 0,
  })
  const failure = tooLarge ? t.tooLarge(formatNumber(file.size)) : error ? failureWithReason(error) : null
  return (
    <section className={css.read} aria-label={file.name}>
      <div className={css.readHead}>
        <span className={css.fileName}>{file.name}</span>
        <span role="status">
          {failure !== null ? (
            <Status tone="failed" glyph={<FailedGlyph />}>
              {t.unreadable}
            </Status>
          ) : facts ? (
            <Status tone="succeeded" glyph={<SucceededGlyph />}>
              {t.read}
            </Status>
          ) : (
            <Status tone="started" glyph={<ReadyGlyph />}>
              {t.reading}
            </Status>
          )}
        </span>
        {!facts && (
          <Button size="sm" variant="ghost" icon={<IconX size={14} />} onClick={onDone}>
            {t.discard}
          </Button>
        )}
      </div>
      {failure !== null && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      {facts && (
        <>
          <CapFactsRow facts={facts} />
          <AddPackage file={file} facts={facts} open={open} all={all} onDone={onDone} />
        </>
      )}
    </section>
  )
}

function CapFactsRow({ facts }: { facts: CapFacts }) {
  const t = useText(packageText)
  const rows = [
    { name: t.version, value: facts.otaVersion },
    { name: t.packageAid, value: facts.packageAID, mono: true },
    { name: t.applets, value: t.appletCount(facts.applets.length) },
    { name: t.loadSize, value: t.bytes(formatNumber(facts.loadLength)) },
    { name: t.imports, value: t.appletCount(facts.imports.length) },
  ]
  return (
    <dl className={css.capFacts}>
      {rows.map(({ name, value, mono }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={mono ? css.mono : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
