import { aliasParts, maxAliasLength } from '@simdeck/contract/sim-bulk.ts'
import { Iccid } from '../../ui/value/Copyable.tsx'
import type { Selection } from '../../ui/table/selection.ts'
import { useText } from '../../ui/words/text.ts'
import { aliasOf } from './alias-pattern.ts'
import css from './bulk.module.css'
import { aliasText } from './bulk-text.ts'
import { usePreviewSims } from './use-preview-sims.ts'

/** Preview of a valid pattern: the aliases that some of the selected SIMs would get. */
export function AliasPreview({ pattern, selection }: { pattern: string; selection: Selection }) {
  const t = useText(aliasText)
  const { sims, first } = usePreviewSims(selection)
  const counted = aliasParts(pattern.trim())?.some((part) => 'name' in part && part.name === 'n') ?? false
  if (sims.length === 0) return null
  return (
    <table className={css.preview} aria-live="polite">
      <caption>
        {t.preview}
        {counted && !first && <span>{t.serialDiffers}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {sims.map((sim, index) => {
          const { alias, refused } = aliasOf(pattern, sim, index + 1)
          return (
            <tr key={sim.id}>
              <td>{sim.device_alias ?? <Iccid value={sim.iccid} />}</td>
              <td>
                {alias}
                {refused && (
                  <span className={css.refused}>{refused === 'becomesLong' ? t.becomesLong(maxAliasLength) : t.becomesEmpty}</span>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
